// The difference that a step made: which line stands beside which, and which words differ.

/** The positions of a longest ascending subsequence of numbers. */
function longestAscending(numbers) {
  const tops = [];
  const previous = new Array(numbers.length).fill(-1);
  numbers.forEach((number, index) => {
    let low = 0;
    let high = tops.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numbers[tops[middle]] < number) low = middle + 1;
      else high = middle;
    }
    if (low > 0) previous[index] = tops[low - 1];
    tops[low] = index;
  });
  const result = [];
  for (let index = tops.at(-1) ?? -1; index >= 0; index = previous[index]) result.push(index);
  return result.reverse();
}

/**
 * The rows of a difference: `{old, next, pair}`, each side a line of the code (from 0) or -1.
 * A pair is one line that was rewritten; without it two lines only stand beside each other.
 */
function differenceRows(step, oldLength, origins) {
  const rows = [];
  let old = 0;
  let next = 0;
  const same = (end) => {
    while (old < end) rows.push({ old: old++, next: next++, same: true });
  };
  for (const [start, removed, added] of step.edits ?? []) {
    same(start);
    const oldEnd = old + removed;
    const nextEnd = next + added.length;
    const candidates = [];
    for (let line = next; line < nextEnd; line++) {
      const origin = origins.get(line);
      if (origin !== undefined && origin.sources[0] >= old && origin.sources[0] < oldEnd) {
        candidates.push([origin.sources[0], line]);
      }
    }
    const pairs = longestAscending(candidates.map((pair) => pair[0])).map((at) => candidates[at]);
    for (const [oldPair, nextPair] of [...pairs, [oldEnd, nextEnd]]) {
      while (old < oldPair || next < nextPair) {
        rows.push({ old: old < oldPair ? old++ : -1, next: next < nextPair ? next++ : -1 });
      }
      if (oldPair < oldEnd) rows.push({ old: old++, next: next++, pair: true });
    }
  }
  same(oldLength);
  return rows;
}

const MOST_TOKENS = 300;
const LEAST_KEPT = 0.3;

/** Which tokens of two lines differ: two lists of flags, by a longest common subsequence. */
function changedTokens(oldText, newText) {
  const a = tokens(oldText);
  const b = tokens(newText);
  const oldMarks = new Array(a.length).fill(true);
  const newMarks = new Array(b.length).fill(true);
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) {
    oldMarks[start] = newMarks[start] = false;
    start++;
  }
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    oldMarks[--endA] = newMarks[--endB] = false;
  }
  const height = endA - start;
  const width = endB - start;
  if (height > MOST_TOKENS || width > MOST_TOKENS) return [oldMarks, newMarks];
  const table = Array.from({ length: height + 1 }, () => new Uint16Array(width + 1));
  for (let i = height - 1; i >= 0; i--) {
    for (let j = width - 1; j >= 0; j--) {
      const equal = a[start + i] === b[start + j];
      table[i][j] = equal ? table[i + 1][j + 1] + 1 : Math.max(table[i + 1][j], table[i][j + 1]);
    }
  }
  for (let i = 0, j = 0; i < height && j < width; ) {
    if (a[start + i] === b[start + j]) {
      oldMarks[start + i++] = newMarks[start + j++] = false;
    } else if (table[i + 1][j] >= table[i][j + 1]) i++;
    else j++;
  }
  if (isOtherLine(oldMarks, a) || isOtherLine(newMarks, b)) return [null, null];
  bridge(oldMarks, a);
  bridge(newMarks, b);
  return [oldMarks, newMarks];
}

/** Whether so little of a line is left that its words are not worth comparing. */
function isOtherLine(marks, all) {
  const words = all.filter((token) => /\w/.test(token)).length;
  const kept = all.filter((token, index) => !marks[index] && /\w/.test(token)).length;
  return words > 2 && kept < words * LEAST_KEPT;
}

/** Marks what stands between marked words if it is no word, so that marks are not in pieces. */
function bridge(marks, all) {
  let last = -1;
  for (let index = 0; index < marks.length; index++) {
    if (!marks[index]) continue;
    const between = all.slice(last + 1, index);
    if (last >= 0 && between.length <= 2 && !between.some((token) => /\w/.test(token))) {
      marks.fill(true, last + 1, index);
    }
    last = index;
  }
}

