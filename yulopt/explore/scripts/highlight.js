// Colours for Yul.

const KEYWORDS = new Set(
  "object code data function let if switch case default for break continue leave".split(" "),
);
const TOKEN = /(?:hex)?"(?:\\.|[^"\\])*"|\/\/.*|\/\*.*?\*\/|[A-Za-z_$][\w$.]*|\d\w*|:=|->|\s+|[^]/g;

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text) => text.replace(/[&<>"]/g, (character) => ESCAPES[character]);

function tokens(text) {
  return text.match(TOKEN) ?? [];
}

const SOLIDITY_KEYWORDS = new Set(
  (
    "abstract address anonymous as assembly assert bool break bytes calldata catch constant constructor continue contract delete do else emit enum error event" +
    " external fallback for from function if immutable import indexed interface internal is let library mapping memory modifier new override payable pragma" +
    " private public pure receive require return returns revert storage string struct super switch this throw try type unchecked using view virtual while"
  ).split(" "),
);
const SIZED_TYPE = /^(?:u?int|bytes)\d*$/;

/** A line of Solidity as HTML. */
const highlightedSolidity = (text) =>
  tokens(text.trimStart())
    .map((token) => {
      const isKeyword = SOLIDITY_KEYWORDS.has(token) || SIZED_TYPE.test(token);
      const kind = isKeyword ? "k" : tokenClass(token, "", EMPTY);
      return kind ? `<i class="${kind}">${escaped(token)}</i>` : escaped(token);
    })
    .join("");
const EMPTY = new Set();

/** The class of a token; `next` is the text of the one after it. */
function tokenClass(token, next, builtins) {
  const first = token[0];
  if (first === '"' || token.startsWith('hex"')) return "s";
  if (token.startsWith("//") || token.startsWith("/*")) return "c";
  if (/\d/.test(first) || token === "true" || token === "false") return "l";
  if (!/[A-Za-z_$]/.test(first)) return "";
  if (KEYWORDS.has(token)) return "k";
  if (builtins.has(token)) return "b";
  return next === "(" ? "f" : "";
}

/** A line as HTML; tokens with `marks[index]` are marked as changed. */
function highlighted(text, builtins, marks = null) {
  const all = tokens(text);
  let html = "";
  let isMarked = false;
  all.forEach((token, index) => {
    const marked = marks !== null && marks[index];
    if (marked !== isMarked) {
      html += marked ? "<mark>" : "</mark>";
      isMarked = marked;
    }
    const kind = tokenClass(token, all[index + 1], builtins);
    html += kind ? `<i class="${kind}">${escaped(token)}</i>` : escaped(token);
  });
  return html + (isMarked ? "</mark>" : "");
}
