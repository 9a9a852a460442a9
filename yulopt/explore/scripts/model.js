// The run: steps, the code before and after each, functions and their histories.

const OUTSIDE = "code outside functions";

const percent = (after, before) => (before ? (100 * (after - before)) / before : 0);
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** How many of the first steps changed an object. */
const changesBefore = (object, at) => object.changes.filter((step) => step.number < at).length;

/** What several changes of a function amount to; null for nothing. */
function outcome(kinds) {
  const isNew = kinds[0] === "added";
  if (kinds.at(-1) === "removed") return isNew ? null : "removed";
  if (isNew) return "added";
  return kinds.length && kinds.every((what) => what === "renamed") ? "renamed" : (kinds.find((what) => what !== "renamed") ?? null);
}

class Model {
  constructor(record) {
    this.settings = record.settings;
    this.lines = record.lines;
    this.layout = record.layout;
    this.kinds = record.kinds;
    this.pictures = record.pictures;
    this.builtins = new Set(record.builtins);
    this.sources = record.sources;
    this.places = record.places;
    // For each object, what its steps changed, in order; `spans` are those after each number of changes.
    this.objects = record.objects.map((object) => ({
      ...object,
      changes: [],
      spans: [unpackSpans(object.spans)],
      states: [object.lines],
      placeStates: [object.places],
    }));
    this.functions = record.functions.map((item) => ({ ...item, history: [] }));
    this._titles = this._makeTitles();
    this.steps = record.steps.map((step, number) => ({ ...step, number, first: number }));
    this.largest = Object.fromEntries(
      Object.entries(record.largest).map(([what, numbers]) => [what, numbers.map((number) => this.steps[number])]),
    );
    this.code = new Map(record.code.map(([point, sizes, problem]) => [point, { sizes, problem }]));
    this.assembly = record.assembly;
    this.assemblyProblem = record.assembly_problem;
    this.assemblyPipeline = record.assembly_pipeline;
    this.beside = record.beside;
    this._readSteps();
  }

  _readSteps() {
    const now = this.objects.map(({ size, gas }) => ({ size, gas }));
    // How many steps changed something so far; the bytes are known at some of these points.
    let point = 0;
    const total = () => ({
      size: sum(now.map((x) => x.size)),
      gas: sum(now.map((x) => x.gas)),
      ...this._code(point, 0),
    });
    let whole = total();
    this.figures = [now.map((figures, number) => ({ ...figures, ...this._code(0, number) }))];
    this.totals = [whole];
    for (const step of this.steps) {
      const object = this.objects[step.object];
      step.changed = step.edits !== undefined;
      now[step.object] = { size: step.size, gas: step.gas };
      if (step.changed) {
        point++;
        whole = total();
      }
      this.figures.push(now.map((figures, number) => ({ ...figures, ...this._code(point, number) })));
      this.totals.push(whole);
      step.change = object.changes.length;
      step.changeAfter = step.change + (step.changed ? 1 : 0);
      if (step.changed) {
        object.changes.push(step);
        object.spans.push(unpackSpans(step.spans));
        step.added = sum(step.edits.map((edit) => edit[2].length));
        step.removed = sum(step.edits.map((edit) => edit[1]));
      }
      for (const [id, what, picture] of step.functions ?? []) {
        this.functions[id].history.push({ step: step.number, what, picture });
      }
    }
    this.changed = this.steps.filter((step) => step.changed);
  }

  /** The bytes of an object at a point, null if they are not known, and why. */
  _code(point, object) {
    const known = this.code.get(point);
    const bytes = known?.sizes[object] ?? null;
    if (bytes !== null) return { bytes, reason: "" };
    return { bytes, reason: known ? known.problem : "not measured here" };
  }

  before(step) {
    return this.figuresAt(step.first, step.object);
  }

  after(step) {
    return this.figuresAt(step.number + 1, step.object);
  }

  /** The figures of an object, or of all (null), after the first `at` steps. */
  figuresAt(at, object) {
    return object === null ? this.totals[at] : this.figures[at][object];
  }

  kind(step) {
    return this.kinds[step.kind];
  }

  /** The lines of an object after a number of changes. */
  state(object, count) {
    return this._after(object, count, object.states, ({ edits }) => edits);
  }

  /** What is known for each line after a number of changes; every sixteenth state is kept. */
  _after(object, count, states, editsOf) {
    const known = Math.min(count >> 4, states.length - 1);
    let now = states[known];
    for (let change = known << 4; change < count; change++) {
      now = applyEdits(now, editsOf(object.changes[change]));
      if ((change + 1) % 16 === 0) states[(change + 1) >> 4] = now;
    }
    return now;
  }

