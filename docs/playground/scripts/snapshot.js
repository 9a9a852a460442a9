// Run by Node when the playground is built: node snapshot.js PYODIDE PACKAGES PROGRAM SNAPSHOT
// starts Python, compiles a program so that all that is needed is loaded, and writes its memory.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { startAnew } from "./python.js";

const [folder, packages, program, snapshot] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
try {
  const python = await startAnew(loadPyodide, new Uint8Array(readFileSync(packages)));
  python.globals.set("program", readFileSync(program, "utf8"));
  python.runPython(`
import gc
from docs.playground import bridge
bridge.warm_up(program)
del program
gc.collect()
gc.freeze()
`);
  writeFileSync(snapshot, gzipSync(python.makeMemorySnapshot()));
} catch (error) {
  // Node would show the line of Pyodide that has thrown it, which is a megabyte.
  console.error(error.message);
  process.exitCode = 1;
}
