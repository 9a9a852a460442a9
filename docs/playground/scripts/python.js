// Python with yulopt, from a snapshot of its memory in which everything is imported already.

import { ripemd160 } from "@noble/hashes/legacy.js";
import { keccak_256 } from "@noble/hashes/sha3.js";

const WASM_PAGE_BYTES = 65536;
export const PACKAGES = "/packages";
const ARCHIVE = "/packages.zip";
const LINKED = { global: true, nodelete: true };

const bytesOf = (data) => (data instanceof Uint8Array ? data : data.toJs());

// What the stand-in for pycryptodome calls.
globalThis.keccak256 = (data) => keccak_256(bytesOf(data));
globalThis.ripemd160 = (data) => ripemd160(bytesOf(data));

/** Puts the packages into a folder, where those that read their own files find them. */
export function unpack(python) {
  python.runPython(`import shutil; shutil.unpack_archive("${ARCHIVE}", "${PACKAGES}")`);
}

/**
 * Starts Python with archives of packages. If one has compiled modules, `library` is the WebAssembly
 * with their code, and `path` its file.
 */
export async function startAnew({ loadPyodide, createModule }, archives, options, library, path) {
  const python = await loadPyodide({
    createPyodideModule: (settings) => createModule(linking(settings, library, path)),
    ...options,
  });
  for (const archive of archives) {
    python.FS.writeFile(ARCHIVE, archive);
    unpack(python);
  }
  // It is linked already. What Python reads when it opens the file would stay in its memory.
  if (library) python.FS.writeFile(path, new Uint8Array(1));
  python.runPython(`import sys; sys.path[:0] = ["${PACKAGES}", "${ARCHIVE}"]`);
  return python;
}

/**
 * Goes on from a snapshot, for which the archive is not unpacked. `pages` are those of its memory
 * that are not empty, `program` is the WebAssembly of Python, and `library` that of compiled
 * modules, if there are some; all four may still be loading. `head` and `numbers` describe it.
 */
export async function startFrom({ head, numbers, bytes }, pages, program, library, packages, loaders) {
  const { loadPyodide, createModule } = loaders;
  const python = await loadPyodide({
    // What has no memory is there at once, so that all else is linked while the pages are loading.
    _loadSnapshot: new Uint8Array(head),
    createPyodideModule: async (settings) => {
      const enough = { ...settings, INITIAL_MEMORY: bytes };
      const started = instantiating(enough, await program, bytes);
      const module = await createModule(linking(started, await library));
      fill(module.HEAPU8, numbers, await pages);
      return module;
    },
  });
  python.FS.writeFile(ARCHIVE, await packages);
  return python;
}

/** A snapshot of Pyodide as `startFrom` takes it: its description, and the pages. */
export function split(snapshot) {
  const [, start] = new Uint32Array(snapshot.buffer, snapshot.byteOffset, 2);
  const memory = snapshot.subarray(start);
  const all = Array.from({ length: memory.length / WASM_PAGE_BYTES }, (_, number) => number);
  const numbers = all.filter((number) => pageOf(memory, number).some((byte) => byte));
  const description = { head: [...snapshot.subarray(0, start)], numbers, bytes: memory.length };
  return { description, pages: numbers.map((number) => pageOf(memory, number)) };
}

const pageOf = (memory, number) => memory.subarray(number * WASM_PAGE_BYTES, (number + 1) * WASM_PAGE_BYTES);

/** Writes the pages of a snapshot; all others are emptied. */
function fill(memory, numbers, pages) {
  if (pages.length !== numbers.length * WASM_PAGE_BYTES) throw new Error("the snapshot is damaged");
  let next = 0;
  for (let number = 0; number * WASM_PAGE_BYTES < memory.length; number++) {
    if (numbers[next] === number) pageOf(memory, number).set(pageOf(pages, next++));
    else pageOf(memory, number).fill(0);
  }
}

/**
 * Settings with which a library is there before all else but Python's own program. So it and its
 * functions always get the same addresses, in each browser, on which a snapshot depends.
 */
function linking(settings, library, path = "") {
  if (!library) return settings;
  const module = {
    ...settings,
    instantiateWasm: (imports, receive) =>
      settings.instantiateWasm(imports, (...instantiated) => {
        receive(...instantiated);
        const exports = module.loadWebAssemblyModule(library, LINKED, path);
        // Python finds it when it opens the file.
        module.newDSO(path, undefined, exports);
      }),
  };
  return module;
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
