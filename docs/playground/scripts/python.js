// Python with yulopt, from a snapshot of its memory in which everything is imported already.

import { ripemd160 } from "@noble/hashes/legacy.js";
import { keccak_256 } from "@noble/hashes/sha3.js";

const WASM_PAGE_BYTES = 65536;
const PACKAGES = "/packages";
const ARCHIVE = "/packages.zip";

const bytesOf = (data) => (data instanceof Uint8Array ? data : data.toJs());

// What the stand-in for pycryptodome calls.
globalThis.keccak256 = (data) => keccak_256(bytesOf(data));
globalThis.ripemd160 = (data) => ripemd160(bytesOf(data));

/** Puts the packages into a folder, where those that read their own files find them. */
export function unpack(python) {
  python.runPython(`import shutil; shutil.unpack_archive("${ARCHIVE}", "${PACKAGES}")`);
}

/** Starts Python with an archive of packages, to make a snapshot of it. */
export async function startAnew(loadPyodide, packages) {
  const python = await loadPyodide({ _makeSnapshot: true });
  python.FS.writeFile(ARCHIVE, packages);
  unpack(python);
  python.runPython(`import sys; sys.path[:0] = ["${PACKAGES}", "${ARCHIVE}"]`);
  return python;
}

/**
 * Goes on from a snapshot, for which the archive is not unpacked. `program` is the WebAssembly of
 * Python; all three may still be loading.
 */
export async function startFrom(snapshot, program, packages, { loadPyodide, createModule }) {
  const python = await loadPyodide({
    _loadSnapshot: snapshot,
    createPyodideModule: async (settings) =>
      createModule(instantiating(settings, await program, (await snapshot).length)),
  });
  python.FS.writeFile(ARCHIVE, await packages);
  return python;
}

/** Settings with which the memory is large enough for a snapshot of some bytes from the start. */
function instantiating(settings, program, bytes) {
  const start = async (imports, receive) => {
    // What Pyodide would add to them, on systems without garbage collection in WebAssembly.
    const error = Symbol("error");
    imports.env.Jsv_GetError_import = () => error;
    imports.env.JsvError_Check = (value) => value === error;
    const instance = await WebAssembly.instantiate(program, imports);
    const { memory } = instance.exports;
    memory.grow(Math.max(0, Math.ceil((bytes - memory.buffer.byteLength) / WASM_PAGE_BYTES)));
    receive(instance, program);
  };
  return {
    ...settings,
    instantiateWasm(imports, receive) {
      start(imports, receive);
      return {};
    },
  };
}