/** Everything about the lines that a step changed. */
class Difference {
  constructor(model, step) {
    this.model = model;
    this.step = step;
    this.old = model.codeBefore(step);
    this.next = model.codeAfter(step);
    this.origins = new Map(
      (step.origins ?? []).map(([line, sources, copied]) => [line, { sources, copied: !!copied }]),
    );
    this.results = new Map();
    for (const [line, { sources }] of this.origins) {
      for (const source of sources) {
        if (!this.results.has(source)) this.results.set(source, []);
        this.results.get(source).push(line);
      }
    }
    this.rows = differenceRows(step, this.old.length, this.origins);
  }

  oldText(line) {
    return this.model.text(this.old[line]);
  }

  newText(line) {
    return this.model.text(this.next[line]);
  }

  /** The rows with lines of a function; a line that stands beside them and is not of it is left
   * out. */
  rowsOf(id) {
    const old = new Set(this.model.linesOf(id, this.step, false));
    const next = new Set(this.model.linesOf(id, this.step, true));
    const rows = [];
    for (const row of this.rows) {
      const hasOld = row.old >= 0 && old.has(row.old);
      const hasNext = row.next >= 0 && next.has(row.next);
      if (!hasOld && !hasNext) continue;
      if (row.same || row.pair) rows.push(row);
      else rows.push({ old: hasOld ? row.old : -1, next: hasNext ? row.next : -1 });
    }
    return rows;
  }

  /** A brace moved if what stands inside it moved. */
  _fateOfBrace(line, isOld, brace) {
    const code = isOld ? this.old : this.next;
    const step = brace === "{" ? 1 : -1;
    for (let other = line + step; Math.abs(other - line) <= MOST_BRACES && other in code; other += step) {
      if (this.model.text(code[other]).trim() === brace) continue;
      const isKnown = isOld ? this.results.has(other) : this.origins.has(other);
      if (isKnown && this.fate(other, isOld).kind === "moved") {
        return { kind: "moved", sign: "·", hint: "moved with what is inside", to: -1 };
      }
      break;
    }
    const sign = isOld ? "−" : "+";
    return { kind: isOld ? "gone" : "new", sign, hint: isOld ? "removed" : "new", to: -1 };
  }

  /** What became of a removed line, or where an added line comes from: a class, a sign, a hint, and
   * the line on the other side to go to. */
  fate(line, isOld) {
    const text = isOld ? this.oldText(line) : this.newText(line);
    if (/^\s*[{}]$/.test(text)) return this._fateOfBrace(line, isOld, text.trim());
    if (isOld) {
      const results = this.results.get(line);
      if (results === undefined) return { kind: "gone", sign: "−", hint: "removed", to: -1 };
      const to = results[0];
      const isSame = results.some((at) => this.newText(at).trim() === this.oldText(line).trim());
      const hint = `${isSame ? "moved to" : "went into"} line ${results.map((at) => at + 1).join(", ")}`;
      return { kind: isSame ? "moved" : "gone", sign: isSame ? "↷" : "−", hint, to };
    }
    const origin = this.origins.get(line);
    if (origin === undefined) return { kind: "new", sign: "+", hint: "new", to: -1 };
    const to = origin.sources[0];
    const isSame = this.oldText(to).trim() === this.newText(line).trim();
    const verb = origin.copied ? "copied from" : isSame ? "moved from" : "made from";
    const hint = `${verb} line ${origin.sources.map((at) => at + 1).join(", ")}`;
    const isMoved = isSame && !origin.copied;
    return { kind: isMoved ? "moved" : "new", sign: isMoved ? "↷" : "+", hint, to };
  }
}

const CONTEXT = 3;
const MOST_BRACES = 8;

/** Rows with long stretches that are the same folded: `{row}` or `{fold: rows}`. */
function folded(rows, isAll) {
  if (isAll) return rows.map((row) => ({ row }));
  const items = [];
  let index = 0;
  while (index < rows.length) {
    if (!rows[index].same) {
      items.push({ row: rows[index++] });
      continue;
    }
    let end = index;
    while (end < rows.length && rows[end].same) end++;
    const head = index === 0 ? 0 : CONTEXT;
    const tail = end === rows.length ? 0 : CONTEXT;
    if (end - index <= head + tail + 1) {
      for (; index < end; index++) items.push({ row: rows[index] });
    } else {
      for (let at = index; at < index + head; at++) items.push({ row: rows[at] });
      items.push({ fold: rows.slice(index + head, end - tail) });
      for (let at = end - tail; at < end; at++) items.push({ row: rows[at] });
    }
    index = end;
  }
  return items;
}
