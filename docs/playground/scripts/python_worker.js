// The thread of Python: answers calls of functions of `docs/playground`, as `MODULE.FUNCTION`.

import { download, forget, program, versioned } from "./download.js";
import { startAnew, startFrom, unpack } from "./python.js";
import { serve } from "./remote.js";

const COMPILING = new Set(["bridge.compile_request", "bridge.assembly"]);
const { fetch } = self;
const PROGRAM = "pyodide/pyodide.asm.wasm";
const isProgram = (address) => String(address) === new URL(PROGRAM, self.location).href;

let isUnpacked = false;
let starting = start().catch(startOtherwise);

async function start() {
  const python = program(PROGRAM);
  // Pyodide would compile it when the snapshot is there. It asks for it itself, for nothing.
  self.fetch = (address, options) =>
    isProgram(address) ? Promise.resolve(new Response()) : fetch(address, options);
  const snapshot = download("python/snapshot.gz", "Python");
  const library = IS_COMPILED && program("python/core.wasm.gz");
  const packages = download("python/packages.zip");
  return startFrom(SNAPSHOT, snapshot, python, library, packages, await loaders());
}

/** Files may be damaged, or those of two builds. */
async function startOtherwise() {
  await forget("python/snapshot.gz");
  return startInterpreted();
}

/** Starts without compiled modules, which takes longer. */
async function startInterpreted() {
  self.fetch = (address, options) => fetch(isProgram(address) ? versioned(PROGRAM) : address, options);
  isUnpacked = true;
  return startAnew(await loaders(), [await download("python/packages.zip")]);
}

async function loaders() {
  const [{ loadPyodide }, { default: createModule }] = await Promise.all([
    import(new URL("pyodide/pyodide.mjs", self.location)),
    import(new URL("pyodide/pyodide.asm.mjs", self.location)),
  ]);
  return { loadPyodide, createModule };
}

/** For what reads files of packages; what compiles is loaded already. */
function unpackOnce(python) {
  if (!isUnpacked) unpack(python);
  isUnpacked = true;
}

async function call(name, parameters) {
  const python = await starting;
  if (!COMPILING.has(name)) unpackOnce(python);
  try {
    return python.pyimport(`docs.playground.${name}`)(...parameters);
  } catch (error) {
    if (error.pyodide_fatal_error) throw error;
    // Perhaps it was a file that is missing.
    if (!isUnpacked) {
      unpackOnce(python);
      return call(name, parameters);
    }
    // Of the traceback, the last line says what is wrong.
    throw new Error(error.message.trim().split("\n").at(-1).replace(/^[\w.]+: /, ""));
  }
}

serve(async (name, ...parameters) => {
  try {
    return await call(name, parameters);
  } catch (error) {
    if (!IS_COMPILED || !error.pyodide_fatal_error) throw error;
    // Compiled functions need stack of the browser, of which deeply nested programs take too much.
    starting = startInterpreted();
    return call(name, parameters);
  }
});
starting.then(() => self.postMessage({ loading: "Python", part: 1 }));
