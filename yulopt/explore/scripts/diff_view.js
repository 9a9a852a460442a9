// The difference on the page: side by side or inline, with folded stretches.

const CHUNK = 10;
// The rows that are made at once, which fill a usual window, and how far from sight others are made.
const FIRST_ROWS = 30;
const MARGIN = "100px";
// The number of rows shown at once where the page scrolls and not the view.
const PAGE_SCROLLS = "(max-width: 1120px)";
const MOST_ROWS = 120;

/** The text of a line that is shown. */
const lineText = (code) => " ".repeat(Number(code.style.getPropertyValue("--indent"))) + code.textContent;

class DifferenceView {
  /** `scope` is the number of a function, or null for all code; `onLine` gets a side and a line. */
  constructor(difference, { scope, inline, all, find, onLine }) {
    this.difference = difference;
    this.find = find.toLowerCase();
    this.onLine = onLine;
    this.builtins = difference.model.builtins;
    this.inline = inline;
    const rows = scope === null ? difference.rows : difference.rowsOf(scope);
    this.isSame = rows.every((row) => row.same);
    this.items = folded(rows, all || (this.isSame && scope !== null));
    this.root = element("div", { class: `diff ${inline ? "inline" : "split"}` });
    this.root.addEventListener("click", (event) => this._click(event));
    this.root.addEventListener("pointerdown", (event) => this._startSelection(event));
    this.root.addEventListener("copy", (event) => this._copy(event));
    this._watcher = new IntersectionObserver((entries) => this._fillSeen(entries), {
      rootMargin: MARGIN,
    });
    this._addSome(this.root, this.items);
  }

  /** All rows, or the first ones and a button for the next ones. */
  _addSome(parent, items) {
    const most = matchMedia(PAGE_SCROLLS).matches ? MOST_ROWS : items.length;
    this._addChunks(parent, items.slice(0, most));
    if (items.length <= most) return;
    const rest = items.slice(most);
    const count = sum(rest.map((item) => item.fold?.length ?? 1));
    const more = element("button", { type: "button", class: "rest" }, `${plural(count, "more line")}: show the next ones`);
    more.addEventListener("click", () => this._replace(more, rest));
    more.items = rest;
    parent.append(more);
  }

  /** Shows rows in the place of a button. */
  _replace(button, items) {
    const rows = element("div");
    this._addSome(rows, items);
    button.replaceWith(...rows.childNodes);
  }

  /** The stretches come in chunks, of which those out of sight are filled when they come near. */
  _addChunks(parent, items) {
    for (let start = 0; start < items.length; start += CHUNK) {
      const chunk = element("div", { class: "chunk" });
      chunk.items = items.slice(start, start + CHUNK);
      parent.append(chunk);
      if (start < FIRST_ROWS) this._fill(chunk);
      else {
        chunk.style.minHeight = `${1.55 * chunk.items.length}em`;
        this._watcher.observe(chunk);
      }
    }
  }

  _fillSeen(entries) {
    for (const entry of entries) if (entry.isIntersecting) this._fill(entry.target);
  }

  _fill(chunk) {
    this._watcher.unobserve(chunk);
    if (chunk.items === null) return;
    chunk.style.minHeight = "";
    chunk.innerHTML = chunk.items.map((item) => this._item(item)).join("");
    const folds = chunk.items.filter((item) => item.fold);
    chunk.querySelectorAll(".fold").forEach((button, index) => (button.rows = folds[index].fold));
    chunk.items = null;
  }

  /** Another view takes the place of this one. */
  leave() {
    this._watcher.disconnect();
  }

  /** Fills everything that is not yet in sight. */
  fillAll() {
    for (let more; (more = this.root.querySelector(".rest")); ) {
      const rows = element("div");
      this._addChunks(rows, more.items);
      more.replaceWith(...rows.childNodes);
    }
    for (const chunk of this.root.querySelectorAll(".chunk")) if (chunk.items) this._fill(chunk);
  }

  _item(item) {
    if (item.fold) return this._fold(item.fold);
    return this.inline ? this._inlineRow(item.row) : this._splitRow(item.row);
  }

  _fold(rows) {
    const { model, step } = this.difference;
    const following = rows.at(-1).next + 1;
    const span = model.functionAt(model.spansAfter(step), following);
    const where = span === null ? "" : ` <span class="in">${escaped(model.nameOf(span.function, step))}</span>`;
    return `<button type="button" class="fold"><span>${plural(rows.length, "unchanged line")}</span>${where}</button>`;
  }

  _splitRow(row) {
    const { kind, oldSide, newSide } = this._sides(row);
    return `<div class="row ${kind}">${oldSide || this._gap("old")}${newSide || this._gap("new")}</div>`;
  }

  _inlineRow(row) {
    const { kind, oldSide, newSide } = this._sides(row);
    if (row.same) return `<div class="row same">${newSide}</div>`;
    const lines = [oldSide, newSide].filter(Boolean);
    return lines.map((side) => `<div class="row ${kind}">${side}</div>`).join("");
  }