  /** The places in the sources (indices of `places`) of the lines after a step. */
  placesAfter(step) {
    const object = this.objects[step.object];
    return this._after(object, step.changeAfter, object.placeStates, ({ edits, places }) => {
      let used = 0;
      return edits.map(([start, removed, added]) => [start, removed, places.slice(used, (used += added.length))]);
    });
  }

  /** The steps that added or removed a line with some text. */
  stepsWith(text) {
    const wanted = text.toLowerCase();
    const matching = new Set(this.lines.flatMap((line, number) => (line.toLowerCase().includes(wanted) ? [number] : [])));
    return new Set(
      this.changed.filter(
        (step) => step.edits.some((edit) => edit[2].some((line) => matching.has(line))) || this._removedLines(step).some((line) => matching.has(line)),
      ),
    );
  }

  _removedLines(step) {
    if (step.removedLines === undefined) {
      const before = this.codeBefore(step);
      step.removedLines = step.edits.flatMap(([start, removed]) => before.slice(start, start + removed));
    }
    return step.removedLines;
  }

  codeBefore(step) {
    return this.state(this.objects[step.object], step.change);
  }

  codeAfter(step) {
    return this.state(this.objects[step.object], step.changeAfter);
  }

  spansBefore(step) {
    return this.objects[step.object].spans[step.change];
  }

  spansAfter(step) {
    return this.objects[step.object].spans[step.changeAfter];
  }

  text(number) {
    return this.lines[number];
  }

  /** The text of the whole program after the first `at` steps. */
  program(at) {
    const codes = this.objects.map((object) => this.state(object, changesBefore(object, at)));
    const result = [];
    for (const [text, number] of this.layout) {
      if (number === null) {
        result.push(text);
        continue;
      }
      const indent = text.slice(0, text.length - text.trimStart().length);
      codes[number].forEach((line, index) => {
        result.push((index ? indent : text) + this.lines[line]);
      });
    }
    return result.join("\n") + "\n";
  }

  /** What a function was called before or after a step. */
  nameOf(id, step, isAfter = true) {
    const { names, history } = this.functions[id];
    const renamings = history.filter(
      (event) =>
        event.what === "renamed" && (isAfter ? event.step <= step.number : event.step < step.first),
    ).length;
    return names[Math.min(renamings, names.length - 1)] || OUTSIDE;
  }

  /** The last name of a function, for choosing it; no other one of its object has it. */
  title(id) {
    return this._titles[id];
  }

  _makeTitles() {
    const counts = new Map();
    return this.functions.map(({ object, names }) => {
      const name = names.at(-1) || OUTSIDE;
      const key = `${object} ${name}`;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count === 1 ? name : `${name} (${count})`;
    });
  }

  /** The functions that a step, or steps, changed, with what became of them. */
  changedFunctions(step) {
    const found = [];
    this.functions.forEach(({ object, history }, id) => {
      if (object !== step.object) return;
      const events = history.filter(
        (event) => event.step >= step.first && event.step <= step.number && event.what !== "same",
      );
      const what = outcome(events.map((event) => event.what));
      if (what !== null && step.changed) found.push({ id, what });
    });
    return found;
  }

  changes(id) {
    return this.functions[id].history.filter((event) => event.what !== "same");
  }

  /** The picture of a function before or after a step; null if there is none at that time. */
  picture(id, step, isAfter) {
    let found = null;
    for (const event of this.functions[id].history) {
      if (isAfter ? event.step > step.number : event.step >= step.first) break;
      found = event;
    }
    // The first step makes names unique; what it is given has the same graphs.
    found ??= this.functions[id].history[0] ?? null;
    if (found === null || found.picture === null) return null;
    return this.pictures[found.picture];
  }

  /** Where a function stands before or after a step: the numbers of its lines in the code. */
  linesOf(id, step, isAfter) {
    const spans = isAfter ? this.spansAfter(step) : this.spansBefore(step);
    const code = isAfter ? this.codeAfter(step) : this.codeBefore(step);
    const item = this.functions[id];
    if (item.object !== step.object) return [];
    const isOutside = item.names[0] === "";
    let first = 0;
    let end = code.length;
    let inner = spans;
    if (!isOutside) {
      const index = spans.findIndex((span) => span.function === id);
      if (index < 0) return [];
      ({ first, end } = spans[index]);
      inner = spans.slice(index + 1);
    }
    const lines = [];
    for (const span of inner) {
      if (span.first >= end) break;
      for (; first < span.first; first++) lines.push(first);
      first = Math.max(first, span.end);
    }
    for (; first < end; first++) lines.push(first);
    return lines;
  }

  /** The innermost function that a line is in. */
  functionAt(spans, line) {
    let found = null;
    for (const span of spans) {
      if (span.first > line) break;
      if (line < span.end) found = span;
    }
    return found;
  }
}
