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

  #isOwnShown;

  /** `view` is that of the editor; marks are only for the text that is compiled. */
  constructor(view, isOwnShown) {
    this.#view = view;
    this.#isOwnShown = isOwnShown;
  }

  clear() {
    this.#answers.clear();
  }

  /** What a compiler answers, about the file in the editor with this text. */
  add(compiler, answer, file, text) {
    this.#answers.set(compiler, { answer, file, lines: new SourceLines(text) });
    this.show();
  }

  show() {
    const marks = [...this.#answers].flatMap(([name, { answer, file, lines }]) =>
      marksOf(answer, name, file, lines),
    );
    const { doc } = this.#view.state;
    const canMark = ({ isHere, to }) => isHere && this.#isOwnShown() && to <= doc.length;
    this.#view.dispatch(setDiagnostics(this.#view.state, marks.filter(canMark)));
    byId("problems").replaceChildren(
      ...marks.map((mark) => this.#item({ ...mark, isHere: canMark(mark) }, doc)),
    );
  }

  #item({ severity, from, isHere, source, message }, doc) {
    const line = isHere ? doc.lineAt(from) : undefined;
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
