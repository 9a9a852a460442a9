// Answers as the command solc does where Foundry runs it, by the npm package of solc:
// node stock.js PACKAGE --version, or PACKAGE [OPTION...] --standard-json.
'use strict';
const solc = require(process.argv[2]);
if (process.argv.includes('--version')) {
  console.log(`solc, the solidity compiler commandline interface\nVersion: ${solc.version().replace('.Emscripten', '')}`);
} else {
  process.stdout.write(solc.compile(require('fs').readFileSync(0, 'utf8')));
}
