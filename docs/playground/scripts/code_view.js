// A view of a text, whose lines are highlighted together with those of other views that have the
// same place in a source.

import { defaultKeymap } from "@codemirror/commands";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, keymap, lineNumbers, showPanel } from "@codemirror/view";
import { element } from "./elements.js";

const reading = (isReading) => [
  EditorState.readOnly.of(isReading),
  EditorView.contentAttributes.of({ "aria-readonly": String(isReading) }),
];
const mark = StateEffect.define();
const MARKED = Decoration.line({ class: "marked" });
const marks = StateField.define({
  create: () => Decoration.none,
  update(old, transaction) {
    for (const effect of transaction.effects) if (effect.is(mark)) return effect.value;
    return old.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The views that show the same contract. */
export class Links {
  #views = [];

  add(view) {
    this.#views.push(view);
  }

  /** Marks a place in all views; with `reveal`, the others scroll to it. */
  show(place, origin, reveal) {
    for (const view of this.#views) view.mark(place, reveal && view !== origin);
  }
}

export class CodeView {
  #places = [];
  #lines = new Map();
  #language = new Compartment();
  #readOnly = new Compartment();
  #marked;
  #isShowing = false;

  /**
   * `extensions` are further ones of CodeMirror; a view is for reading, unless it is `editable`.
   * `changed` is told when somebody has changed the text. With a `head` above the text, lines have no
   * numbers.
   */
  constructor(parent, label, links, { extensions = [], editable = false, changed, head } = {}) {
    this.view = new EditorView({
      parent,
      extensions: [
        head ? showPanel.of(() => ({ top: true, dom: element("div", { class: "head" }, head) })) : lineNumbers(),
        marks,
        this.#language.of([]),
        highlightSelectionMatches(),
        keymap.of([...searchKeymap, ...defaultKeymap]),
        EditorView.contentAttributes.of({ "aria-label": label }),
        this.#readOnly.of(reading(!editable)),
        extensions,
        EditorView.domEventHandlers({
          mousemove: (event, view) => {
            const offset = view.posAtCoords({ x: event.clientX, y: event.clientY });
            this.#point(offset, links, false);
          },
          mouseleave: () => links.show(undefined, this, false),
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !this.#isShowing) changed?.();
          if (update.selectionSet && !update.docChanged && update.view.hasFocus) {
            this.#point(update.state.selection.main.head, links, true);
          }
        }),
      ],
    });
    links.add(this);
  }

  get text() {
    return this.view.state.doc.toString();
  }

  speak(language) {
    this.view.dispatch({ effects: this.#language.reconfigure(language) });
  }

  setEditable(editable) {
    this.view.dispatch({ effects: this.#readOnly.reconfigure(reading(!editable)) });
  }

  /** Shows a text with the places of its lines. */
  show(text, places = []) {
    this.#isShowing = true;
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
    this.#isShowing = false;
    this.place(places);
  }

  /** Says where the lines of the text come from. */
  place(places) {
    this.#places = places;
    this.#lines = Map.groupBy(places.keys(), (line) => places[line]);
    this.#marked = undefined;
  }

  mark(place, reveal) {
    if (place === this.#marked && !reveal) return;
    this.#marked = place;
    const { doc } = this.view.state;
    const lines = (place && this.#lines.get(place)) || [];
    const starts = lines.filter((line) => line < doc.lines).map((line) => doc.line(line + 1).from);
    const effects = [mark.of(Decoration.set(starts.map((start) => MARKED.range(start))))];
    if (reveal && starts.length) effects.push(EditorView.scrollIntoView(starts[0], { y: "center" }));
    this.view.dispatch({ effects });
  }

  #point(offset, links, reveal) {
    const line = offset === null ? -1 : this.view.state.doc.lineAt(offset).number - 1;
    links.show(this.#places[line], this, reveal);
  }
}
