// Looks like solc compiled to JavaScript, for whatever takes the path of one, and runs yulopt-solc.
// The variable YULOPT_EXECUTABLE or the PATH says where that is; the front solc it finds by itself.
"use strict";

const { compileText, version } = require("./lib/yulopt.js");

let known;

const FUNCTIONS = {
  solidity_version: () => (known ??= version()),
  solidity_compile: compileText,
  solidity_reset: () => {},
};

module.exports = {
  cwrap: name => FUNCTIONS[name],
  // Callers test for these before they ask for the functions.
  _solidity_version: true,
  _solidity_compile: true,
  _solidity_reset: true,
  // Callbacks that read sources, which Hardhat has read already, are never called.
  addFunction: () => 0,
  removeFunction: () => {},
};
