// The last station of the run: what the output is compiled to.

const FUNCTION_MARK = "// function ";
const ROW_HEIGHT = 20;

/** The heads of the columns, with the hints that they need. */
const COLUMNS = [
  ["offset", "In hexadecimal digits, from the start of the code"],
  ["bytes", "The bytes of the instruction"],
  ["instruction", ""],
  ["gas", "The minimum gas of the instruction"],
  ["stack after it, the top first", "↓1, ↓2, ... are the stack slots at the start of the block, from the top"],
];

/** The instructions of the code of an object, with the stack after each. */
class InstructionRows {
  constructor(model, object, code) {
    this.model = model;
    this.instructions = instructionsOf(code);
    this.stacks = stacksOf(this.instructions);
    this.digits = Math.max(4, (code.content.length >> 1).toString(16).length);
    const hasSources = model.sources.length > 0;
    const rows = new LazyRows(this.instructions.length, (row) => this._row(row), { className: "instructions", lineHeight: ROW_HEIGHT });
    this.rows = rows;
    const heads = hasSources ? [...COLUMNS, ["source", "The lines of Solidity that the instruction comes from"]] : COLUMNS;
    const head = element("div", { class: "instruction heads", "aria-hidden": "true" }, ...heads.map(([name, hint]) => element("span", { title: hint }, name)));
    this.root = element("div", { class: hasSources ? "code has-sources" : "code", role: "region", "aria-label": `Instructions of ${objectLabel(object)}`, tabindex: "0" }, head, rows.root);
  }

  _row(row) {
    const instruction = this.instructions[row];
    const { offset, bytes, text, gas, place, title } = instruction;
    const [name, ...rest] = text.split(" ");
    const words = isLabel(instruction)
      ? `<i class="k">JUMPDEST</i> <i class="f">${escaped(text)}</i>`
      : `<i class="b">${escaped(name)}</i> ${escaped(rest.join(" "))}`;
    const stack = this.stacks[row];
    const cells = [
      `<span class="number">${offset.toString(16).padStart(this.digits, "0")}</span>`,
      `<code class="hex" title="${bytes}">${bytes}</code>`,
      `<code class="words" title="${escaped(text)}">${words}</code>`,
      `<span class="number">${gas < 0 ? "" : grouped(gas)}</span>`,
      `<code class="stack" title="${escaped(stack.join("\n"))}">${escaped(stackText(stack))}</code>`,
    ];
    if (this.model.sources.length) cells.push(`<span class="from">${escaped(this._source(place))}</span>`);
    const head = title ? `<div class="function">function ${escaped(title)}</div>` : "";
    return `<div data-row="${row}">${head}<div class="instruction">${cells.join("")}</div></div>`;
  }

  _source(place) {
    const { places, sources } = this.model;
    if (place < 0) return "";
    const [file, first, last] = places[place];
    const lines = first === last ? first + 1 : `${first + 1}–${last + 1}`;
    return `${sources[file][0].split("/").at(-1)}:${lines}`;
  }
}

class AssemblyView {
  constructor(model, actions) {
    this.model = model;
    this.actions = actions;
    this.shown = [];
  }

  heading() {
    const words = element(
      "div",
      { class: "words" },
      element("h2", { id: "step-name" }, "Assembly"),
      element("span", { class: "place" }, "the compiled output, after the passes over the assembly"),
    );
    return [element("div", { class: "title" }, words, this.actions.stepButtons())];
  }

  parts() {
    const { model } = this;
    this.leave();
    if (!model.assembly.length) return [element("p", { class: "problem" }, `There is no code: ${model.assemblyProblem}.`)];
    const hint = model.assemblyPipeline
      ? [
          element(
            "p",
            { class: "problem" },
            `solc generates no code for this: ${model.assemblyProblem}. This is the code of `,
            element("code", {}, `--pipeline ${model.assemblyPipeline}`),
            ", which moves variables beyond the reach of the stack to memory.",
          ),
        ]
      : [];
    const note = element("p", { class: "note" }, "In the tables, bytes are those of the code of each object alone, as the passes count them before all places and sizes are known. The command yulopt asm --trace shows what each run of a pass changed.");
    return [...hint, note, ...model.assembly.map((code, number) => this._object(model.objects[number], code, number))];
  }

  _object(object, code, number) {
    const copyButton = element("button", { type: "button" }, "copy assembly");
    copyButton.addEventListener("click", () => copy(`${code.text}\n`, copyButton));
    const [items] = code.after;
    const view = new InstructionRows(this.model, object, code);
    this.shown.push(view);
    return element(
      "details",
      { class: "assembly", "data-object": number, open: true },
      element("summary", {}, `${objectLabel(object)}: ${plural(code.content.length >> 1, "byte")} with all that it contains, ${plural(items, "item")}`),
      ...(code.proofs.length ? [proofDetails(code, "function")] : []),
      this._passes(code),
      copyButton,
      view.root,
    );
  }

  /** Another view takes the place of this one. */
  leave() {
    for (const view of this.shown) view.rows.leave();
    this.shown = [];
  }

  /** Fills also what is out of sight. */
  fillAll() {
    for (const view of this.shown) view.rows.fillAll();
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
