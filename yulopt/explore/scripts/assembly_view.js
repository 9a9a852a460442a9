// The last station of the run: what the output is compiled to.

// The code of an object with more lines than this is shown as a list of its functions, closed.
const MOST_OPEN_LINES = 200;
const FUNCTION_MARK = "// function ";

/** The code of an object in parts, the code outside functions first: `{title, lines}`. */
function assemblyParts(text) {
  const parts = [{ title: OUTSIDE, lines: [] }];
  for (const line of text.split("\n")) {
    if (line.startsWith(FUNCTION_MARK)) parts.push({ title: line.slice(FUNCTION_MARK.length), lines: [] });
    else if (line) parts.at(-1).lines.push(line);
  }
  return parts.filter(({ lines }) => lines.length);
}

class AssemblyView {
  constructor(model, actions) {
    this.model = model;
    this.actions = actions;
  }

  heading() {
    const words = element(
      "div",
      { class: "words" },
      element("h2", { id: "step-name" }, "Assembly"),
      element("span", { class: "place" }, "what the output is compiled to, after the passes over the assembly"),
    );
    return [element("div", { class: "title" }, words, this.actions.stepButtons())];
  }

  parts() {
    const { model } = this;
    if (model.assemblyProblem) return [element("p", { class: "problem" }, `There is no code: ${model.assemblyProblem}.`)];
    const note = element("p", { class: "note" }, "In the tables, bytes are those of the code of each object alone, as the passes count them before all places and sizes are known. The command yulopt asm --trace shows what each run of a pass changed.");
    return [note, ...model.assembly.map((code, number) => this._object(model.objects[number], code, number))];
  }

  _object(object, code, number) {
    const { model } = this;
    const copyButton = element("button", { type: "button" }, "copy assembly");
    copyButton.addEventListener("click", () => copy(`${code.text}\n`, copyButton));
    const parts = assemblyParts(code.text);
    const isOpen = sum(parts.map(({ lines }) => lines.length)) <= MOST_OPEN_LINES;
    const { bytes } = model.figuresAt(model.steps.length, number);
    const [items] = code.after;
    return element(
      "details",
      { class: "assembly", "data-object": number, open: true },
      element("summary", {}, `${objectLabel(object)}: ${plural(bytes, "byte")} with all that it contains, ${plural(items, "item")}`),
      this._passes(code),
      copyButton,
      ...parts.map((part) => this._part(part, isOpen)),
    );
  }

  /** The text is put in only when it is opened, since there may be a lot of it. */
  _part({ title, lines }, isOpen) {
    const body = element("pre");
    const made = element("details", { class: "part", open: isOpen }, element("summary", {}, `${title} (${plural(lines.length, "line")})`), body);
    const fill = () => (body.textContent ||= lines.join("\n"));
    if (isOpen) fill();
    else made.addEventListener("toggle", fill);
    return made;
  }

  _passes({ before, after, passes }) {
    const heads = ["runs that changed something", "items", "bytes"];
    const cells = (...texts) => texts.map((text, column) => element("td", { "data-label": heads[column] }, text));
    const rows = passes.map(([name, runs, changes, items, bytes]) =>
      element("tr", {}, element("th", { scope: "row" }, name), ...cells(`${changes} of ${runs}`, signed(items), signed(bytes))),
    );
    const all = [0, 1].map((what) => `${grouped(before[what])} → ${grouped(after[what])}`);
    const [runs, changes] = [1, 2].map((what) => sum(passes.map((pass) => pass[what])));
    rows.push(element("tr", {}, element("th", { scope: "row" }, "all"), ...cells(`${changes} of ${runs}`, ...all)));
    const titles = ["pass", ...heads].map((text) => element("th", { scope: "col" }, text));
    return element("table", { class: "data" }, element("thead", {}, element("tr", {}, ...titles)), element("tbody", {}, ...rows));
  }
}
