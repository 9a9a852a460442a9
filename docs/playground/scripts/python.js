// Python with yulopt, from a snapshot of its memory in which everything is imported already.

import { ripemd160 } from "@noble/hashes/legacy.js";
import { keccak_256 } from "@noble/hashes/sha3.js";

const WASM_PAGE_BYTES = 65536;
export const PACKAGES = "/packages";

const bytesOf = (data) => (data instanceof Uint8Array ? data : data.toJs());

// What the stand-in for pycryptodome calls.
globalThis.keccak256 = (data) => keccak_256(bytesOf(data));
globalThis.ripemd160 = (data) => ripemd160(bytesOf(data));

/**
 * Starts Python with an archive of packages. `modules` are those of Pyodide; without a `snapshot`,
 * one can be made.
 */
export async function startPython({ loadPyodide, createModule }, packages, snapshot) {
  const python = await loadPyodide(
    snapshot === undefined
      ? { _makeSnapshot: true }
      : {
          _loadSnapshot: snapshot,
          createPyodideModule: (settings) => createModule(growing(settings, snapshot.length)),
        },
  );
  python.unpackArchive(packages, "zip", { extractDir: PACKAGES });
  return python;
}

/** Settings with which the memory of Python is large enough for a snapshot from the start. */
function growing(settings, bytes) {
  const { instantiateWasm } = settings;
  const grow = ({ exports: { memory } }) =>
    memory.grow(Math.max(0, Math.ceil((bytes - memory.buffer.byteLength) / WASM_PAGE_BYTES)));
  return {
    ...settings,
    instantiateWasm: (imports, receive) =>
      instantiateWasm(imports, (instance, module) => {
        grow(instance);
        receive(instance, module);
      }),
  };
}
