// What can be done by key, and by the button of the same name.

const COMMANDS = {
  overview: { keys: ["o"], what: "overview: the input beside the output" },
  assembly: { keys: ["e"], what: "the end: the assembly of the output" },
  previous: { keys: ["ArrowLeft", "k", "ArrowUp"], what: "step before" },
  next: { keys: ["ArrowRight", "j", "ArrowDown"], what: "next step" },
  previousChange: { keys: ["p"], what: "last step before that changed something" },
  nextChange: { keys: ["n"], what: "next step that changed something" },
  first: { keys: ["Home"], what: "first step" },
  last: { keys: ["End"], what: "last step" },
  mark: { keys: ["m"], what: "compare from here: every step chosen next is compared with this point" },
  fromInput: { keys: ["b"], what: "compare with the beginning, the input" },
  unmark: { keys: ["x"], what: "compare with the step before again" },
  diff: { keys: ["d"], what: "difference" },
  flow: { keys: ["c"], what: "control flow" },
  dominators: { keys: ["t"], what: "dominator tree" },
  solidity: { keys: ["y"], what: "Solidity beside the Yul generated from it" },
  split: { keys: ["s"], what: "side by side" },
  inline: { keys: ["i"], what: "inline, one below the other" },
  all: { keys: ["a"], what: "all lines, or fold what did not change" },
  filter: { keys: ["/"], what: "filter by letter or name" },
  find: { keys: ["g"], what: "find text in the code; Enter goes to the next place" },
  function: { keys: ["f"], what: "choose a function" },
  chart: { keys: ["l"], what: "large chart, or small again" },
  help: { keys: ["?"], what: "these keys" },
};
const KEY_NAMES = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };
const keyName = (key) => KEY_NAMES[key] ?? key;

/** What a command does, with its keys. */
function hintOf(id) {
  const { keys, what } = COMMANDS[id];
  return `${what[0].toUpperCase()}${what.slice(1)} (${keys.map(keyName).join(", ")})`;
}

/** Runs commands, by keys and by buttons; `actions` has a function for each. */
class Commands {
  constructor(actions) {
    this.actions = actions;
    this._ids = new Map(Object.entries(COMMANDS).flatMap(([id, { keys }]) => keys.map((key) => [key, id])));
    document.addEventListener("keydown", (event) => this._press(event));
  }

  /** A button for a command; `pressed` is for those that are on or off. */
  button(id, label, { pressed = null, disabled = false } = {}) {
    const hint = hintOf(id);
    const attributes = { type: "button", title: hint, disabled, "data-command": id, "aria-keyshortcuts": COMMANDS[id].keys.join(" ") };
    if (pressed !== null) attributes["aria-pressed"] = String(pressed);
    if (label.length < 3) attributes["aria-label"] = hint;
    return element("button", { ...attributes, onclick: () => this.actions[id]() }, label);
  }

  _press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || byId("help").open) return;
    const { target, key } = event;
    if (target === byId("query") || target === byId("code-query")) {
      if (this._pressInQuery(target, key)) event.preventDefault();
      return;
    }
    if (target.matches("input:not([type=checkbox]), select, textarea")) return;
    const id = this._ids.get(key);
    if (id === undefined || usesKeyItself(target, key)) return;
    event.preventDefault();
    this.actions[id]();
  }

  _pressInQuery(query, key) {
    const isCode = query === byId("code-query");
    if (key === "ArrowDown") this.actions.next();
    else if (key === "ArrowUp") this.actions.previous();
    else if (key === "Enter") isCode ? this.actions.nextFound() : byId("list").focus();
    else if (key === "Escape") {
      if (query.value) isCode ? this.actions.findText("") : this.actions.query("");
      query.blur();
    } else return false;
    return true;
  }
}

/** Whether a place that scrolls has the focus, and needs the key for that. */
function usesKeyItself(target, key) {
  if (target.closest?.(".scroller")) return key.startsWith("Arrow") || key === "Home" || key === "End";
  return target.id === "view" && (key === "ArrowUp" || key === "ArrowDown");
}
