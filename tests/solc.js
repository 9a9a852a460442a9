// The reference compiler behind a pipe: each line is the input of one compilation in solc's standard
// JSON format, and is answered with one line, its output. With a file as argument, that is the only
// input. SOLC is the directory of the npm package.
'use strict';
const fs = require('fs');
const readline = require('readline');
const solc = require(process.env.SOLC || 'solc');

function answer(input) {
  let output;
  try {
    const { text } = JSON.parse(input);
    output = JSON.stringify(text === undefined ? JSON.parse(solc.compile(input)) : { text: solc.compile(text) });
  } catch (error) {
    output = JSON.stringify({ errors: [{ severity: 'error', message: String(error) }] });
  }
  process.stdout.write(output + '\n');
}

const file = process.argv[2];
if (file === undefined) {
  readline.createInterface({ input: process.stdin }).on('line', answer);
} else {
  answer(fs.readFileSync(file, 'utf-8'));
}
