// The panes that show what the compilers have made.

import { byId, element, percent, table, thousands } from "./elements.js";

const COLUMNS = 32;
export const ASSEMBLY_HEAD = "offset   gas stack  instruction";
export const BYTES_HEAD = "offset  bytes";
const bytesOf = (code) => code.length / 2;

/** The code of a contract: creation code and deployed code, if there is any. */
export const codesOf = (contract) => ({
  creation: contract?.evm?.bytecode?.object ?? "",
  deployed: contract?.evm?.deployedBytecode?.object ?? "",
});

/** The assembly as text: offset, gas, height of the stack, instruction. */
export function assemblyText(rows) {
  return rows
    .map(([offset, text, gas, height]) =>
      [String(offset).padStart(6), String(gas ?? "").padStart(5), String(height).padStart(5), ` ${text}`].join(" "),
    )
    .join("\n");
}

/** Bytes as lines of digits, and the place of each line: that of the instruction it begins with. */
export function bytesText(code, rows) {
  const lines = code.match(new RegExp(`.{1,${2 * COLUMNS}}`, "g")) ?? [];
  const text = lines
    .map((line, index) => `${String(index * COLUMNS).padStart(6)}  ${line.match(/.{1,4}/g).join(" ")}`)
    .join("\n");
  const owners = lines.map((_, index) => rows.findLastIndex(([offset]) => offset <= index * COLUMNS));
  return { text, owners };
}

/** The bytes of solc's code beside those of the pipeline. */
export function showFigures(name, contract, reference) {
  const [own, other] = [codesOf(contract), codesOf(reference)];
  const entries = [
    ["deployed", "deployed"],
    ["creation", "creation"],
  ].filter(([key]) => own[key]);
  byId("figures").replaceChildren(
    ...entries.flatMap(([key, label]) => {
      const bytes = bytesOf(own[key]);
      const before = bytesOf(other[key]);
      const difference = before && element("b", { class: bytes < before ? "less" : bytes > before ? "more" : "" }, percent(before, bytes));
      return [
        element("dt", {}, label),
        element("dd", {}, ...(before ? [`solc ${thousands(before)} · `] : []), `${name} ${thousands(bytes)} bytes `, difference || ""),
      ];
    }),
  );
}

/** Upper bounds of gas, solc's beside those of the pipeline. */
export function showGas(name, contract, reference) {
  const [own, other] = [contract?.evm?.gasEstimates, reference?.evm?.gasEstimates];
  const parts = [
    ["Deployment", "creation"],
    ["Functions called from outside", "external"],
    ["Functions inside", "internal"],
  ];
  const tables = parts
    .filter(([, key]) => own?.[key])
    .map(([caption, key]) =>
      table(
        caption,
        ["", "solc", name, ""],
        Object.entries(own[key]).map(([what, gas]) => {
          const before = other?.[key]?.[what] ?? "";
          const known = Number(before) && Number(gas);
          return [what || "fallback", before, gas, known ? percent(Number(before), Number(gas)) : ""];
        }),
      ),
    );
  const note = tables.length
    ? "Upper bounds that both compilers derive by following their code; code with loops or external calls has none."
    : "Estimates are available for Solidity contracts only.";
  byId("gas").replaceChildren(element("p", {}, note), ...tables);
}
