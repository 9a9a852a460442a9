// What is selected, and what happens when that changes.

const KEYS = [
  ["↓ ↑ or j k", "next step, step before"],
  ["n p", "next or last step that changed something"],
  ["Home End", "first step, last step"],
  ["/", "filter by letter or name"],
  ["f", "choose a function"],
  ["d c t", "difference, control flow, dominator tree"],
  ["s", "side by side or inline"],
  ["a", "show all lines, or fold what did not change"],
  ["Esc", "clear the filter, close this"],
  ["?", "these keys"],
];
const THEMES = ["auto", "light", "dark"];
const NARROW = 900;

class App {
  constructor(model) {
    this.model = model;
    this.state = { step: model.changed[0] ?? model.steps[0], function: null, view: "diff", side: "auto", all: false };
    this._header();
    this._help();
    this._theme();
    const choose = (number) => this.choose(number);
    this.sequence = new SequenceView(model, choose);
    this.timeline = new Timeline(model, choose);
    this.list = new ListView(model, choose, (numbers) => this._filtered(numbers));
    const actions = {
      choose,
      neighbour: (distance, changedOnly) => this.list.neighbour(this.state.step.number, distance, changedOnly),
      chooseFunction: (id) => (this.list.function = id),
      chooseView: (view) => this._set({ view }),
      chooseSide: (side) => this._set({ side }),
      toggleAll: () => this._set({ all: !this.state.all }),
      isInline: () => this._isInline(),
      showLine: (side, line) => this._showLine(side, line),
      goToLine: ({ step, line, isAfter }) => {
        this.list.reveal(step);
        this._set({ step, view: "diff" });
        this.view.shown.goTo(`${isAfter ? "new" : "old"}:${line}`);
      },
      query: (text) => (this.list.query = text),
    };
    this.actions = actions;
    this.view = new StepView(model, this.state, actions);
    this.about = new AboutView(model, actions);
    document.addEventListener("keydown", (event) => this._key(event));
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

  // What is selected

  choose(number) {
    this._set({ step: this.model.steps[number] });
  }

  _set(changes) {
    Object.assign(this.state, changes);
    this.show();
    this._writeFragment();
  }

  _filtered(numbers) {
    const isOther = this.state.function !== this.list.function;
    this.state.function = this.list.function;
    if (this.timeline.object !== this.list.object) this.timeline.focus(this.list.object);
    this.timeline.match(numbers);
    if (!this._isReady) return;
    if (numbers !== null && numbers.size && !numbers.has(this.state.step.number)) {
      const { shown } = this.list;
      const next = shown.find((step) => step.number >= this.state.step.number) ?? shown.at(-1);
      this._set({ step: next });
    } else if (isOther) {
      this._set({});
    } else this.show();
  }

  show() {
    const { step } = this.state;
    this.sequence.select(step);
    this.timeline.select(step);
    this.list.select(step);
    this.view.show();
    this.about.show(step, this.state.function);
  }

  /** Tells the history of a line of the difference. */
  _showLine(side, line) {
    const { step } = this.state;
    // A line before the step is one after the last step that changed the object.
    const { changes } = this.model.objects[step.object];
    const last = side === "old" && step.changed ? changes[step.change - 1] : step;
    const events = last
      ? lineHistory(this.model, last, line)
      : lineHistory(this.model, { ...step, changed: false }, line);
    this.about.showLine(step, side, line, events);
  }

  _isInline() {
    return this.state.side === "auto" ? innerWidth < NARROW : this.state.side === "inline";
  }

  // Permalinks

  _writeFragment() {
    const { step, view, side, all } = this.state;
    const parts = new URLSearchParams({ step: step.number + 1 });
    if (view !== "diff") parts.set("view", view);
    if (this.state.function !== null) {
      parts.set("function", this.model.title(this.state.function));
      parts.set("object", this.model.functions[this.state.function].object);
    }
    if (!byId("only-function").checked) parts.set("only", "0");
    if (byId("only-changes").checked) parts.set("changes", "1");
    if (this.list.object !== null) parts.set("in", this.list.object);
    if (this.list.query.trim()) parts.set("filter", this.list.query.trim());
    if (side !== "auto") parts.set("side", side);
    if (all) parts.set("all", "1");
    this._fragment = `#${parts}`;
    history.replaceState(null, "", this._fragment);
  }

  _readFragment() {
    if (location.hash && location.hash === this._fragment) return;
    const parts = new URLSearchParams(location.hash.slice(1));
    const { model, state } = this;
    const number = Number(parts.get("step")) - 1;
    if (model.steps[number]) state.step = model.steps[number];
    state.view = parts.get("view") in VIEWS ? parts.get("view") : "diff";
    state.side = ["split", "inline"].includes(parts.get("side")) ? parts.get("side") : "auto";
    state.all = parts.get("all") === "1";
    byId("query").value = parts.get("filter") ?? "";
    byId("only-function").checked = parts.get("only") !== "0";
    byId("only-changes").checked = parts.get("changes") === "1";
    byId("object").value = parts.get("in") ?? "";
    const name = parts.get("function");
    const found = model.functions.findIndex(
      (item, id) => model.title(id) === name && String(item.object) === (parts.get("object") ?? String(item.object)),
    );
    this.list.function = name === null || found < 0 ? null : found;
    this.show();
  }

  // Keys

  _key(event) {
    const isTyping = event.target.matches("input:not([type=checkbox]), select, textarea");
    if (event.key === "Escape") {
      if (byId("help").open) return;
      if (event.target === byId("query")) {
        if (this.list.query) this.list.query = "";
        byId("query").blur();
      }
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping) {
      if (event.target === byId("query") && ["ArrowDown", "ArrowUp", "Enter"].includes(event.key)) {
        event.preventDefault();
        if (event.key === "Enter") byId("list").focus();
        else this._move(event.key === "ArrowDown" ? 1 : -1);
      }
      return;
    }
    const scrolls = event.target.closest?.(".scroller, #view") && event.key.startsWith("Arrow");
    const isOnTimeline = event.target === this.timeline.picture;
    const actions = {
      ArrowDown: () => this._move(1),
      ArrowUp: () => this._move(-1),
      j: () => this._move(1),
      k: () => this._move(-1),
      n: () => this._move(1, true),
      p: () => this._move(-1, true),
      Home: () => this.choose((this.list.shown[0] ?? this.model.steps[0]).number),
      End: () => this.choose((this.list.shown.at(-1) ?? this.model.steps.at(-1)).number),
      "/": () => this._focusFilter("query"),
      f: () => this._focusFilter("function"),
      d: () => this._set({ view: "diff" }),
      c: () => this._set({ view: "flow" }),
      t: () => this._set({ view: "dominators" }),
      s: () => this._set({ side: this._isInline() ? "split" : "inline" }),
      a: () => this._set({ all: !this.state.all }),
      "?": () => byId("help").showModal(),
    };
    if (isOnTimeline) {
      actions.ArrowRight = actions.ArrowDown;
      actions.ArrowLeft = actions.ArrowUp;
    }
    const action = actions[event.key];
    if (!action || (scrolls && event.target.closest(".scroller"))) return;
    event.preventDefault();
    action();
  }

  _move(distance, changedOnly = false) {
    const next = this.actions.neighbour(distance, changedOnly);
    if (next !== null) this.choose(next.number);
  }

  _focusFilter(id) {
    byId("left").classList.add("open");
    byId("list-toggle").setAttribute("aria-expanded", "true");
    byId(id).focus();
    if (id === "query") byId("query").select();
  }

  // The frame

  _header() {
    const { settings, start, end, changed, steps } = this.model;
    const kind = settings.bare ? "only these steps" : "";
    byId("settings").textContent = [`EVM ${settings.evm}`, `${grouped(settings.runs)} runs`, kind].filter(Boolean).join(" · ");
    const total = (what) =>
      element(
        "div",
        { class: what },
        element("dt", {}, what),
        element("dd", {}, `${grouped(start[what])} → ${grouped(end[what])} `, element("b", { class: effect(end[what], start[what]) }, signedPercent(end[what], start[what]))),
      );
    byId("totals").append(
      total("size"),
      total("gas"),
      element("div", {}, element("dt", {}, "step runs"), element("dd", {}, `${grouped(steps.length)}, `, element("b", {}, grouped(changed.length)), " changed something")),
    );
  }

  _help() {
    const help = byId("help");
    const rows = KEYS.map(([keys, what]) =>
      element("tr", {}, element("th", { scope: "row" }, ...keys.split(" ").flatMap((key) => (key === "or" ? [" or "] : [element("kbd", {}, key), " "]))), element("td", {}, what)),
    );
    const close = element("button", { type: "button", onclick: () => help.close() }, "close");
    const { version } = this.model.settings;
    help.append(
      element("h2", {}, "Keys"),
      element("table", {}, element("tbody", {}, ...rows)),
      element("h2", {}, "Signs"),
      element(
        "ul",
        { class: "signs" },
        element("li", {}, element("span", { class: "sample gone" }, "−"), " removed, or rewritten to what stands beside it"),
        element("li", {}, element("span", { class: "sample new" }, "+"), " new, or rewritten"),
        element("li", {}, element("span", { class: "sample moved" }, "↷"), " moved as it is; click the sign to go to the other place"),
        element("li", {}, element("span", { class: "sample" }, "7"), " a line; click its number for its history"),
      ),
      element("p", { class: "note" }, "Size is that of the code as yulopt measures it, gas is an estimate: every statement once, times the expected executions, and the bytes of the code. Written by yulopt ", version, "."),
      close,
    );
    byId("help-button").addEventListener("click", () => help.showModal());
  }

  _theme() {
    const button = byId("theme");
    let now = "auto";
    const apply = () => {
      if (now === "auto") delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = now;
      const words = { auto: "as the system has them", light: "light", dark: "dark" };
      button.textContent = { auto: "◐", light: "☀", dark: "☾" }[now];
      button.setAttribute("aria-label", `Colours: ${words[now]}`);
      button.title = `Colours: ${words[now]}`;
    };
    button.addEventListener("click", () => {
      const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
      const order = isDark ? ["auto", "light", "dark"] : ["auto", "dark", "light"];
      now = order[(order.indexOf(now) + 1) % THEMES.length];
      apply();
    });
    apply();
  }
}
