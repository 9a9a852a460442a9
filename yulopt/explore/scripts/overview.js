// The overview: what became of the program, and the steps that did most.

class Overview {
  constructor(model, actions) {
    this.model = model;
    this.actions = actions;
    this.measure = "size";
  }

  heading() {
    const { model } = this;
    const { file } = model.settings;
    return [
      element(
        "div",
        { class: "title" },
        element(
          "div",
          { class: "words" },
          element("h2", { id: "step-name" }, "Overview"),
          element("span", { class: "place" }, `${file}: ${plural(model.steps.length, "step run")}, ${grouped(model.changed.length)} changed something`),
        ),
        this.actions.stepButtons(),
      ),
    ];
  }

  /** What stands above the difference. */
  parts() {
    return [
      element("div", { class: "overview" }, this._figures(), this._largest()),
      element("h3", { class: "section" }, "Input beside output"),
    ];
  }

  _figures() {
    const { model } = this;
    const last = model.steps.length;
    const row = (label, object) => {
      const cells = Object.keys(MEASURES).map((what) =>
        element("td", { "data-label": measureTitle(what) }, course(what, model.figuresAt(0, object), model.figuresAt(last, object), false)),
      );
      return element("tr", {}, element("th", { scope: "row", title: object === null ? "" : model.objects[object].path }, ...label), ...cells);
    };
    const words = (object) => [element("span", { class: "object-path" }, object.path.split(".").at(-1)), ` ${codeKind(object)}`];
    const objects = model.objects.map((object, number) => row(words(object), number));
    const all = model.objects.length > 1 ? [row(["everything"], null)] : [];
    return element(
      "section",
      { id: "figures" },
      element("h3", {}, "From the input to the output"),
      element("table", { class: "data" }, element("thead", {}, element("tr", {}, element("th", {}, "object"), ...this._heads())), element("tbody", {}, ...objects, ...all)),
      ...this._notes(),
    );
  }

  _heads(title = measureTitle) {
    return Object.keys(MEASURES).map((what) => element("th", { scope: "col", title: MEASURES[what].hint }, title(what)));
  }

  _notes() {
    const { model } = this;
    const measured = model.code.size;
    const all = model.changed.length + 1;
    const known = [...model.code.values()].filter(({ sizes }) => sizes.length).length;
    const words = [
      model.objects.length > 1 ? "The bytes of an object include those of the objects in it." : "",
      measured < all
        ? `Code was generated at ${grouped(measured)} of the ${grouped(all)} points of the run; with --all-code-sizes it is generated at all.`
        : "Code was generated at every point of the run.",
      known < measured ? `At ${grouped(measured - known)} of them there is no bytecode: ${this._problem()}.` : "",
    ];
    const notes = element("p", { class: "note" }, words.filter(Boolean).join(" "));
    return [element("details", { class: "notes" }, element("summary", {}, "What is measured, and where"), measureList(), notes)];
  }

  _problem() {
    return [...this.model.code.values()].find(({ problem }) => problem).problem;
  }

  _largest() {
    const { model } = this;
    const steps = model.largest[this.measure];
    const choice = ["size", "gas"].map((what) => {
      const made = element("button", { type: "button", "aria-pressed": String(what === this.measure) }, `by ${MEASURES[what].name}`);
      made.addEventListener("click", () => {
        this.measure = what;
        section.replaceWith(this._largest());
      });
      return made;
    });
    const section = element(
      "section",
      { id: "largest" },
      element("h3", {}, steps.length === 5 ? "The five steps that changed most" : "The steps that changed most"),
      element("div", { class: "choice", role: "group", "aria-label": "Order" }, ...choice),
      steps.length
        ? element(
            "table",
            { class: "data" },
            element("thead", {}, element("tr", {}, element("th", {}, "step"), ...this._heads((what) => MEASURES[what].name))),
            element("tbody", {}, ...steps.map((step) => this._step(step))),
          )
        : element("p", { class: "note" }, "No step changed this figure."),
    );
    return section;
  }

  _step(step) {
    const { model } = this;
    const { letter, name } = model.kind(step);
    const [before, after] = [model.before(step), model.after(step)];
    const go = element(
      "button",
      { type: "button", class: "go", "data-step": step.number },
      element("span", { class: "badge" }, letter || "–"),
      element("span", {}, name),
      element("span", { class: "note" }, `#${step.number + 1}`),
    );
    go.addEventListener("click", () => this.actions.choose(step.number));
    const cell = (what) => {
      const isKnown = before[what] !== null && after[what] !== null;
      const content = isKnown
        ? element("b", { class: effect(after[what], before[what]) }, signed(after[what] - before[what]))
        : element("span", { class: "unknown", title: reasonOf(before, after) }, "not known");
      return element("td", { "data-label": measureTitle(what) }, content);
    };
    return element("tr", {}, element("th", { scope: "row" }, go), ...Object.keys(MEASURES).map(cell));
  }
}
