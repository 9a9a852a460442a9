// Comparing any two points of the run: many steps taken as one.

// A line may come from many others; the first ones are worth telling.
const MOST_SOURCES = 4;

/** Where each line of an object comes from after some of its changes: `{sources, copied}` or null. */
function composedOrigins(model, object, from, to) {
  let lines = model.state(object, from).map((_, line) => ({ sources: [line], copied: false }));
  for (const step of object.changes.slice(from, to)) {
    const origins = new Map(step.origins.map((origin) => [origin[0], origin]));
    const next = [];
    let place = 0;
    for (const [start, removed, added] of step.edits) {
      for (; place < start; place++) next.push(lines[place]);
      for (const _ of added) next.push(throughStep(origins.get(next.length), lines));
      place = start + removed;
    }
    for (; place < lines.length; place++) next.push(lines[place]);
    lines = next;
  }
  return lines;
}

/** Where an added line comes from, given where the lines before the step come from. */
function throughStep(origin, lines) {
  if (origin === undefined) return null;
  const [, direct, copied] = origin;
  const known = direct.map((line) => lines[line]).filter(Boolean);
  if (!known.length) return null;
  const sources = [...new Set(known.flatMap(({ sources }) => sources))].slice(0, MOST_SOURCES);
  return { sources, copied: !!copied || known[0].copied };
}

/** Edits that keep the lines that stand there as before, in the same order. */
function editsOver(before, after, origins) {
  const kept = [];
  origins.forEach((origin, line) => {
    if (origin && !origin.copied && before[origin.sources[0]] === after[line]) kept.push([origin.sources[0], line]);
  });
  const anchors = longestAscending(kept.map((pair) => pair[0])).map((at) => kept[at]);
  const edits = [];
  let old = 0;
  let next = 0;
  for (let [oldEnd, nextEnd] of [...anchors, [before.length, after.length]]) {
    const [oldAnchor, nextAnchor] = [oldEnd, nextEnd];
    // Braces, of which it is not known where they come from.
    while (old < oldEnd && next < nextEnd && before[old] === after[next]) old++, next++;
    while (old < oldEnd && next < nextEnd && before[oldEnd - 1] === after[nextEnd - 1]) oldEnd--, nextEnd--;
    if (old < oldEnd || next < nextEnd) edits.push([old, oldEnd - old, after.slice(next, nextEnd)]);
    old = oldAnchor + 1;
    next = nextAnchor + 1;
  }
  return edits;
}

/** All steps over an object between two points of the run, in the form of one step. */
function stretch(model, object, from, to) {
  const [change, changeAfter] = [from, to].map((at) => changesBefore(model.objects[object], at));
  return { object, first: from, number: to - 1, change, changeAfter, changed: change < changeAfter };
}

/** The same with what they did to the lines. */
function comparison(model, object, from, to) {
  const made = stretch(model, object, from, to);
  const { change, changeAfter } = made;
  const after = model.codeAfter(made);
  const origins = composedOrigins(model, model.objects[object], change, changeAfter);
  made.edits = editsOver(model.codeBefore(made), after, origins);
  made.origins = origins.flatMap((origin, line) => (origin ? [[line, origin.sources, origin.copied ? 1 : 0]] : []));
  made.added = sum(made.edits.map((edit) => edit[2].length));
  made.removed = sum(made.edits.map((edit) => edit[1]));
  return made;
}
