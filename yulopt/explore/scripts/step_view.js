// The middle of the page: the selected step with its difference or its pictures.

const VIEWS = { diff: "Difference", flow: "Control flow", dominators: "Dominators" };

class StepView {
  constructor(model, state, actions) {
    this.model = model;
    this.state = state;
    this.actions = actions;
    for (const [name, title] of Object.entries(VIEWS)) {
      const tab = element("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": "view" }, title);
      tab.addEventListener("click", () => actions.chooseView(name));
      byId("tabs").append(tab);
    }
    byId("tabs").addEventListener("keydown", (event) => this._moveTab(event));
  }

  _moveTab(event) {
    const distance = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!distance) return;
    event.preventDefault();
    event.stopPropagation();
    const names = Object.keys(VIEWS);
    const next = names[(names.indexOf(this.state.view) + distance + names.length) % names.length];
    this.actions.chooseView(next);
    byId(`tab-${next}`).focus();
  }

  show() {
    const { step, view } = this.state;
    this._heading(step);
    for (const name of Object.keys(VIEWS)) {
      const tab = byId(`tab-${name}`);
      tab.setAttribute("aria-selected", String(name === view));
      tab.tabIndex = name === view ? 0 : -1;
    }
    byId("view").setAttribute("aria-labelledby", `tab-${view}`);
    const scope = this._scope(step);
    if (view === "diff") this._showDifference(step, scope);
    else this._showGraph(step, scope, view === "dominators");
  }

  /** The chosen function, if it is in the object of the step. */
  _scope(step) {
    const id = this.state.function;
    return id !== null && this.model.functions[id].object === step.object ? id : null;
  }

  _heading(step) {
    const { model } = this;
    const { letter, name, extension, summary } = model.kind(step);
    const path = model.objects.length > 1 ? [model.objects[step.object].path] : [];
    const figure = (what) => {
      const before = step.before[what];
      const after = step.after[what];
      const kind = effect(after, before);
      const change = before === after ? "" : ` ${signed(after - before)} (${signedPercent(after, before)})`;
      return element(
        "span",
        { class: "figure" },
        element("span", { class: "what" }, what),
        before === after ? grouped(after) : `${grouped(before)} → ${grouped(after)}`,
        element("b", { class: kind }, change),
      );
    };
    const go = (label, hint, distance, changedOnly) => {
      const target = this.actions.neighbour(distance, changedOnly);
      const made = element("button", { type: "button", title: hint, "aria-label": hint }, label);
      made.disabled = target === null;
      made.addEventListener("click", () => this.actions.choose(target.number));
      return made;
    };
    byId("heading").replaceChildren(
      element(
        "div",
        { class: "title" },
        element("span", { class: extension ? "badge large extension" : "badge large" }, letter || "–"),
        element(
          "div",
          { class: "words" },
          element("h2", { id: "step-name" }, ...breakable(name), extension ? element("span", { class: "tag" }, "extension") : ""),
          element("span", { class: "place" }, [`#${step.number + 1}`, step.place, ...path].join(" · ")),
        ),
        element(
          "span",
          { class: "steps" },
          go("⇤", "Last step before that changed something (p)", -1, true),
          go("←", "Step before (↑ or k)", -1, false),
          go("→", "Next step (↓ or j)", 1, false),
          go("⇥", "Next step that changed something (n)", 1, true),
        ),
      ),
      element("p", { class: "summary" }, ...withCode(summary)),
      element(
        "p",
        { class: "figures" },
        figure("size"),
        figure("gas"),
        step.changed
          ? element("span", { class: "figure" }, element("span", { class: "what" }, "lines"), element("b", { class: "plus" }, `+${grouped(step.added)}`), " ", element("b", { class: "minus" }, `−${grouped(step.removed)}`))
          : element("span", { class: "figure none" }, "changed nothing"),
      ),
    );
  }

  _button(label, hint, pressed, action) {
    const made = element("button", { type: "button", title: hint, "aria-pressed": String(pressed) }, label);
    made.addEventListener("click", action);
    return made;
  }

  _showDifference(step, scope) {
    const { model, state, actions } = this;
    const inline = actions.isInline();
    const difference = new Difference(model, step);
    this.shown?.leave();
    this.shown = new DifferenceView(difference, {
      scope,
      inline,
      all: state.all,
      onLine: (side, line) => actions.showLine(side, line),
    });
    const copyButton = element("button", { type: "button", title: "Copy the whole program after this step" }, "copy program");
    copyButton.addEventListener("click", () => copy(model.program(step, true), copyButton));
    byId("options").replaceChildren(
      this._button("side by side", "Both sides (s)", !inline, () => actions.chooseSide("split")),
      this._button("inline", "One below the other (s)", inline, () => actions.chooseSide("inline")),
      this._button("all lines", "Also what did not change (a)", state.all, () => actions.toggleAll()),
      copyButton,
    );
    const notes = [];
    if (state.function !== null && scope === null) {
      notes.push(this._note(`${model.title(state.function)} is in another object; here is all code of this one.`));
    } else if (scope !== null) {
      const name = model.nameOf(scope, step);
      const isThere = this.shown.items.length > 0;
      if (!isThere) notes.push(this._note(`${name} is not in the code here.`));
      else if (this.shown.isSame) notes.push(this._note(`This step did not change ${name}.`));
    } else if (!step.changed) {
      notes.push(this._note("This step changed nothing."));
    }
    this._fill(...notes, this.shown.root);
  }

  /** Shows something from its start, also where the page scrolls and not the view. */
  _fill(...children) {
    const view = byId("view");
    view.replaceChildren(...children);
    view.scrollTop = 0;
    const pane = byId("pane");
    if (pane.getBoundingClientRect().top < 0) pane.scrollIntoView({ behavior: "instant" });
  }

  _note(text) {
    return element("p", { class: "note" }, text);
  }

  /** Without a chosen function, the picture is that of the first function that changed. */
  _showGraph(step, scope, isTree) {
    const { model, actions } = this;
    const changed = model.changedFunctions(step).map((item) => item.id);
    const hasPicture = (id) => model.picture(id, step, true) ?? model.picture(id, step, false);
    const blocks = (id) => hasPicture(id)?.blocks?.length ?? 0;
    const first = changed.toSorted((one, other) => blocks(other) - blocks(one))[0];
    const present = model.spansAfter(step).map((span) => span.function);
    const outside = model.functions.findIndex((item) => item.object === step.object && item.names[0] === "");
    const id = scope ?? first ?? present[0] ?? outside;
    const select = element("select", { "aria-label": "Function of the picture", id: "picture-function" });
    const group = (label, ids) => {
      if (!ids.length) return;
      const made = element("optgroup", { label });
      for (const item of ids) made.append(element("option", { value: item }, model.nameOf(item, step)));
      select.append(made);
    };
    group("changed by this step", changed);
    group("not changed", [outside, ...present].filter((item) => !changed.includes(item)));
    if (!changed.includes(id) && id !== outside && !present.includes(id)) group("not here", [id]);
    select.value = String(id);
    select.addEventListener("change", () => actions.chooseFunction(Number(select.value)));
    byId("options").replaceChildren(select);
    this._fill(new GraphView(model, isTree).show(step, id));
  }
}
