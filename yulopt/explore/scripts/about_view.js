// What a step is for, and which functions it changed.

/** Text with `code` in it, as elements. */
function withCode(text) {
  return text.split(/(`[^`]+`)/).map((part) =>
    part.length > 2 && part.startsWith("`") ? element("code", {}, part.slice(1, -1)) : part,
  );
}

function yul(text, builtins) {
  const made = element("pre", { class: "yul" });
  made.innerHTML = text.split("\n").map((line) => highlighted(line, builtins)).join("\n");
  return made;
}

const MOST_EVENTS = 60;

class AboutView {
  constructor(model, actions) {
    this.model = model;
    this.actions = actions;
    this.root = byId("about");
    // What the documentation of each kind of step is shown with, by its number.
    this.documentation = new Map();
  }

  /** Tells about a step (null for the overview) and the chosen function. */
  show(step, functionId) {
    this.shown = step;
    for (const event of this.line?.querySelectorAll("[data-step]") ?? []) {
      if (event.dataset.step === String(step?.number)) event.setAttribute("aria-current", "step");
      else event.removeAttribute("aria-current");
    }
    this.root.replaceChildren(
      ...(this.line ? [this.line] : []),
      ...this._history(step, functionId),
      ...(step ? [...this._documentation(step), ...this._functions(step, functionId), ...this._command(step)] : []),
    );
    this._hideIfEmpty();
  }

  /** The overview needs the room. */
  _hideIfEmpty() {
    this.root.hidden = !this.root.childElementCount;
  }

  /** The history of a line, above everything else until it is closed. */
  showLine(point, line, events) {
    const list = element("ol", { class: "events" });
    const shown = this.shown;
    for (const event of events.slice(0, MOST_EVENTS)) {
      const { letter, name } = this.model.kind(event.step);
      const text = element("code");
      text.innerHTML = highlighted(event.text, this.model.builtins);
      const go = element(
        "button",
        { type: "button", title: `Go to step ${event.step.number + 1}`, "data-step": event.step.number, "aria-current": event.step === shown ? "step" : null },
        element("b", {}, `${letter || "–"} ${event.what}`),
        element("span", { class: "note" }, `#${event.step.number + 1} ${name}`),
        text,
      );
      go.addEventListener("click", () => this.actions.goToLine(event));
      list.append(element("li", {}, go));
    }
    const close = element("button", { type: "button", class: "more" }, "close");
    const section = element(
      "section",
      { class: "line", "aria-label": "History of a line" },
      element("h3", {}, `Line ${line + 1} of ${point === "input" ? "the input" : `the code ${point}`} `, close),
      events.length ? list : element("p", { class: "note" }, "No step touched it."),
      events.length > MOST_EVENTS ? element("p", { class: "note" }, `and ${plural(events.length - MOST_EVENTS, "more step")}`) : "",
    );
    close.addEventListener("click", () => {
      section.remove();
      this.line = null;
      this._hideIfEmpty();
    });
    this.line?.remove();
    this.line = section;
    this.root.prepend(section);
    this._hideIfEmpty();
    this.root.scrollTop = 0;
    if (innerWidth < NARROW) section.scrollIntoView({ behavior: "instant" });
  }

  _functions(step, selected) {
    const { model } = this;
    const parts = [];
    const changed = model.changedFunctions(step);
    if (changed.length) {
      const most = 10;
      const chips = changed.slice(0, most).map(({ id, what }) => this._chip(step, id, what, selected));
      if (changed.length > most) {
        const rest = changed.slice(most).map(({ id, what }) => this._chip(step, id, what, selected));
        const more = element("button", { type: "button", class: "more" }, `${rest.length} more`);
        more.addEventListener("click", () => more.replaceWith(...rest));
        chips.push(more);
      }
      parts.push(
        element("h3", {}, `Changed here: ${changed.length}`),
        element("div", { class: "chips" }, ...chips),
      );
    }
    return parts;
  }

  _chip(step, id, what, selected) {
    const name = this.model.nameOf(id, step, what !== "removed");
    const chip = element(
      "button",
      { type: "button", class: `chip ${what}`, title: `${what}: show this function`, "aria-pressed": String(id === selected) },
      name,
    );
    chip.addEventListener("click", () => this.actions.chooseFunction(id === selected ? null : id));
    return chip;
  }

  /** The steps that changed a function, as a strip. */
  _history(step, id) {
    const { model } = this;
    if (id === null) return [];
    const { object } = model.functions[id];
    const span = step ?? stretch(model, object, 0, model.steps.length);
    const strip = element("div", { class: "history" });
    for (const { step: number, what } of model.changes(id)) {
      const { letter, name } = model.kind(model.steps[number]);
      const item = element(
        "button",
        {
          type: "button",
          class: what,
          title: `${number + 1} ${name}: ${what}`,
          "aria-current": number === step?.number ? "step" : null,
        },
        letter || "–",
      );
      item.addEventListener("click", () => this.actions.choose(number));
      strip.append(item);
    }
    const lines = [false, true].map((isAfter) => model.linesOf(id, span, isAfter).length);
    const away = element("button", { type: "button", class: "more" }, "all code");
    away.addEventListener("click", () => this.actions.chooseFunction(null));
    const known = lines[0] === lines[1] ? plural(lines[1], "line") : `${lines[0]} → ${plural(lines[1], "line")}`;
    return [
      element("h3", {}, element("code", {}, model.title(id)), " ", away),
      element("p", { class: "note" }, `${known} here; changed by ${plural(strip.childElementCount, "step")}:`),
      strip,
    ];
  }

  _documentation(step) {
    if (!this.documentation.has(step.kind)) this.documentation.set(step.kind, this._newDocumentation(step));
    return this.documentation.get(step.kind);
  }

  _newDocumentation(step) {
    const { model } = this;
    const kind = model.kind(step);
    const parts = [
      element(
        "h3",
        { class: "step-title" },
        ...breakable(kind.name),
        kind.extension ? element("span", { class: "tag" }, "extension") : "",
      ),
      element("p", { class: "summary" }, ...withCode(kind.summary)),
      ...(kind.summary || kind.text ? [] : [element("p", { class: "note" }, "It has no documentation.")]),
    ];
    for (const paragraph of kind.text.split("\n\n").filter(Boolean)) {
      parts.push(element("p", {}, ...withCode(paragraph)));
    }
    if (kind.before) {
      parts.push(
        element("h4", {}, "Example"),
        yul(kind.before, model.builtins),
        element("p", { class: "becomes" }, "becomes"),
        yul(kind.after, model.builtins),
      );
    }
    const runs = model.steps.filter((other) => other.kind === step.kind);
    const changing = runs.filter((other) => other.changed).length;
    const all = element("button", { type: "button", class: "more" }, "show only these");
    all.addEventListener("click", () => this.actions.query(kind.letter || kind.name));
    parts.push(
      element("p", { class: "note" }, `${plural(runs.length, "run")} of this step, ${changing} changed something. `, all),
    );
    return parts;
  }

  _command(step) {
    if (!step.command) return [];
    const lines = [this.model.settings.command, step.command];
    const button = element("button", { type: "button", class: "more", id: "copy-command" }, "copy");
    button.addEventListener("click", () => copy(lines.join("\n"), button));
    return [
      element("h4", {}, "Run it again ", button),
      element("pre", { class: "command" }, lines.map((line) => `$ ${line}`).join("\n")),
    ];
  }
}
