// Small helpers for elements and numbers.

const byId = (id) => document.getElementById(id);

/** A new element; `children` are elements or texts. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

function shape(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const GROUPED = new Intl.NumberFormat("en-US");
const grouped = (number) => GROUPED.format(number).replaceAll(",", "\u202f");

/** A difference of two numbers with its sign. */
function signed(number) {
  if (number === 0) return "±0";
  return (number > 0 ? "+" : "−") + grouped(Math.abs(number));
}

/** The same in few characters. */
function short(number) {
  const size = Math.abs(number);
  if (size < 10000) return signed(number);
  const [unit, letter] = size < 1e6 ? [1e3, "k"] : [1e6, "M"];
  const digits = size / unit < 10 ? 1 : 0;
  return `${number > 0 ? "+" : "−"}${(size / unit).toFixed(digits)}${letter}`;
}

function signedPercent(after, before) {
  const change = percent(after, before);
  if (after === before) return "±0\u00a0%";
  const digits = Math.abs(change) < 10 ? 2 : 1;
  return `${change > 0 ? "+" : "−"}${Math.abs(change).toFixed(digits)}\u00a0%`;
}

/** The class of a change of size or gas: less is better. */
const effect = (after, before) => (after < before ? "less" : after > before ? "more" : "even");

const plural = (number, word) => `${grouped(number)} ${word}${number === 1 ? "" : "s"}`;

/** A name in camel case that may be broken before its words. */
const breakable = (name) =>
  name.split(/(?<=[a-z])(?=[A-Z])/).flatMap((word, index) => (index ? [element("wbr"), word] : [word]));

async function copy(text, button) {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without the right to the clipboard, as for some files: the old way.
    const area = element("textarea", { class: "hidden" });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  button.textContent = "copied";
  setTimeout(() => (button.textContent = label), 1200);
}
