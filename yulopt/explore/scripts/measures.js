// What is measured, and how figures are written: each with its name, and with its unit unless the
// name says it.

const MEASURES = {
  bytes: { name: "bytes of code", unit: "", hint: "The bytecode, with the objects and the data in it; its assembly is optimised at every point." },
  gas: { name: "gas estimate", unit: "", hint: "In gas: each statement once, times the expected executions, and what the bytes of the code cost." },
  size: { name: "AST size", unit: " nodes", hint: "The nodes of the syntax tree, weighted as the steps of the optimiser weigh them." },
};

/** The name of a measure with its unit, for the head of a column. */
const measureTitle = (what) => [MEASURES[what].name, MEASURES[what].unit.trim()].filter(Boolean).join(", ");

/** How a figure went: `382 → 510 nodes +33 %`; without the unit where it stands at the head. */
function course(what, before, after, hasUnit = true) {
  const [old, next] = [before[what], after[what]];
  if (old === null && next === null) return element("span", { class: "unknown" }, before.reason);
  const unit = hasUnit ? MEASURES[what].unit : "";
  if (old === null || next === null) {
    const value = (figures) => (figures[what] === null ? "?" : grouped(figures[what]));
    const text = `${value(before)} → ${value(after)}${unit}`;
    return element("span", {}, text, element("span", { class: "unknown" }, ` (${reasonOf(before, after)})`));
  }
  const change = element("b", { class: effect(next, old) }, signedPercent(next, old));
  return element("span", {}, old === next ? `${grouped(next)}${unit} ` : `${grouped(old)} → ${grouped(next)}${unit} `, change);
}

/** Why bytes are not known at one of two points. */
const reasonOf = (before, after) => (before.bytes === null ? before.reason : after.reason);

/** Two figures, and by how much they differ. */
function figureCourse(what, before, after) {
  const [old, next] = [before[what], after[what]];
  if (old === null || next === null || old === next) return course(what, before, after);
  const change = element("b", { class: effect(next, old) }, ` ${signed(next - old)} (${signedPercent(next, old)})`);
  return element("span", {}, `${grouped(old)} → ${grouped(next)}${MEASURES[what].unit}`, change);
}

/** The names of the measures, and what they are. */
function measureList() {
  return element(
    "dl",
    { class: "measures" },
    ...Object.entries(MEASURES).map(([what, { hint }]) =>
      element("div", { class: what }, element("dt", {}, measureTitle(what)), element("dd", {}, hint)),
    ),
  );
}
