// Has a soljson take its input from the heap. Its own binding copies a string to the stack, with four bytes for each
// character, and before 0.8.29, an input of some 1.3 MB is too large for that.
'use strict';

module.exports = soljson => {
  const cwrap = soljson.cwrap;
  soljson.cwrap = (name, result, types) => {
    if (name !== 'solidity_compile') return cwrap(name, result, types);
    const compile = cwrap(name, result, ['number', ...types.slice(1)]);
    return (input, ...callbacks) => {
      const size = soljson.lengthBytesUTF8(input) + 1;
      const place = soljson._solidity_alloc(size);
      soljson.stringToUTF8(input, place, size);
      return compile(place, ...callbacks);
    };
  };
};
