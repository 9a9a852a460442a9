// Solidity beside the Yul generated from it.

const SOURCE_LINE = 19;

/** How many lines a place has; what is made of less tells more. */
const placeLength = ([, first, last]) => last - first + 1;

class SolidityView {
  /** The code after a step, or of a function of it; `file` is the source that is shown. */
  constructor(model, step, scope, file) {
    this.model = model;
    const [, text] = model.sources[file];
    this.file = file;
    this.places = model.placesAfter(step);
    this.code = model.codeAfter(step);
    this.lines = scope === null ? this.code.map((_, line) => line) : model.linesOf(scope, step, true);
    const sourceLines = text.replace(/\n$/, "").split("\n");
    const used = new Set(this.lines.map((line) => this.places[line]).filter((place) => place >= 0));
    this.used = [...used].filter((place) => model.places[place][0] === file);
    // The lines that code begins at.
    const starts = new Set(this.used.map((place) => model.places[place][1]));
    const options = { lineHeight: SOURCE_LINE };
    this.solidity = new LazyRows(
      sourceLines.length,
      (row) => this._row(row, row, highlightedSolidity(sourceLines[row]), sourceLines[row], starts.has(row)),
      { ...options, className: "source solidity" },
    );
    this.yul = new LazyRows(
      this.lines.length,
      (row) => {
        const line = model.text(this.code[this.lines[row]]);
        return this._row(row, this.lines[row], highlighted(line.trimStart(), model.builtins), line, this._isOfFile(row));
      },
      { ...options, className: "source yul" },
    );
    this.root = element("div", { class: "sources" }, this._side(this.solidity, "Solidity"), this._side(this.yul, "Yul"));
    this._connect(this.solidity, (row) => this._chooseSource(row));
    this._connect(this.yul, (row) => this._chooseCode(row));
  }

  _side(rows, label) {
    return element("div", { class: "source-side", role: "region", "aria-label": label, tabindex: "0" }, rows.root);
  }

  _row(row, line, html, text, isLinked) {
    const indent = text.length - text.trimStart().length;
    return `<div class="source-row${isLinked ? " linked" : ""}" data-row="${row}"><span class="number">${line + 1}</span><code style="--indent:${indent}">${html}</code></div>`;
  }

  _place(row) {
    return this.model.places[this.places[this.lines[row]]];
  }

  _isOfFile(row) {
    return this._place(row)?.[0] === this.file;
  }

  _connect(rows, choose) {
    rows.root.addEventListener("click", (event) => {
      const row = event.target.closest("[data-row]");
      if (row && getSelection().isCollapsed) choose(Number(row.dataset.row));
    });
  }

  /** Marks the code that was made of the smallest part of the source that a line is in. */
  _chooseSource(row) {
    const around = this.used.filter((place) => this.model.places[place][1] <= row && row <= this.model.places[place][2]);
    const least = Math.min(...around.map((place) => placeLength(this.model.places[place])));
    const chosen = new Set(around.filter((place) => placeLength(this.model.places[place]) === least));
    const lines = [...this.lines.keys()].filter((line) => chosen.has(this.places[this.lines[line]]));
    this._mark([...chosen], lines, this.yul);
  }

  /** Marks the part of the source that a line of code was made of, and all code that was. */
  _chooseCode(row) {
    const place = this.places[this.lines[row]];
    if (!this._isOfFile(row)) return this._mark([], [row], null);
    const lines = [...this.lines.keys()].filter((line) => this.places[this.lines[line]] === place);
    return this._mark([place], lines, this.solidity);
  }

  _mark(places, lines, shown) {
    const marked = places.flatMap((place) => {
      const [, first, last] = this.model.places[place];
      return Array.from({ length: last - first + 1 }, (_, index) => first + index);
    });
    this.solidity.mark([...new Set(marked)], shown === this.solidity);
    this.yul.mark(lines, shown === this.yul);
  }

  leave() {
    this.solidity.leave();
    this.yul.leave();
  }

  fillAll() {
    this.solidity.fillAll();
    this.yul.fillAll();
  }
}

/** The source that most of some code was made of. */
function mainSource(model, step) {
  const counts = model.sources.map(() => 0);
  for (const place of model.placesAfter(step)) if (place >= 0) counts[model.places[place][0]]++;
  return counts.indexOf(Math.max(...counts));
}
