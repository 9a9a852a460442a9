// The field for a step sequence: completion, and the meaning of the letter at the cursor.

import { autocompletion, completionKeymap, startCompletion } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import { EditorView, hoverTooltip, keymap } from "@codemirror/view";
import { element } from "./elements.js";

const SIGNS = {
  "[": "starts a group that is repeated until the code stays the same",
  "]": "ends what is repeated",
  ":": "begins the clean-up sequence",
};

/** `steps` are those of the catalogue; `tell` gets the meaning of a letter, `changed` the text. */
export class SequenceField {
  constructor(parent, steps, tell, changed) {
    const meanings = new Map(
      steps.map(({ letter, name, summary }) => [letter, `${letter} · ${name}: ${summary}`]),
    );
    for (const [sign, meaning] of Object.entries(SIGNS)) meanings.set(sign, `${sign} · ${meaning}`);
    const options = steps.map(({ letter, name, summary }) => ({
      label: letter,
      detail: name,
      info: summary,
    }));
    const meaningAt = (state, offset) => meanings.get(state.sliceDoc(offset, offset + 1)) ?? "";
    this.view = new EditorView({
      parent,
      extensions: [
        history(),
        EditorState.transactionFilter.of((change) => (change.newDoc.lines > 1 ? [] : change)),
        EditorView.contentAttributes.of({ "aria-label": "Steps", "aria-describedby": "letter" }),
        EditorView.lineWrapping,
        autocompletion({
          activateOnTyping: false,
          override: [({ pos }) => ({ from: pos, options, filter: false })],
        }),
        hoverTooltip(({ state }, offset) => {
          const meaning = meaningAt(state, offset);
          return meaning && { pos: offset, create: () => ({ dom: element("div", { class: "meaning" }, meaning) }) };
        }),
        keymap.of([
          { key: "Alt-ArrowDown", run: startCompletion },
          ...completionKeymap,
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed();
          if (update.docChanged || update.selectionSet) {
            const { state } = update;
            // At the end of a line, the letter before the cursor is meant.
            const { head } = state.selection.main;
            tell(meaningAt(state, head) || meaningAt(state, head - 1));
          }
        }),
      ],
    });
  }

  get text() {
    return this.view.state.doc.toString().replace(/\s+/g, "");
  }

  set text(text) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }
}
