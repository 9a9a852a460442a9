// Making elements, and the tabs.

export const byId = (id) => document.getElementById(id);

/** An element with attributes and children; functions are listeners. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

/** The options of a list, as `[value, text]`. */
export function fillList(list, options, chosen) {
  list.replaceChildren(...options.map(([value, text]) => element("option", { value }, text)));
  if (chosen !== undefined && options.some(([value]) => value === chosen)) list.value = chosen;
}

/** A table with a caption; the first cell of a row is its head. */
export function table(caption, heads, rows) {
  const cells = ([head, ...rest]) => [
    element("th", { scope: "row" }, head),
    ...rest.map((cell) => element("td", {}, cell)),
  ];
  return element(
    "table",
    {},
    element("caption", {}, caption),
    element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
    element("tbody", {}, ...rows.map((row) => element("tr", {}, ...cells(row)))),
  );
}

const MOVES = { ArrowLeft: -1, ArrowRight: 1 };

/** Lets a list of tabs show one panel at a time; `shown` is told which. */
export function setUpTabs(list, shown) {
  const tabs = [...list.querySelectorAll("[role=tab]")];
  const select = (chosen) => {
    for (const tab of tabs) {
      tab.setAttribute("aria-selected", tab === chosen);
      tab.tabIndex = tab === chosen ? 0 : -1;
      byId(tab.getAttribute("aria-controls")).hidden = tab !== chosen;
    }
    shown(chosen.getAttribute("aria-controls"));
  };
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener("click", () => select(tab));
    tab.addEventListener("keydown", (event) => {
      const move = MOVES[event.key];
      if (move === undefined) return;
      const next = tabs[(index + move + tabs.length) % tabs.length];
      next.focus();
      select(next);
    });
  }
  return (panel) => select(byId(`tab-${panel}`));
}

export const thousands = (number) => number.toLocaleString("en");

/** A change of a number in per cent, with its sign. */
export function percent(before, after) {
  const change = ((after - before) / before) * 100;
  return `${change > 0 ? "+" : change < 0 ? "−" : "±"}${Math.abs(change).toFixed(1)} %`;
}
