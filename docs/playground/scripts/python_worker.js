// The thread of Python: answers calls of functions of `docs/playground`, as `MODULE.FUNCTION`.

import { download, unzipped } from "./download.js";
import { startFrom, unpack } from "./python.js";
import { serve } from "./remote.js";

const COMPILING = new Set(["bridge.compile_request", "bridge.assembly"]);
const { fetch } = self;
const PROGRAM = new URL("pyodide/pyodide.asm.wasm", self.location).href;

const starting = start();
let isUnpacked = false;

async function start() {
  // Pyodide would compile it when the snapshot is there. It asks for it itself, for nothing.
  const program = WebAssembly.compileStreaming(fetch(PROGRAM));
  self.fetch = (address, options) =>
    String(address) === PROGRAM ? Promise.resolve(new Response()) : fetch(address, options);
  const snapshot = download("python/snapshot.gz", "Python", unzipped);
  const [{ loadPyodide }, { default: createModule }] = await Promise.all([
    import(new URL("pyodide/pyodide.mjs", self.location)),
    import(new URL("pyodide/pyodide.asm.mjs", self.location)),
  ]);
  const packages = download("python/packages.zip");
  return startFrom(snapshot, program, packages, { loadPyodide, createModule });
}

/** For what reads files of packages; what compiles is loaded already. */
function unpackOnce(python) {
  if (!isUnpacked) unpack(python);
  isUnpacked = true;
}

serve(async (name, ...parameters) => {
  const python = await starting;
  if (!COMPILING.has(name)) unpackOnce(python);
  try {
    return python.pyimport(`docs.playground.${name}`)(...parameters);
  } catch (error) {
    // Of the traceback, the last line says what is wrong.
    throw new Error(error.message.trim().split("\n").at(-1).replace(/^[\w.]+: /, ""));
  }
});
starting.then(() => self.postMessage({ loading: "Python", part: 1 }));
