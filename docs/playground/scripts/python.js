// Python with yulopt, from a snapshot of its memory in which everything is imported already.

import { ripemd160 } from "@noble/hashes/legacy.js";
import { keccak_256 } from "@noble/hashes/sha3.js";

const WASM_PAGE_BYTES = 65536;
export const PACKAGES = "/packages";
const ARCHIVE = "/packages.zip";

const bytesOf = (data) => (data instanceof Uint8Array ? data : data.toJs());

// What the stand-in for pycryptodome calls.
globalThis.keccak256 = (data) => keccak_256(bytesOf(data));
globalThis.ripemd160 = (data) => ripemd160(bytesOf(data));

/** Puts the packages into a folder, where those that read their own files find them. */
export function unpack(python) {
  python.runPython(`import shutil; shutil.unpack_archive("${ARCHIVE}", "${PACKAGES}")`);
}

/**
 * Starts Python with archives of packages. If the last one has compiled modules, `library` is the
 * file with their code: its path in the archive, and the address from which it can be loaded.
 */
export async function startAnew({ loadPyodide, createModule }, archives, library, options) {
  const python = await loadPyodide({
    createPyodideModule: (settings) => createModule(linking(settings, library)),
    ...options,
  });
  for (const archive of archives) {
    python.FS.writeFile(ARCHIVE, archive);
    unpack(python);
  }
  python.runPython(`import sys; sys.path[:0] = ["${PACKAGES}", "${ARCHIVE}"]`);
  return python;
}

/**
 * Goes on from a snapshot, for which the archive is not unpacked. `program` is the WebAssembly of
 * Python; all three may still be loading. A snapshot with compiled modules needs their `library`.
 */
export async function startFrom(snapshot, program, library, packages, loaders) {
  const { loadPyodide, createModule } = loaders;
  const python = await loadPyodide({
    _loadSnapshot: snapshot,
    createPyodideModule: async (settings) =>
      createModule(
        instantiating(linking(settings, library), await program, (await snapshot).length),
      ),
  });
  python.FS.writeFile(ARCHIVE, await packages);
  return python;
}

/**
 * Settings with which a library is there before Python is. Being the first, it and its functions
 * always get the same addresses, on which a snapshot depends.
 */
function linking(settings, library) {
  if (!library) return settings;
  const { path, address } = library;
  return {
    ...settings,
    dynamicLibraries: [path],
    locateFile: (name) => (name === path ? address : settings.locateFile(name)),
  };
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
