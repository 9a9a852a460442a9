// What is proven of steps, on pages that were asked for it.

const PROOF_SIGNS = { proven: "✓", different: "✗", open: "?" };

/** The state of a step with proofs: the worst of its functions. */
function proofState({ proofs }) {
  const states = new Set(proofs.map(([, state]) => state));
  return ["different", "open"].find((state) => states.has(state)) ?? "proven";
}

/** The sign of a step in the list, with its meaning as title; empty if no proofs were requested. */
function proofSign(step) {
  if (!step.proofs) return "";
  const state = proofState(step);
  return `<span class="proof ${state}" title="${proofWords([step])}">${PROOF_SIGNS[state]}</span> `;
}

/** How much of what some steps changed is proven; `what` is what the pairs are called. */
function proofWords(steps, what = "changed function") {
  const proofs = steps.flatMap((step) => step.proofs ?? []);
  if (!proofs.length) return "the same functions, nothing to prove";
  const count = (state) => proofs.filter((proof) => proof[1] === state).length;
  const rest = ["different", "open"].filter(count).map((state) => `, ${grouped(count(state))} ${state}`);
  return `${grouped(count("proven"))} of ${plural(proofs.length, what)} proven${rest.join("")}`;
}

/** The same for a step or the code of an object, with each function; null if not requested. */
function proofDetails(step, what) {
  if (!step.proofs) return null;
  const state = proofState(step);
  const order = Object.keys(PROOF_SIGNS).reverse();
  const rows = step.proofs
    .toSorted((one, other) => order.indexOf(one[1]) - order.indexOf(other[1]))
    .map(([name, which, how]) =>
      element("li", { class: which }, element("span", { class: `proof ${which}` }, PROOF_SIGNS[which]), " ", element("code", {}, name), ` ${which}: ${how}`),
    );
  const summary = element("summary", {}, element("span", { class: `proof ${state}` }, PROOF_SIGNS[state]), " ", proofWords([step], what));
  return element("details", { class: "proofs", open: state !== "proven" }, summary, element("ul", {}, ...rows));
}
