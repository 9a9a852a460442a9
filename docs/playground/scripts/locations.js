// From where in the sources each line of a text comes. A place is `FILE:LINE`, both numbers.

const ANNOTATION = /@src (-?\d+):(-?\d+):(-?\d+)/g;
const COMMENT = /\/\*\*? @(?:src|ast-id)[^]*?\*\/ ?/g;
const LEADING = /^\s*\/\*\* @src/;
const COMMENT_LINE = /^\s*\/\/\/ @(?:src|ast-id|use-src)/;

/** The lines of a source, by offsets in bytes, as solc counts. */
export class SourceLines {
  constructor(text) {
    this.text = text;
    this.bytes = new TextEncoder().encode(text);
    this.starts = [0];
    this.bytes.forEach((byte, index) => byte === 10 && this.starts.push(index + 1));
  }

  /** The line, from 0, that a byte is in. */
  lineAt(offset) {
    let [low, high] = [0, this.starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.starts[middle] <= offset) low = middle;
      else high = middle;
    }
    return low;
  }

  /** The index of a character in the text, by that of its first byte. */
  indexOf(offset) {
    return new TextDecoder().decode(this.bytes.subarray(0, offset)).length;
  }
}

/** The sources of a compile, by the numbers that locations have. */
export class Sources {
  #lines = new Map();

  constructor(numbers, contents) {
    for (const [name, number] of Object.entries(numbers)) {
      if (name in contents) this.#lines.set(number, new SourceLines(contents[name]));
    }
  }

  /** The place where a location begins; undefined for none. */
  place(file, start) {
    const lines = this.#lines.get(file);
    return lines && `${file}:${lines.lineAt(start)}`;
  }
}

/** Yul without the comments that say where it comes from, and the place of each line. */
export function placedYul(text, sources) {
  const lines = [];
  const places = [];
  let place;
  for (const line of text.split("\n")) {
    const found = [...line.matchAll(ANNOTATION)].map(([, file, start]) =>
      sources.place(Number(file), Number(start)),
    );
    if (COMMENT_LINE.test(line)) {
      if (found.length) place = found[0];
      continue;
    }
    const shown = line.replace(COMMENT, "");
    if (!lines.length && !shown.trim()) continue;
    lines.push(shown);
    // Later in a line, a comment is about a part of it only.
    const own = LEADING.test(line) ? found[0] : place;
    places.push(/^[\s{}]*$/.test(shown) ? undefined : own);
    if (found.length) place = found.at(-1);
  }
  return { text: lines.join("\n"), places };
}
