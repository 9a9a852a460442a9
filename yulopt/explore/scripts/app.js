// What is selected, and what happens when that changes.

const NARROW = 900;

class App {
  constructor(model) {
    this.model = model;
    // `place` is "overview", "step" or "assembly", which come in this order.
    // `base` is the point that the selected step is compared with, null for the step before.
    this.state = { place: "overview", step: model.changed[0] ?? model.steps[0], base: null, function: null, find: "", view: "diff", side: "auto", all: false };
    showTotals(model);
    fillHelp(model.settings.version);
    startTheme();
    const actions = this._actions();
    this.actions = actions;
    const commands = new Commands(actions);
    actions.button = (...options) => commands.button(...options);
    const choose = (number, isBase) => (isBase ? actions.chooseBase(number + 1) : actions.choose(number));
    this.sequence = new SequenceView(model, choose);
    this.timeline = new Timeline(model, choose);
    this.list = new ListView(model, choose, (numbers) => this._filtered(numbers));
    byId("overview-place").append(commands.button("overview", "Overview"));
    byId("assembly-place").append(commands.button("assembly", "Assembly of the output"));
    byId("chart-button").replaceWith(commands.button("chart", "⇕"));
    byId("help-button").replaceWith(commands.button("help", "?"));
    this.view = new StepView(model, this.state, actions);
    this.about = new AboutView(model, actions);
    addEventListener("hashchange", () => this._readFragment());
    this._wasNarrow = innerWidth < NARROW;
    addEventListener("resize", () => {
      const isNarrow = innerWidth < NARROW;
      if (isNarrow !== this._wasNarrow && this.state.side === "auto") this.show();
      this._wasNarrow = isNarrow;
    });
    this._isReady = true;
    this._readFragment();
  }

  /** What can be done: by keys and buttons (see `COMMANDS`), and by other parts of the page. */
  _actions() {
    const { state, model } = this;
    const ends = (index, fallback) => (this.list.shown.at(index) ?? model.steps.at(fallback)).number;
    return {
      overview: () => this._set({ place: "overview", base: null }),
      assembly: () => this._set({ place: "assembly", base: null }),
      previous: () => this._move(-1),
      next: () => this._move(1),
      previousChange: () => this._move(-1, true),
      nextChange: () => this._move(1, true),
      first: () => this.actions.choose(ends(0, 0)),
      last: () => this.actions.choose(ends(-1, -1)),
      mark: () => this.actions.chooseBase(this._number() + 1),
      fromInput: () => this.actions.chooseBase(0),
      unmark: () => this._set({ base: null }),
      diff: () => this._set({ view: "diff" }),
      flow: () => this._set({ view: "flow" }),
      dominators: () => this._set({ view: "dominators" }),
      solidity: () => model.sources.length && this._set({ view: "solidity" }),
      split: () => this._set({ side: "split" }),
      inline: () => this._set({ side: "inline" }),
      all: () => this._set({ all: !state.all }),
      chart: () => this.timeline.resize(),
      filter: () => this._focusFilter("query"),
      find: () => this._focusFilter("code-query"),
      function: () => this._focusFilter("function"),
      help: () => byId("help").showModal(),
      choose: (number) => this._set({ place: "step", step: model.steps[number] }),
      chooseBase: (base) => this._set({ place: "step", base }),
      chooseFunction: (id) => (this.list.function = id),
      query: (text) => (this.list.query = text),
      findText: (text) => (this.list.codeQuery = text),
      nextFound: () => this.view.nextFound(),
      isInline: () => (state.side === "auto" ? innerWidth < NARROW : state.side === "inline"),
      stepButtons: () => this._stepButtons(),
      showLine: (span, side, line) => {
        const count = side === "old" ? span.change : span.changeAfter;
        const at = side === "old" ? span.first : span.number + 1;
        this.about.showLine(pointName(model, at), line, lineHistory(model, span.object, count, line));
      },
      goToLine: ({ step, line, isAfter }) => {
        this.list.reveal(step);
        this._set({ place: "step", base: null, step, view: "diff" });
        this.view.goToLine(step.object, `${isAfter ? "new" : "old"}:${line}`);
      },
    };
  }

  // What is selected

  _set(changes) {
    Object.assign(this.state, changes);
    this.show();
    this._writeFragment();
  }

  /** The number of the step that is selected; the overview comes before all, the assembly after. */
  _number() {
    const { place, step } = this.state;
    return { overview: -1, step: step.number, assembly: this.model.steps.length }[place];
  }

