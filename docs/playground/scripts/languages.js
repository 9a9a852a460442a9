// Colours for Solidity, Yul and assembly.

import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { clike } from "@codemirror/legacy-modes/mode/clike";
import { tags } from "@lezer/highlight";

const words = (text) => Object.fromEntries(text.split(/\s+/).map((word) => [word, true]));
const sized = (name, step, last) =>
  Array.from({ length: last / step }, (_, index) => `${name}${(index + 1) * step}`).join(" ");

const SOLIDITY = clike({
  name: "solidity",
  keywords: words(
    "abstract anonymous as assembly break calldata catch constant constructor continue contract" +
      " delete do else emit enum error event external fallback for from function global if immutable" +
      " import indexed interface internal is layout leave let library mapping memory modifier new" +
      " override payable pragma private public pure receive return returns revert solidity storage" +
      " struct switch transient try type unchecked unicode using view virtual while",
  ),
  types: words(
    `address bool bytes int string uint var ${sized("uint", 8, 256)} ${sized("int", 8, 256)} ` +
      sized("bytes", 1, 32),
  ),
  builtin: words("abi block keccak256 msg require assert super this tx"),
  atoms: words("true false wei gwei ether seconds minutes hours days weeks"),
  blockKeywords: words("contract interface library struct enum function if else for while do"),
  multiLineStrings: false,
});

const YUL = (builtins) =>
  clike({
    name: "yul",
    keywords: words("object code data function let if switch case default for break continue leave"),
    builtin: Object.fromEntries(builtins.map((name) => [name, true])),
    atoms: words("true false"),
    blockKeywords: words("object code function if for case default"),
  });

const ASSEMBLY = {
  token(stream) {
    if (stream.sol() && stream.match(/^ *\d+/)) return "comment";
    if (stream.match(/^0x[0-9A-F]+/i)) return "number";
    if (stream.match(/^JUMPDEST/)) return "def";
    if (stream.match(/^[A-Z][A-Z0-9]*/)) return "keyword";
    if (stream.match(/^[\d?]+/)) return "comment";
    stream.next();
    return null;
  },
};

const BYTES = {
  token(stream) {
    const isOffset = stream.sol() && stream.match(/^ *\d+/);
    if (!isOffset) stream.skipToEnd();
    return isOffset ? "comment" : null;
  },
};

const COLOURS = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--keyword)" },
  { tag: [tags.typeName, tags.standard(tags.variableName)], color: "var(--builtin)" },
  { tag: [tags.number, tags.atom, tags.bool], color: "var(--literal)" },
  { tag: tags.string, color: "var(--string)" },
  { tag: tags.comment, color: "var(--faint)" },
  { tag: tags.definition(tags.variableName), color: "var(--function)" },
]);

const define = (mode) => [StreamLanguage.define(mode), syntaxHighlighting(COLOURS)];

export const solidity = () => define(SOLIDITY);
export const yul = (builtins) => define(YUL(builtins));
export const assembly = () => define(ASSEMBLY);
export const bytes = () => define(BYTES);

/** Whether a text is Solidity; what begins with a block or an object is Yul. */
export const isSolidity = (text) =>
  !/^(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*(?:\{|object\b)/.test(text);
