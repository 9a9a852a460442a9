// Run by Node when the playground is built: node split_solc.js SOLJSON SCRIPT PROGRAM
// takes the WebAssembly of solc out of the script that has it as text, and writes both. So it takes
// less space and, compiled while it is loaded, less time.

import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

// The first statement decodes a text; the others run what it gives.
const DECODING = /^\}\)\("[A-Za-z0-9+/=]+", \d+\);\n/m;

const [soljson, script, program] = process.argv.slice(2);
const text = readFileSync(soljson, "utf8");
const found = DECODING.exec(text);
if (found) {
  const end = found.index + found[0].length;
  const { wasmBinary } = new Function(`${text.slice(0, end)} return Module;`)();
  writeFileSync(program, gzipSync(wasmBinary, { level: 9 }));
  writeFileSync(script, text.slice(end));
} else {
  console.error(`${soljson} has its WebAssembly in another form`);
  process.exitCode = 1;
}
