// The middle of the page: what is selected, with its differences or its pictures.

const VIEWS = { diff: "Difference", solidity: "Solidity", flow: "Control flow", dominators: "Dominators" };
const viewNames = (model) => Object.keys(VIEWS).filter((name) => name !== "solidity" || model.sources.length);

class StepView {
  constructor(model, state, actions) {
    this.model = model;
    this.state = state;
    this.actions = actions;
    this.overview = new Overview(model, actions);
    this.assembly = new AssemblyView(model, actions);
    this.source = null;
    this.head = element("div");
    this.bases = new BaseChoice(model, actions);
    byId("heading").append(this.head, this.bases.root);
    for (const name of viewNames(model)) {
      const tab = actions.button(name, VIEWS[name]);
      for (const [key, value] of Object.entries({ role: "tab", id: `tab-${name}`, "aria-controls": "view" })) tab.setAttribute(key, value);
      byId("tabs").append(tab);
    }
    byId("tabs").addEventListener("keydown", (event) => this._moveTab(event));
  }

  _moveTab(event) {
    const distance = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!distance) return;
    event.preventDefault();
    event.stopPropagation();
    const names = viewNames(this.model);
    const next = names[(names.indexOf(this.state.view) + distance + names.length) % names.length];
    this.actions[next]();
    byId(`tab-${next}`).focus();
  }

  show() {
    const { place, view } = this.state;
    this._toStart();
    byId("bar").hidden = place === "assembly";
    this.bases.root.hidden = place !== "step";
    if (place === "assembly") {
      this.leave();
      this.head.replaceChildren(...this.assembly.heading());
      this._fill(...this.assembly.parts());
      return;
    }
    const spans = this._spans();
    this.head.replaceChildren(...this._heading(spans));
    for (const name of viewNames(this.model)) {
      const tab = byId(`tab-${name}`);
      tab.setAttribute("aria-selected", String(name === view));
      tab.tabIndex = name === view ? 0 : -1;
    }
    byId("view").setAttribute("aria-labelledby", `tab-${view}`);
    this.leave();
    if (view === "diff") this._showDifferences(spans);
    else if (view === "solidity") this._showSolidity(spans);
    else this._showGraph(spans, view === "dominators");
  }

  /** The two points that are compared, as numbers of steps that have run. */
  _points() {
    const { place, step, base } = this.state;
    if (place === "overview") return [0, this.model.steps.length];
    const at = step.number + 1;
    return base === null ? [at - 1, at] : [Math.min(base, at), Math.max(base, at)];
  }

  _heading(spans) {
    const { model, state, actions } = this;
    if (state.place === "overview") return this.overview.heading();
    this.bases.show(state.base);
    return state.base === null ? stepHeading(model, state.step, actions) : comparisonHeading(model, spans, actions);
  }

  /** What is shown: the step, or what happened to each object that changed between two points. */
  _spans() {
    const { model, state } = this;
    if (state.place === "step" && state.base === null) return [state.step];
    const [from, to] = this._points();
    const isChosen = state.function === null ? () => true : (number) => number === model.functions[state.function].object;
    const all = model.objects.map((_, number) => comparison(model, number, from, to));
    const changed = all.filter((span) => span.changed && isChosen(span.object));
    return changed.length ? changed : [all[state.step.object]];
  }

  /** The chosen function, if it is in the object of a span. */
  _scope(span) {
    const id = this.state.function;
    return id !== null && this.model.functions[id].object === span.object ? id : null;
  }

  _showDifferences(spans) {
    const { model, state, actions } = this;
    const inline = actions.isInline();
    this.foundIndex = -1;
    this.differences = spans.map(
      (span) =>
        new DifferenceView(new Difference(model, span), {
          scope: this._scope(span),
          inline,
          all: state.all,
          find: state.find,
          onLine: (side, line) => actions.showLine(span, side, line),
        }),
    );
    const copyButton = element("button", { type: "button", title: "Copy the whole program after this" }, "copy program");
    copyButton.addEventListener("click", () => copy(model.program(spans[0].number + 1), copyButton));
    byId("options").replaceChildren(
      actions.button("split", "side by side", { pressed: !inline }),
      actions.button("inline", "inline", { pressed: inline }),
      actions.button("all", "all lines", { pressed: state.all }),
      copyButton,
    );
    const isStep = spans[0] === state.step;
    const parts = spans.flatMap((span, index) => {
      const title = spans.length > 1 ? [element("h3", { class: "object" }, objectLabel(model.objects[span.object]))] : [];
      if (!inline && !isStep) title.push(this._sideNames(span));
      return [...title, ...this._notes(span, this.differences[index]), this.differences[index].root];
    });
    this._fill(...(state.place === "overview" ? this.overview.parts() : []), ...parts);
  }

  _sideNames({ first, number }) {
    const names = [first, number + 1].map((at) => element("span", {}, pointName(this.model, at)));
    return element("div", { class: "side-names" }, ...names);
  }

  /** Between the sources, and the code of the last object that changed. */
  _showSolidity(spans) {
    const { model } = this;
    const step = spans.findLast((span) => model.placesAfter(span).some((place) => place >= 0)) ?? spans.at(-1);
    const file = this.source ?? mainSource(model, step);
    const view = new SolidityView(model, step, this._scope(step), file);
    this.differences = [view];
    const select = element("select", { id: "source", "aria-label": "Source" });
    model.sources.forEach(([name], number) => select.append(element("option", { value: number }, name)));
    select.value = String(file);
    select.addEventListener("change", () => {
      this.source = Number(select.value);
      this.show();
    });
    byId("options").replaceChildren(select);
    const names = ["click a line to mark its code", "click a line to mark its source"].map((text) => element("span", { class: "note" }, text));
    this._fill(element("div", { class: "side-names" }, ...names), view.root);
  }

  /** Another view takes the place of this one. */
  leave() {
    for (const view of this.differences ?? []) view.leave();
    this.differences = [];
  }

  /** Fills also what is out of sight. */
  fillAll() {
    for (const view of this.differences) view.fillAll();
  }

  /** Goes to the next place of the text that is looked for, and from the last one to the first. */
  nextFound() {
    const places = (this.differences ?? []).flatMap((view) => (view.found?.() ?? []).map((place) => ({ view, place })));
    if (!places.length) return;
    this.foundIndex = (this.foundIndex + 1) % places.length;
    const { view, place } = places[this.foundIndex];
    view.goTo(place);
  }

  goToLine(object, place) {
    this.differences.find((view) => view.difference?.step.object === object)?.goTo(place);
  }

  _notes(span, view) {
    const { model, state } = this;
    const scope = this._scope(span);
    const note = (text) => [element("p", { class: "note" }, text)];
    const isOne = span.first === span.number;
    if (state.function !== null && scope === null) {
      return note(`${model.title(state.function)} is in another object; here is all code of this one.`);
    }
    if (scope !== null) {
      const name = model.nameOf(scope, span);
      if (!view.items.length) return note(`${name} is not in the code here.`);
      if (view.isSame) return note(isOne ? `This step did not change ${name}.` : `${name} is the same at both points.`);
    } else if (!span.changed) return note(isOne ? "This step changed nothing." : "Both points are the same.");
    return [];
  }

  /** What is shown next is shown from its start, also where the page scrolls and not the view. This reads the layout,
   * so it comes before anything is replaced: then nothing is laid out that is not shown. */
  _toStart() {
    byId("view").scrollTop = 0;
    const pane = byId("pane");
    if (pane.getBoundingClientRect().top < 0) pane.scrollIntoView({ behavior: "instant" });
  }

  _fill(...children) {
    byId("view").replaceChildren(...children);
  }

  /** Without a chosen function, the picture is that of the largest function that changed. */
  _showGraph(spans, isTree) {
    const { model, actions } = this;
    const entries = spans.flatMap((span) => {
      const changed = new Set(model.changedFunctions(span).map((item) => item.id));
      const outside = model.functions.findIndex((item) => item.object === span.object && item.names[0] === "");
      const present = model.spansAfter(span).map((item) => item.function);
      const ids = new Set([...changed, outside, ...present]);
      return [...ids].map((id) => ({ id, span, isChanged: changed.has(id), isThere: id === outside || present.includes(id) }));
    });
    const scope = spans.map((span) => this._scope(span)).find((id) => id !== null);
    if (scope !== undefined && !entries.some(({ id }) => id === scope)) {
      entries.push({ id: scope, span: spans.find((span) => this._scope(span) !== null), isChanged: false, isThere: false });
    }
    const blocks = ({ id, span }) => (model.picture(id, span, true) ?? model.picture(id, span, false))?.blocks?.length ?? 0;
    const rank = (entry) => (entry.isChanged ? 2 : 0) + (entry.isThere ? 1 : 0);
    const [first] = entries.toSorted((one, other) => rank(other) - rank(one) || blocks(other) - blocks(one));
    const shown = entries.find(({ id }) => id === scope) ?? first;
    byId("options").replaceChildren(this._functionChoice(entries, shown, actions));
    this._fill(new GraphView(model, isTree).show(shown.span, shown.id));
  }

  _functionChoice(entries, shown, actions) {
    const select = element("select", { "aria-label": "Function of the picture", id: "picture-function" });
    const group = (label, chosen) => {
      const options = chosen.map(({ id, span }) => element("option", { value: id }, this.model.nameOf(id, span)));
      if (options.length) select.append(element("optgroup", { label }, ...options));
    };
    group("changed", entries.filter((entry) => entry.isChanged));
    group("not changed", entries.filter((entry) => !entry.isChanged && entry.isThere));
    group("not here", entries.filter((entry) => !entry.isChanged && !entry.isThere));
    select.value = String(shown.id);
    select.addEventListener("change", () => actions.chooseFunction(Number(select.value)));
    return select;
  }
}
