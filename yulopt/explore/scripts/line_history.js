// The history of a line: back to where it comes from, and on to what became of it.

/** Where a line is on the other side of edits; null for a line that they touch. */
function across(edits, line, isForward) {
  let shift = 0;
  for (const [start, removed, added] of edits) {
    const first = isForward ? start : start + shift;
    const length = isForward ? removed : added.length;
    if (line < first) break;
    if (line < first + length) return null;
    shift += added.length - removed;
  }
  return isForward ? line + shift : line - shift;
}

/** The added lines that a removed line went into, the best one first. */
function resultsOf(step, line) {
  const all = step.origins.filter(([, sources]) => sources.includes(line));
  const moved = all.filter((origin) => !origin[2]);
  const candidates = moved.length ? moved : all;
  const main = candidates.filter(([, sources]) => sources[0] === line);
  return (main.length ? main : candidates).map((origin) => origin[0]);
}

/**
 * What the steps did to a line that is at this place after a number of changes of an object:
 * `{step, what, line, text}`, in the order of the run, with the place after the step (or before it, if
 * the line was removed).
 */
function lineHistory(model, object, count, line) {
  const { changes } = model.objects[object];
  const event = (at, what, place, isAfter = true) => {
    const code = isAfter ? model.codeAfter(at) : model.codeBefore(at);
    return { step: at, what, line: place, isAfter, text: model.text(code[place]).trim() };
  };
  const sameText = (at, old, place) =>
    model.text(model.codeBefore(at)[old]).trim() === model.text(model.codeAfter(at)[place]).trim();
  const events = [];
  let place = line;
  for (let index = count - 1; index >= 0; index--) {
    const at = changes[index];
    const kept = across(at.edits, place, false);
    if (kept === null) {
      const origin = at.origins.find((other) => other[0] === place);
      if (origin === undefined) {
        events.push(event(at, "created", place));
        break;
      }
      const [, sources, copied] = origin;
      const what = copied ? "copied" : sameText(at, sources[0], place) ? "moved" : "changed";
      events.push(event(at, what, place));
      place = sources[0];
    } else place = kept;
  }
  events.reverse();
  place = line;
  for (let index = count; index < changes.length; index++) {
    const at = changes[index];
    const kept = across(at.edits, place, true);
    if (kept === null) {
      const [result] = resultsOf(at, place);
      if (result === undefined) {
        events.push(event(at, "removed", place, false));
        break;
      }
      events.push(event(at, sameText(at, place, result) ? "moved" : "changed", result));
      place = result;
    } else place = kept;
  }
  return events;
}