  _gap(side) {
    return `<span class="gap ${side}"></span>`;
  }

  _sides(row) {
    const { difference } = this;
    if (row.same) {
      const text = difference.oldText(row.old);
      const html = highlighted(text.trimStart(), this.builtins);
      return {
        kind: "same",
        oldSide: this._line("old", row.old, "", "", "", html, text),
        newSide: this._line("new", row.next, "", "", "", html, text),
      };
    }
    if (row.pair) {
      const oldText = difference.oldText(row.old);
      const newText = difference.newText(row.next);
      const [oldWords, newWords] = [oldText.trimStart(), newText.trimStart()];
      const isIndented = oldWords === newWords;
      const [oldMarks, newMarks] = isIndented ? [null, null] : changedTokens(oldWords, newWords);
      const hint = isIndented ? "only indented otherwise" : "rewritten";
      const kinds = isIndented ? ["moved", "moved"] : ["gone", "new"];
      const signs = isIndented ? ["·", "·"] : ["−", "+"];
      return {
        kind: "pair",
        oldSide: this._line(
          "old", row.old, kinds[0], signs[0], hint,
          highlighted(oldWords, this.builtins, oldMarks), oldText,
        ),
        newSide: this._line(
          "new", row.next, kinds[1], signs[1], hint,
          highlighted(newWords, this.builtins, newMarks), newText,
        ),
      };
    }
    return {
      kind: "lone",
      oldSide: row.old < 0 ? "" : this._loneLine(row.old, true),
      newSide: row.next < 0 ? "" : this._loneLine(row.next, false),
    };
  }

  _loneLine(line, isOld) {
    const { difference } = this;
    const { kind, sign, hint, to } = difference.fate(line, isOld);
    const text = isOld ? difference.oldText(line) : difference.newText(line);
    const html = highlighted(text.trimStart(), this.builtins);
    return this._line(isOld ? "old" : "new", line, kind, sign, hint, html, text, to);
  }

  _line(side, line, kind, sign, hint, html, text, to = -1) {
    const indent = text.length - text.trimStart().length;
    const mark =
      to < 0
        ? `<span class="sign" title="${hint}">${sign}</span>`
        : `<a class="sign" title="${hint}" data-go="${side === "old" ? "new" : "old"}:${to}">${sign}</a>`;
    return (
      `<span class="side ${side} ${kind}${this._isFound(text) ? " found" : ""}" data-line="${side}:${line}"><a class="number" title="History of this line">${line + 1}</a>` +
      `${mark}<code style="--indent:${indent}">${html}</code></span>`
    );
  }

  _click(event) {
    const fold = event.target.closest(".fold");
    if (fold) {
      this._replace(fold, fold.rows.map((row) => ({ row })));
      return;
    }
    const number = event.target.closest(".side .number");
    if (number) {
      const [side, line] = number.parentElement.dataset.line.split(":");
      this.onLine(side, Number(line));
    }
    const link = event.target.closest("[data-go]");
    if (link) this.goTo(link.dataset.go);
  }

  _isFound(text) {
    return this.find !== "" && text.toLowerCase().includes(this.find);
  }

  /** The places of the text that is looked for, also those in folds: new lines, and removed ones. */
  found() {
    const { difference } = this;
    return this.items.flatMap(({ row, fold }) => fold ?? [row]).flatMap(({ old, next, same }) => [
      ...(old >= 0 && !same && this._isFound(difference.oldText(old)) ? [`old:${old}`] : []),
      ...(next >= 0 && this._isFound(difference.newText(next)) ? [`new:${next}`] : []),
    ]);
  }

  /** Shows a line, and marks it for a moment. */
  goTo(place) {
    let found = this.root.querySelector(`[data-line="${place}"]`);
    if (!found) {
      this.fillAll();
      for (const fold of this.root.querySelectorAll(".fold")) {
        if (fold.rows.some((row) => place === `old:${row.old}` || place === `new:${row.next}`)) fold.click();
      }
      this.fillAll();
      found = this.root.querySelector(`[data-line="${place}"]`);
    }
    if (!found) return;
    found.scrollIntoView({ block: "center", behavior: "instant" });
    found.classList.add("flash");
    setTimeout(() => found.classList.remove("flash"), 1600);
  }

  /** What is copied has its indentation, which is only drawn, and is of one side. */
  _copy(event) {
    const selection = getSelection();
    if (selection.rangeCount === 0) return;
    const other = ["old", "new"].find((side) => !this.root.classList.contains(`select-${side}`));
    const lines = [...selection.getRangeAt(0).cloneContents().querySelectorAll("code")];
    const copied = lines.filter((line) => !line.closest(`.${other}`) || this.inline).map(lineText);
    if (copied.length < 2) return;
    event.clipboardData.setData("text/plain", copied.join("\n"));
    event.preventDefault();
  }

  /** Text is selected on one side only. */
  _startSelection(event) {
    const side = event.target.closest(".side");
    this.root.classList.toggle("select-old", !!side && side.classList.contains("old"));
    this.root.classList.toggle("select-new", !!side && side.classList.contains("new"));
  }
}
