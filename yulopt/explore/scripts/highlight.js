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

/** The class of a token; `next` is the text of the one after it. */
function tokenClass(token, next, builtins) {
  const first = token[0];
  if (first === '"' || token.startsWith('hex"')) return "s";
  if (token.startsWith("//") || token.startsWith("/*")) return "c";
  if (/\d/.test(first) || token === "true" || token === "false") return "l";
  if (!/[A-Za-z_$]/.test(first)) return "";
  if (KEYWORDS.has(token)) return "k";
  if (builtins.has(token)) return "b";
  return next === "(" ? "f" : "v";
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
