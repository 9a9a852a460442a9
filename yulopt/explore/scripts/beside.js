// What another release of solc does differently, on pages that were asked for it.

/** The sign of a step that does something else, in the list. */
function besideSign(model, step) {
  if (!step.beside) return "";
  return `<span class="beside" title="differs in solc ${model.beside.version}">≠</span> `;
}

/** For the totals: how many steps differ, and what comes of that. */
function besideWords({ bytes, other_steps: others, steps }) {
  const words = [others ? "other steps by default" : "", steps ? `${plural(steps, "step run")} not the same` : ""].filter(Boolean);
  return `${words.join(", ") || "the same steps"}${bytes === null ? "" : `, ${grouped(bytes)} bytes`}`;
}

/** What the selected step makes in both, function by function; null if it makes the same. */
function besideDetails(model, step) {
  if (!step.beside) return null;
  const { settings, beside } = model;
  const kinds = { "+": "plus", "-": "minus" };
  const parts = step.beside.flatMap(([name, lines]) => [
    element("h3", {}, name || OUTSIDE),
    element("pre", {}, ...lines.map((line) => element("span", { class: kinds[line[0]] ?? "" }, `${line}\n`))),
  ]);
  const summary = element("summary", {}, element("span", { class: "beside" }, "≠"), ` differs in solc ${beside.version}`);
  const note = element("p", { class: "note" }, `− as solc ${settings.release} has it, + as solc ${beside.version} has it, over the same code`);
  return element("details", { class: "beside-code", open: true }, summary, note, ...parts);
}
