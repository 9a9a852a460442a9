// What the compilers say about the source: marked in the editor, and listed below it.

import { setDiagnostics } from "@codemirror/lint";
import { byId, element } from "./elements.js";
import { SourceLines } from "./locations.js";

/** The messages of an answer, as marks in the source of a file. */
function marksOf({ errors = [] }, compiler, file, lines) {
  return errors.map(({ severity, message, type, sourceLocation }) => {
    const isHere = sourceLocation?.file === file && sourceLocation.start >= 0;
    const from = isHere ? lines.indexOf(sourceLocation.start) : 0;
    const to = isHere ? Math.max(from, lines.indexOf(sourceLocation.end)) : 0;
    const where = isHere || !sourceLocation ? "" : ` (${sourceLocation.file})`;
    return { severity, from, to, isHere, source: compiler, message: `${type}: ${message}${where}` };
  });
}

export class Problems {
  #answers = new Map();
  #view;

  /** `view` is that of the editor. */
  constructor(view) {
    this.#view = view;
  }

  clear() {
    this.#answers.clear();
  }

  /** What a compiler answers, about the file in the editor with this text. */
  add(compiler, answer, file, text) {
    this.#answers.set(compiler, { answer, file, lines: new SourceLines(text) });
    const marks = [...this.#answers].flatMap(([name, { answer: given, file: own, lines }]) =>
      marksOf(given, name, own, lines),
    );
    const { doc } = this.#view.state;
    const here = marks.filter(({ isHere, to }) => isHere && to <= doc.length);
    this.#view.dispatch(setDiagnostics(this.#view.state, here));
    byId("problems").replaceChildren(...marks.map((mark) => this.#item(mark, doc)));
  }

  #item({ severity, from, isHere, source, message }, doc) {
    const line = isHere && from <= doc.length ? doc.lineAt(from) : undefined;
    const text = `${source}${line ? `, line ${line.number}` : ""}: ${message}`;
    const go = () => {
      this.#view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
      this.#view.focus();
    };
    return element(
      "li",
      { class: severity },
      line ? element("button", { type: "button", click: go }, text) : text,
    );
  }
}
