// The head of the middle: the selected step, or the two points that are compared, with the figures.

const codeKind = ({ creation }) => (creation ? "(creation)" : "(deployed)");
const objectLabel = (object) => `${object.path} ${codeKind(object)}`;

/** What stands above the difference of one step. */
function stepHeading(model, step, actions) {
  const { letter, name, extension, summary } = model.kind(step);
  const path = model.objects.length > 1 ? [model.objects[step.object].path] : [];
  return [
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
      actions.stepButtons(),
    ),
    element("p", { class: "summary" }, ...withCode(summary)),
    figuresOf(model, step),
    proofDetails(step) ?? "",
    besideDetails(model, step) ?? "",
  ];
}

/** What stands above the differences between two points; `spans` has one for each object. */
function comparisonHeading(model, spans, actions) {
  const [{ first: from, number }] = spans;
  const to = number + 1;
  const total = (what) => sum(spans.map((span) => span[what]));
  return [
    element(
      "div",
      { class: "title" },
      element(
        "div",
        { class: "words" },
        element("h2", { id: "step-name" }, "Comparison"),
        element("span", { class: "place" }, `${pointName(model, from)} → ${pointName(model, to)}`),
      ),
      actions.stepButtons(),
    ),
    figuresOf(model, { first: from, number, object: null, changed: true, added: total("added"), removed: total("removed") }),
  ];
}

/** What a point of the run is called. */
function pointName(model, at) {
  if (at === 0) return "input";
  const step = model.steps[at - 1];
  return at === model.steps.length ? "output" : `after #${at} ${model.kind(step).name}`;
}

function figuresOf(model, step) {
  const [before, after] = [model.before(step), model.after(step)];
  const figure = (what) =>
    element("span", { class: `figure ${what}` }, element("span", { class: "what" }, MEASURES[what].name), figureCourse(what, before, after));
  const lines = step.changed
    ? element("span", { class: "figure lines" }, element("span", { class: "what" }, "lines"), element("b", { class: "plus" }, `+${grouped(step.added)}`), " ", element("b", { class: "minus" }, `−${grouped(step.removed)}`))
    : element("span", { class: "figure none" }, "changed nothing");
  return element("p", { class: "figures" }, ...Object.keys(MEASURES).map(figure), lines);
}

/** A choice of the point that is compared with: the step before, the input, or any change. It is made once: it has an
 * option for each change of the run. */
class BaseChoice {
  constructor(model, actions) {
    this.model = model;
    this.actions = actions;
    this.select = element("select", { id: "base", "aria-label": "Compare with" });
    this.select.append(element("option", { value: "" }, "the step before"), element("option", { value: "0" }, "the input"));
    model.objects.forEach((object, number) => {
      const group = element("optgroup", { label: objectLabel(object) });
      for (const step of object.changes) {
        const { letter, name } = model.kind(step);
        group.append(element("option", { value: step.number + 1 }, `after #${step.number + 1} ${letter} ${name}`));
      }
      if (object.changes.length) this.select.append(group);
    });
    this.unchanged = element("option");
    this.select.addEventListener("change", () => actions.chooseBase(this.select.value === "" ? null : Number(this.select.value)));
    this.marking = element("span");
    this.root = element("p", { class: "bases" }, element("label", { class: "base" }, "compared with ", this.select), this.marking);
  }

  show(base) {
    const value = base === null ? "" : String(base);
    this.marking.replaceChildren(base === null ? this.actions.button("mark", "compare from here") : this.actions.button("unmark", "stop comparing"));
    this.unchanged.remove();
    this.select.value = value;
    if (this.select.value === value) return;
    // A marked step may be one that changed nothing.
    this.unchanged.value = value;
    this.unchanged.textContent = pointName(this.model, base);
    this.select.append(this.unchanged);
    this.select.value = value;
  }
}