  /** Moves to the step a number of places further on, or to the assembly; null at an end. */
  _neighbour(distance, changedOnly = false) {
    const next = this.list.neighbour(this._number(), distance, changedOnly);
    if (next !== null) return () => this.actions.choose(next.number);
    return distance > 0 && this.state.place !== "assembly" ? this.actions.assembly : null;
  }

  _move(distance, changedOnly = false) {
    this._neighbour(distance, changedOnly)?.();
  }

  _stepButtons() {
    const button = (id, label, ...where) => this.actions.button(id, label, { disabled: this._neighbour(...where) === null });
    return element(
      "span",
      { class: "steps" },
      button("previousChange", "⇤", -1, true),
      button("previous", "←", -1),
      button("next", "→", 1),
      button("nextChange", "⇥", 1, true),
    );
  }

  _filtered(numbers) {
    const { codeQuery } = this.list;
    const isOther = this.state.function !== this.list.function || this.state.find !== codeQuery;
    this.state.function = this.list.function;
    this.state.find = codeQuery;
    if (this.timeline.object !== this.list.object) this.timeline.focus(this.list.object);
    this.timeline.match(numbers);
    if (!this._isReady) return;
    const { place, step } = this.state;
    if (place === "step" && numbers !== null && numbers.size && !numbers.has(step.number)) {
      const { shown } = this.list;
      this._set({ step: shown.find((other) => other.number >= step.number) ?? shown.at(-1) });
    } else if (isOther) this._set({});
    else this.show();
  }

  show() {
    const { step, place, base } = this.state;
    const selected = place === "step" ? step : null;
    for (const other of ["overview", "assembly"]) {
      document.querySelector(`[data-command=${other}]`).setAttribute("aria-current", String(place === other));
    }
    this.sequence.select(selected);
    this.timeline.select(selected, selected && base);
    this.list.select(selected, selected && base);
    this.view.show();
    this.about.show(selected, this.state.function);
  }

  // Permalinks

  _writeFragment() {
    const { place, step, base, view, side, all } = this.state;
    const parts = new URLSearchParams({ overview: {}, step: { step: step.number + 1 }, assembly: { assembly: 1 } }[place]);
    if (base !== null) parts.set("from", base);
    if (view !== "diff") parts.set("view", view);
    if (this.state.function !== null) {
      parts.set("function", this.model.title(this.state.function));
      parts.set("object", this.model.functions[this.state.function].object);
    }
    if (!byId("only-function").checked) parts.set("only", "0");
    if (byId("only-changes").checked) parts.set("changes", "1");
    if (this.list.object !== null) parts.set("in", this.list.object);
    if (this.list.query.trim()) parts.set("filter", this.list.query.trim());
    if (this.state.find) parts.set("find", this.state.find);
    if (side !== "auto") parts.set("side", side);
    if (all) parts.set("all", "1");
    this._fragment = `#${parts}`;
    history.replaceState(null, "", this._fragment);
  }

  _readFragment() {
    if (location.hash && location.hash === this._fragment) return;
    const parts = new URLSearchParams(location.hash.slice(1));
    const { model, state } = this;
    const step = model.steps[Number(parts.get("step")) - 1];
    state.place = step ? "step" : parts.get("assembly") === "1" ? "assembly" : "overview";
    if (step) state.step = step;
    const base = Number(parts.get("from"));
    state.base = step && parts.has("from") && base >= 0 && base <= model.steps.length && Number.isInteger(base) ? base : null;
    state.view = viewNames(model).includes(parts.get("view")) ? parts.get("view") : "diff";
    state.side = ["split", "inline"].includes(parts.get("side")) ? parts.get("side") : "auto";
    state.all = parts.get("all") === "1";
    byId("query").value = parts.get("filter") ?? "";
    byId("code-query").value = parts.get("find") ?? "";
    byId("only-function").checked = parts.get("only") !== "0";
    byId("only-changes").checked = parts.get("changes") === "1";
    byId("object").value = parts.get("in") ?? "";
    const name = parts.get("function");
    const found = model.functions.findIndex(
      (item, id) => model.title(id) === name && String(item.object) === (parts.get("object") ?? String(item.object)),
    );
    // Filtering shows what is selected.
    this.list.function = name === null || found < 0 ? null : found;
  }

  _focusFilter(id) {
    byId("left").classList.add("open");
    byId("list-toggle").setAttribute("aria-expanded", "true");
    byId(id).focus();
    byId(id).select?.();
  }
}
