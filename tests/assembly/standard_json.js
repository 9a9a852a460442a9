// The reference compiler behind a pipe: each line is the input of one compilation in solc's standard
// JSON format, and is answered with one line, its output. SOLC is the directory of the npm package.
'use strict';
const readline = require('readline');
const solc = require(process.env.SOLC || 'solc');

readline.createInterface({ input: process.stdin }).on('line', line => {
  let answer;
  try {
    answer = JSON.stringify(JSON.parse(solc.compile(line)));
  } catch (error) {
    answer = JSON.stringify({ errors: [{ severity: 'error', message: String(error) }] });
  }
  process.stdout.write(answer + '\n');
});
