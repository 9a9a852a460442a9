// The steps that changed something, as a list, and what the chosen one changed.

import { StateField } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";
import { CodeView } from "./code_view.js";
import { byId, element } from "./elements.js";

const KINDS = { "+": "added", "-": "removed", "@": "hunk" };
const difference = (lines) =>
  Decoration.set(
    lines.flatMap(({ from, text }) =>
      KINDS[text[0]] ? [Decoration.line({ class: KINDS[text[0]] }).range(from)] : [],
    ),
  );
const linesOf = (doc) => Array.from({ length: doc.lines }, (_, index) => doc.line(index + 1));
const coloured = StateField.define({
  create: ({ doc }) => difference(linesOf(doc)),
  update: (old, change) => (change.docChanged ? difference(linesOf(change.newDoc)) : old),
  provide: (field) => EditorView.decorations.from(field),
});

const PROOF_SIGNS = { proven: "✓", different: "✗", open: "?" };
const HOW_OPEN = "The page has no solver; yulopt prove uses z3.";

/** What is proven of a step, as `[function, state, how or why]` for each function that it changed. */
function proofDetails(proofs) {
  if (!proofs.length) return "The same functions: there is nothing to prove.";
  const unproven = proofs.filter(([, state]) => state !== "proven");
  const proven = proofs.length - unproven.length;
  const rows = [...unproven, ...proofs.filter(([, state]) => state === "proven")].map(([name, state, how]) =>
    element("li", { class: state }, `${PROOF_SIGNS[state]} ${name} ${state}: ${how}`),
  );
  return element(
    "details",
    { open: unproven.length > 0 },
    element("summary", {}, `${proven} of ${proofs.length} changed functions proven to do the same`),
    element("ul", {}, ...rows),
    unproven.some(([, state]) => state === "open") ? HOW_OPEN : "",
  );
}

const ROW_MOVES = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };

export class StepsPane {
  #list = element("ol", { role: "listbox", tabindex: "0", "aria-label": "Steps that changed something" });
  #about = element("p", { class: "about", "aria-live": "polite" });
  #proofs = element("div", { class: "proofs", "aria-live": "polite" });
  #record;
  #program;
  #summaries;
  #ask;
  #recorded = false;
  #steps = [];
  #chosen = 0;

  /** `steps` are those of the catalogue; `ask` calls a function of Python. */
  constructor(steps, ask, links, language) {
    this.#summaries = new Map(steps.map(({ name, summary, page }) => [name, { summary, page }]));
    this.#ask = ask;
    this.whole = element("input", { type: "checkbox", change: () => this.#choose(this.#chosen) });
    this.proven = element("input", { type: "checkbox", change: () => this.#prove(this.#chosen) });
    const about = element(
      "div",
      { class: "about-step" },
      this.#about,
      element("label", {}, this.whole, " whole program"),
      element("label", {}, this.proven, " proof"),
      this.#proofs,
    );
    const text = element("div", { class: "difference" });
    byId("steps").append(this.#list, about, text);
    this.view = new CodeView(text, "What the step changed", links, { extensions: [coloured] });
    this.view.speak(language);
    this.#list.addEventListener("keydown", (event) => {
      const move = ROW_MOVES[event.key];
      if (move === undefined) return;
      event.preventDefault();
      const rows = this.#list.children.length;
      this.#choose(Math.max(0, Math.min(rows - 1, this.#chosen + move)));
    });
  }

  /** Forgets the run; another one is recorded by `parameters` when it is looked at. */
  reset(parameters) {
    this.#record = parameters;
    this.#recorded = false;
    this.#list.replaceChildren();
    this.#about.textContent = parameters ? "Recording the steps…" : "";
    this.#proofs.replaceChildren();
    this.view.show("");
  }

  /** Records the run, if that was not done before. */
  async look() {
    if (!this.#record || this.#recorded) return;
    this.#recorded = true;
    const record = this.#record;
    try {
      const { runs, steps } = JSON.parse(await this.#ask("bridge.steps", ...record));
      if (record !== this.#record) return;
      this.#list.replaceChildren(...steps.map((step, index) => this.#row(step, index)));
      this.#steps = steps;
      this.#about.textContent = `${runs} step runs, ${steps.length} of which changed something.`;
      if (steps.length) await this.#choose(0);
    } catch (error) {
      this.#about.textContent = error.message;
    }
  }

  #row({ letter, name, size: [before, after] }, index) {
    const change = after - before;
    return element(
      "li",
      { role: "option", id: `step-${index}`, "aria-selected": "false", click: () => this.#choose(index) },
      element("span", { class: "number" }, String(index + 1)),
      element("b", {}, letter || "·"),
      element("span", { class: "name" }, name),
      element("span", { class: change < 0 ? "less" : change > 0 ? "more" : "" }, change > 0 ? `+${change}` : String(change)),
    );
  }

  async #choose(index) {
    const step = this.#steps[index];
    if (!step) return;
    const { difference: lines, program } = JSON.parse(await this.#ask("bridge.step", index));
    this.#list.querySelector("[aria-selected=true]")?.setAttribute("aria-selected", "false");
    const row = this.#list.children[index];
    if (!row) return;
    this.#chosen = index;
    row.setAttribute("aria-selected", "true");
    row.scrollIntoView({ block: "nearest" });
    this.#list.setAttribute("aria-activedescendant", row.id);
    const { summary = "", page } = this.#summaries.get(step.name) ?? {};
    const [[size, smaller], [gas, cheaper]] = [step.size, step.gas];
    this.#about.replaceChildren(
      page ? element("a", { href: `../reference/steps/${page}.html` }, step.name) : step.name,
      `: ${summary} In ${step.object}, ${step.place}. AST size ${size} → ${smaller}, gas estimate ${gas} → ${cheaper}.`,
    );
    this.view.show(this.whole.checked ? program : lines.join("\n"));
    await this.#prove(index);
  }

  /** Shows what is proven of a step, if somebody wants to know. */
  async #prove(index) {
    this.#proofs.replaceChildren(this.proven.checked ? "Proving…" : "");
    if (!this.proven.checked || !this.#steps[index]) return;
    const proofs = JSON.parse(await this.#ask("proofs.proofs", index));
    if (index === this.#chosen) this.#proofs.replaceChildren(proofDetails(proofs));
  }
}
