// The thread of solc: answers requests in standard JSON. Imports are found among the libraries.

import { download, program } from "./download.js";
import { Fatal, serve } from "./remote.js";

const starting = start();
const reading = download("libraries.json.gz");
let solc;
let libraries;
let read;

async function start() {
  const compiled = await program("solc/soljson.wasm.gz", "solc");
  self.Module = {
    instantiateWasm(imports, receive) {
      const instance = new WebAssembly.Instance(compiled, imports);
      receive(instance);
      return instance.exports;
    },
  };
  self.importScripts("solc/soljson.js");
  solc = self.Module;
  const compile = solc.cwrap("solidity_compile", "string", ["string", "number", "number"]);
  const reset = solc.cwrap("solidity_reset", null, []);
  const findSource = solc.addFunction(answerSource, "viiiii");
  return (request) => {
    const answer = compile(request, findSource, 0);
    reset();
    return answer;
  };
}

/** Called by solc for a source that the request does not hold; the addresses are of C strings. */
function answerSource(_context, _kind, name, content, error) {
  const path = solc.UTF8ToString(name);
  if (path in libraries) {
    read[path] = { content: libraries[path] };
    writeString(libraries[path], content);
  } else {
    writeString("file not found; only @openzeppelin/contracts is available", error);
  }
}

function writeString(text, target) {
  const bytes = solc.lengthBytesUTF8(text) + 1;
  const address = solc._solidity_alloc(bytes);
  solc.stringToUTF8(text, address, bytes);
  solc.setValue(target, address, "*");
}

/** The answer to a request as text, and the libraries that were read for it. */
serve(async (request) => {
  const compile = await starting;
  libraries ??= JSON.parse(new TextDecoder().decode(await reading));
  read = {};
  try {
    return { text: compile(JSON.stringify(request)), sources: read };
  } catch (error) {
    // It is in the midst of a compile for good: sources may be nested too deeply for its stack.
    throw new Fatal(`solc cannot compile this: ${error.message}`);
  }
});
starting.then(() => self.postMessage({ loading: "solc", part: 1 }));
