// What stands around everything: the totals at the top, the keys, the colours.

const THEMES = {
  auto: { sign: "◐", words: "as the system has them" },
  light: { sign: "☀", words: "light" },
  dark: { sign: "☾", words: "dark" },
};

function showTotals(model) {
  const { settings, totals, changed, steps } = model;
  const calls = settings.calls === null ? "" : ` and the calls of ${settings.calls}`;
  const kind = settings.bare ? "only these steps" : "";
  byId("settings").textContent = [`EVM ${settings.evm}`, `optimised for ${grouped(settings.runs)} runs${calls}`, kind].filter(Boolean).join(" · ");
  for (const [what, { name, hint }] of Object.entries(MEASURES)) {
    byId("totals").append(
      element("div", { class: what, title: hint }, element("dt", {}, name), element("dd", {}, course(what, totals[0], totals.at(-1)))),
    );
  }
  byId("totals").append(
    element("div", { class: "runs" }, element("dt", {}, "step runs"), element("dd", {}, `${grouped(steps.length)}, `, element("b", {}, grouped(changed.length)), " changed something")),
  );
  if (changed.some((step) => step.proofs)) {
    byId("totals").append(element("div", { class: "proofs", title: "functions that steps changed" }, element("dt", {}, "proofs"), element("dd", {}, proofWords(changed, "change"))));
  }
  if (model.beside) {
    byId("totals").append(element("div", { class: "beside", title: "the output of this release" }, element("dt", {}, `solc ${model.beside.version}, EVM ${model.beside.evm}`), element("dd", {}, besideWords(model.beside))));
  }
}

function fillHelp(version) {
  const help = byId("help");
  const row = ({ keys, what }) =>
    element("tr", {}, element("th", { scope: "row" }, ...keys.flatMap((key) => [element("kbd", {}, keyName(key)), " "])), element("td", {}, what));
  const sign = (kind, text, words) => element("li", {}, element("span", { class: `sample ${kind}` }, text), ` ${words}`);
  help.append(
    // Else the button at the end has the focus, and its place is scrolled to.
    element("h2", { tabindex: "-1", autofocus: true }, "Keys"),
    element("table", {}, element("tbody", {}, ...Object.values(COMMANDS).map(row), row({ keys: ["Esc"], what: "clear the filter, close this" }))),
    element("p", { class: "note" }, "Shift-click a step in the list, or a point of the timeline, to compare from there."),
    element("h2", {}, "Signs"),
    element(
      "ul",
      { class: "signs" },
      sign("gone", "−", "removed, or rewritten to the line beside it"),
      sign("new", "+", "new, or rewritten"),
      sign("moved", "↷", "moved unchanged; click the sign to go to the other place"),
      sign("", "7", "a line; click its number for its history"),
    ),
    element("h2", {}, "Measures"),
    measureList(),
    element("p", { class: "note" }, `Written by yulopt ${version}.`),
    element("button", { type: "button", onclick: () => help.close() }, "close"),
  );
}

function startTheme() {
  const button = byId("theme");
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const order = isDark ? ["auto", "light", "dark"] : ["auto", "dark", "light"];
  let now = 0;
  const apply = () => {
    const theme = order[now];
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    const { sign, words } = THEMES[theme];
    button.textContent = sign;
    button.setAttribute("aria-label", `Colours: ${words}`);
    button.title = `Colours: ${words}`;
  };
  button.addEventListener("click", () => {
    now = (now + 1) % order.length;
    apply();
  });
  apply();
}
