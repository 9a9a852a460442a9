// The thread of solc: answers requests in standard JSON. Imports are found among the libraries.

import { download, unzipped } from "./download.js";
import { serve } from "./remote.js";

self.postMessage({ loading: "solc", part: 0 });
self.importScripts("solc/soljson.js");
const solc = self.Module;
const compile = solc.cwrap("solidity_compile", "string", ["string", "number", "number"]);
const reset = solc.cwrap("solidity_reset", null, []);
let libraries;
let read;

/** Called by solc for a source that the request does not hold; the addresses are of C strings. */
const findSource = solc.addFunction((_context, _kind, name, content, error) => {
  const path = solc.UTF8ToString(name);
  if (path in libraries) {
    read[path] = { content: libraries[path] };
    writeString(libraries[path], content);
  } else {
    writeString("no such file here, where only @openzeppelin/contracts is", error);
  }
}, "viiiii");

function writeString(text, target) {
  const bytes = solc.lengthBytesUTF8(text) + 1;
  const address = solc._solidity_alloc(bytes);
  solc.stringToUTF8(text, address, bytes);
  solc.setValue(target, address, "*");
}

/** The answer to a request, and the libraries that were read for it. */
serve(async (request) => {
  libraries ??= JSON.parse(
    new TextDecoder().decode(await download("libraries.json.gz", undefined, unzipped)),
  );
  read = {};
  const answer = JSON.parse(compile(JSON.stringify(request), findSource, 0));
  reset();
  return { answer, sources: read };
});
self.postMessage({ loading: "solc", part: 1 });
