// The thread of Python: answers calls of functions of `bridge.py`, by name.

import { download, unzipped } from "./download.js";
import { startPython } from "./python.js";
import { serve } from "./remote.js";

const starting = start();

async function start() {
  const [snapshot, packages, { loadPyodide }, { default: createModule }] = await Promise.all([
    download("python/snapshot.gz", "Python", unzipped),
    download("python/packages.zip"),
    import(new URL("pyodide/pyodide.mjs", self.location)),
    import(new URL("pyodide/pyodide.asm.mjs", self.location)),
  ]);
  const python = await startPython({ loadPyodide, createModule }, packages, snapshot);
  return python.pyimport("bridge");
}

serve(async (name, ...parameters) => {
  const bridge = await starting;
  try {
    return bridge[name](...parameters);
  } catch (error) {
    // Of the traceback, the last line says what is wrong.
    throw new Error(error.message.trim().split("\n").at(-1).replace(/^[\w.]+: /, ""));
  }
});
starting.then(() => self.postMessage({ loading: "Python", part: 1 }));
