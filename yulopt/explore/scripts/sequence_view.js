// The sequence of steps as it was given, with the place where the selected step stands.

/** For each character of a sequence, the offsets of the brackets around it, outermost first. */
function bracketsAround(sequence) {
  const open = [];
  return [...sequence].map((character, offset) => {
    if (character === "]") open.pop();
    const around = [...open];
    if (character === "[") open.push(offset);
    return around;
  });
}

class SequenceView {
  constructor(model, choose) {
    this.model = model;
    this.root = byId("sequence");
    const runs = new Map();
    for (const step of model.steps) {
      if (step.offset === null) continue;
      if (!runs.has(step.offset)) runs.set(step.offset, []);
      runs.get(step.offset).push(step);
    }
    this.letters = new Map();
    [...model.settings.sequence].forEach((letter, offset) => {
      const steps = runs.get(offset);
      if (!steps) {
        this.root.append(letter.trim() ? element("span", { class: "bracket" }, letter) : " ");
        return;
      }
      const changing = steps.filter((step) => step.changed).length;
      const name = model.kind(steps[0]).name;
      const title = `${name}: ${plural(steps.length, "run")}, ${changing} changed something`;
      const made = element("span", { class: changing ? "letter" : "letter idle", title }, letter);
      made.addEventListener("click", () => {
        // One run after the other.
        const current = steps.findIndex((step) => step.number > this.selected);
        choose(steps[current < 0 ? 0 : current].number);
      });
      this.letters.set(offset, made);
      this.root.append(made);
    });
    this.selected = -1;
  }

  select(step) {
    this.selected = step?.number ?? -1;
    this.root.querySelector(".now")?.classList.remove("now");
    const letter = this.letters.get(step?.offset);
    if (!letter) return;
    letter.classList.add("now");
    const { offsetLeft, offsetWidth } = letter;
    const { scrollLeft, clientWidth } = this.root;
    if (offsetLeft < scrollLeft || offsetLeft + offsetWidth > scrollLeft + clientWidth) {
      this.root.scrollLeft = offsetLeft - clientWidth / 2;
    }
  }
}
