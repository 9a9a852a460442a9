// Run by Node when the playground is built: node snapshot.js PYODIDE PACKAGES PROGRAM SNAPSHOT
// [COMPILED LIBRARY] starts Python, compiles a program so that all that is needed is loaded, and
// writes its memory. COMPILED is an archive with compiled modules, and LIBRARY the file of it in
// which their code is.

import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { PACKAGES, split, startAnew } from "./python.js";

const LARGEST_BLOCK = 1 << 20;
const SMALLEST_BLOCK = 16;

const [folder, packages, program, snapshot, compiled, library] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const { default: createModule } = await import(pathToFileURL(`${folder}/pyodide.asm.mjs`));
try {
  const archives = [packages, compiled].filter(Boolean).map((path) => new Uint8Array(readFileSync(path)));
  const options = { _makeSnapshot: true };
  const linked = library
    ? [await WebAssembly.compile(readFileSync(library)), `${PACKAGES}/${basename(library)}`]
    : [];
  const python = await startAnew({ loadPyodide, createModule }, archives, options, ...linked);
  python.globals.set("program", readFileSync(program, "utf8"));
  // The page has no files of compiled modules, and so all are imported here.
  python.runPython(`
import gc, importlib, pathlib
from docs.playground import bridge
bridge.warm_up(program)
folder = pathlib.Path("${PACKAGES}")
for file in folder.glob("yulopt/**/*.so"):
    importlib.import_module(".".join(file.relative_to(folder).parts).partition(".cpython-")[0])
del program, folder
gc.collect()
gc.freeze()
`);
  clearFree(python._module);
  const { description, pages } = split(python.makeMemorySnapshot());
  writeFileSync(snapshot, gzipSync(Buffer.concat(pages), { level: 9 }));
  process.stdout.write(JSON.stringify(description));
} catch (error) {
  // Node would show the line of Pyodide that has thrown it, which is a megabyte.
  console.error(error.message);
  process.exitCode = 1;
}

/** Overwrites what is free on the heap, since zeros are compressed best. */
function clearFree(module) {
  const end = () => module.HEAPU32[module._emscripten_get_sbrk_ptr() >> 2];
  const taken = [];
  for (let size = LARGEST_BLOCK; size >= SMALLEST_BLOCK; size /= 2) {
    const before = end();
    do {
      const block = module._malloc(size);
      module.HEAPU8.fill(0, block, block + size);
      taken.push(block);
    } while (end() === before);
  }
  taken.forEach(module._free);
}
