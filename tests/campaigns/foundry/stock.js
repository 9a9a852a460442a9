// Answers as the command solc does where Foundry runs it, by the npm package of solc:
// node stock.js HEAP_INPUT PACKAGE --version, or PACKAGE [OPTION...] --standard-json. HEAP_INPUT is the script of yulopt
// by which packages before 0.8.29 take large requests.
'use strict';
const [, , heapInput, packagePath, ...options] = process.argv;
require(heapInput)(require(`${packagePath}/soljson.js`));
const solc = require(packagePath);
if (options.includes('--version')) {
  console.log(`solc, the solidity compiler commandline interface\nVersion: ${solc.version().replace('.Emscripten', '')}`);
} else {
  process.stdout.write(solc.compile(require('fs').readFileSync(0, 'utf8')));
}
