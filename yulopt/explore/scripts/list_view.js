// The list of step runs, and the filters over it.

class ListView {
  constructor(model, choose, onFilter) {
    this.model = model;
    this.choose = choose;
    this.onFilter = onFilter;
    this.root = byId("list");
    this.rows = model.steps.map((step) => this._row(step));
    this.root.append(...this.rows);
    this.root.addEventListener("click", (event) => {
      const row = event.target.closest("[role=option]");
      if (row) choose(Number(row.dataset.step), event.shiftKey);
    });
    this._fillSelects();
    for (const id of ["query", "code-query"]) byId(id).addEventListener("input", () => this.filter());
    byId("filters").addEventListener("change", (event) => {
      if (event.target.type !== "search") this.filter();
    });
    byId("filters").addEventListener("submit", (event) => event.preventDefault());
    byId("list-toggle").addEventListener("click", (event) => {
      const isOpen = byId("left").classList.toggle("open");
      event.currentTarget.setAttribute("aria-expanded", String(isOpen));
    });
  }

  _row(step) {
    const { letter, name, extension } = this.model.kind(step);
    const row = element("div", {
      role: "option",
      id: `step-${step.number + 1}`,
      "data-step": step.number,
      "aria-selected": "false",
      class: step.changed ? "" : "idle",
    });
    const [before, after] = [this.model.before(step), this.model.after(step)];
    const delta = (what) => {
      const change = after[what] - before[what];
      const kind = effect(after[what], before[what]);
      const title = `${MEASURES[what].name} ${signed(change)}${MEASURES[what].unit}`;
      return `<span class="delta ${kind}" title="${title}">${change ? short(change) : "·"}</span>`;
    };
    row.innerHTML =
      `<span class="number">${step.number + 1}</span><span class="badge${extension ? " extension" : ""}">${escaped(letter || "–")}</span>` +
      `<span class="step-name">${proofSign(step)}${besideSign(this.model, step)}${escaped(name)}</span>` +
      (step.changed ? delta("size") + delta("gas") : "");
    return row;
  }

  _fillSelects() {
    const { model } = this;
    const objects = byId("object");
    objects.append(element("option", { value: "" }, "all"));
    model.objects.forEach((object, number) => {
      objects.append(element("option", { value: number }, objectLabel(object)));
    });
    byId("object-label").hidden = model.objects.length < 2;
    const functions = byId("function");
    functions.append(element("option", { value: "" }, "all"));
    model.objects.forEach((object, number) => {
      const group = element("optgroup", { label: object.path });
      const found = model.functions
        .map((item, id) => ({ id, title: model.title(id), object: item.object }))
        .filter((item) => item.object === number)
        .sort((one, other) => one.title.localeCompare(other.title, "en"));
      for (const { id, title } of found) {
        const count = model.changes(id).length;
        group.append(element("option", { value: id }, `${title}  (${count})`));
      }
      functions.append(group);
    });
  }

  get function() {
    const { value } = byId("function");
    return value === "" ? null : Number(value);
  }

  set function(id) {
    byId("function").value = id === null ? "" : String(id);
    this.filter();
  }

  get object() {
    const { value } = byId("object");
    return value === "" ? null : Number(value);
  }

  get query() {
    return byId("query").value;
  }

  set query(text) {
    byId("query").value = text;
    this.filter();
  }

  /** The text that is looked for in the code. */
  get codeQuery() {
    return byId("code-query").value.trim();
  }

  set codeQuery(text) {
    byId("code-query").value = text;
    this.filter();
  }

  /** One character is a letter; more are a part of a name. Words are alternatives. */
  _matchesQuery(step) {
    const words = this.query.trim().split(/\s+/).filter(Boolean);
    const { letter, name } = this.model.kind(step);
    return (
      words.length === 0 ||
      words.some((word) =>
        word.length === 1 ? letter === word : name.toLowerCase().includes(word.toLowerCase()),
      )
    );
  }

  /** Shows the steps that all filters let through. */
  filter() {
    const only = this.function !== null && byId("only-function").checked;
    const touching = only
      ? new Set(this.model.changes(this.function).map((event) => event.step))
      : null;
    const found = this.codeQuery ? this.model.stepsWith(this.codeQuery) : null;
    const changesOnly = byId("only-changes").checked;
    byId("only-function").disabled = this.function === null;
    this.shown = this.model.steps.filter(
      (step) =>
        (!changesOnly || step.changed) &&
        (this.object === null || step.object === this.object) &&
        (touching === null || touching.has(step.number)) &&
        (found === null || found.has(step)) &&
        this._matchesQuery(step),
    );
    const numbers = new Set(this.shown.map((step) => step.number));
    this.rows.forEach((row, number) => (row.hidden = !numbers.has(number)));
    const changed = this.shown.filter((step) => step.changed).length;
    byId("count").textContent =
      this.shown.length === 0
        ? "no matching steps"
        : `${plural(this.shown.length, "step run")}, ${changed} changed something`;
    this.onFilter(this.shown.length === this.model.steps.length ? null : numbers);
  }

  /** Takes filters away that hide a step. */
  reveal(step) {
    if (this.shown.includes(step)) return;
    for (const id of ["query", "code-query"]) byId(id).value = "";
    byId("object").value = "";
    byId("only-function").checked = false;
    this.filter();
  }

  /** Shows which step is selected, null for none, and which point it is compared with. */
  select(step, base) {
    this.root.querySelector("[aria-selected=true]")?.setAttribute("aria-selected", "false");
    this.root.querySelector(".base")?.classList.remove("base");
    if (base) this.rows[base - 1].classList.add("base");
    if (step === null) {
      this.root.removeAttribute("aria-activedescendant");
      return;
    }
    const row = this.rows[step.number];
    row.setAttribute("aria-selected", "true");
    this.root.setAttribute("aria-activedescendant", row.id);
    if (row.hidden) return;
    // Only the list scrolls, never the page.
    const { offsetTop, offsetHeight } = row;
    const { scrollTop, clientHeight } = this.root;
    if (offsetTop < scrollTop + 40 || offsetTop + offsetHeight > scrollTop + clientHeight - 40) {
      this.root.scrollTop = offsetTop - clientHeight / 2;
    }
  }

  /** The step a number of places from another one in the filtered list, or null. */
  neighbour(number, distance, changedOnly = false) {
    const steps = changedOnly ? this.shown.filter((step) => step.changed) : this.shown;
    if (distance > 0) return steps.find((step) => step.number > number) ?? null;
    return steps.findLast((step) => step.number < number) ?? null;
  }
}
