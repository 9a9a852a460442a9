// Runs the npm package solc: node front.js PACKAGE [READING], standard JSON in, the answer out.
//
// PACKAGE is its folder, or a file soljson*.js alone, as Hardhat downloads it; that reads nothing.
// READING is JSON: {"base": DIR, "include": [DIR...], "allow": [DIR...]}, where imports and the
// urls of sources are read from; without it nothing is read. With the word --version in its place,
// the version is the answer.
'use strict';
const fs = require('fs');
const path = require('path');

// The optimising compiler of V8 pays off for few functions of solc: with its usual budget, analysis and IR take
// a fifth more of processor time. And a function is validated when it runs; most never do.
for (const flag of ['--wasm-tiering-budget=200000000', '--wasm-lazy-validation']) require('v8').setFlagsFromString(flag);

const [, , packagePath, option] = process.argv;
const isPackage = fs.statSync(packagePath).isDirectory();
const soljson = require(isPackage ? path.join(packagePath, 'soljson.js') : packagePath);
require('./heap_input.js')(soljson);
const solc = isPackage ? require(packagePath) : alone(soljson);

function alone(soljson) {
  const compile = soljson.cwrap('solidity_compile', 'string', ['string', 'number', 'number']);
  return { version: soljson.cwrap('solidity_version', 'string', []), compile: input => compile(input, null, null) };
}

// As the command solc does it: a name is looked up under the base path and the include paths, and
// what is found must lie below one of these or of the allowed paths, wherever links lead.
function reader({ base, include, allow }) {
  const allowed = [base, ...include, ...allow].map(realPath);
  return name => {
    const file = name.startsWith('file://') ? name.slice('file://'.length) : name;
    const candidates = path.isAbsolute(file) ? [file] : [base, ...include].map(folder => path.join(folder, file));
    const found = [...new Set(candidates.filter(isFile).map(realPath))];
    if (found.length > 1)
      return { error: `Ambiguous import. Multiple matching files found inside base path and/or include paths: ${quoted(found)}.` };
    if (!found.length) return { error: `File not found. Searched the following locations: ${quoted([base, ...include])}.` };
    if (!allowed.some(folder => found[0] === folder || found[0].startsWith(folder === '/' ? folder : folder + path.sep)))
      return { error: `File outside of allowed directories. The following are allowed: ${quoted(allowed)}.` };
    try {
      return { contents: fs.readFileSync(found[0], 'utf8') };
    } catch (error) {
      return { error: error.message };
    }
  };
}

function quoted(names) {
  return names.map(name => `"${name}"`).join(', ');
}

function realPath(name) {
  try {
    return fs.realpathSync(name);
  } catch (error) {
    return path.resolve(name);
  }
}

function isFile(name) {
  try {
    return fs.statSync(name).isFile();
  } catch (error) {
    return false;
  }
}

if (option === '--version') {
  process.stdout.write(solc.version() + '\n');
} else {
  const input = fs.readFileSync(0, 'utf8');
  const callbacks = option ? { import: reader(JSON.parse(option)) } : undefined;
  process.stdout.write(solc.compile(input, callbacks));
}
