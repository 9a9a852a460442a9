// Calls of the contract, by both codes, in the interpreter.

import { byId, element, fillList, thousands } from "./elements.js";

// Loaded when the first call is made.
const coding = () => import("./coding.js");
const metering = () => import("./gas.js");

export class CallsPane {
  #abi = [];
  #codes = {};
  #evm = "";
  #calls = [];
  #constructorValues = [];
  #ask;
  #changed;
  #list = element("select", { id: "function" });
  #inputs = element("span", { class: "inputs" });
  #constructorInputs = element("span", { class: "inputs" });
  #value = element("input", { inputmode: "numeric", placeholder: "0", size: "8" });
  #sender = element("input", { placeholder: "0x… (optional)", size: "14" });
  #results = element("ol", { class: "results", "aria-live": "polite", "aria-label": "Calls and what they did" });

  /** `ask` calls a function of Python; `changed` is told that there are other calls. */
  constructor(ask, changed) {
    this.#ask = ask;
    this.#changed = changed;
    this.#list.addEventListener("change", () => this.#showInputs());
    const add = (event) => {
      event.preventDefault();
      this.#calls.push({
        name: this.#list.value,
        values: valuesOf(this.#inputs),
        value: this.#value.value,
        sender: this.#sender.value,
      });
      this.#changed();
      this.run();
    };
    byId("calls").append(
      element("p", { class: "constructor" }, "Constructor ", this.#constructorInputs),
      element(
        "form",
        { submit: add },
        element("label", {}, "Function ", this.#list),
        this.#inputs,
        element("label", {}, "Wei ", this.#value),
        element("label", {}, "From ", this.#sender),
        element("button", {}, "Call"),
      ),
      this.#results,
    );
  }

  get state() {
    return { calls: this.#calls, constructor: valuesOf(this.#constructorInputs) };
  }

  set state({ calls = [], constructor = [] } = {}) {
    this.#calls = calls;
    this.#constructorValues = constructor;
  }

  /** A contract with the codes of several compilers, by name. Without an ABI, data is given. */
  show(abi, codes, evm) {
    const shown = JSON.stringify(abi) === JSON.stringify(this.#abi);
    [this.#abi, this.#codes, this.#evm] = [abi, codes, evm];
    if (shown && this.#list.options.length) return;
    const functions = (abi ?? []).filter(({ type }) => type === "function");
    fillList(this.#list, [...functions.map((item) => [signature(item), signature(item)]), ["", "data (hexadecimal)"]]);
    const constructor = (abi ?? []).find(({ type }) => type === "constructor");
    fillInputs(this.#constructorInputs, abi ? (constructor?.inputs ?? []) : DATA, this.#constructorValues);
    this.#constructorInputs.parentElement.hidden = !this.#constructorInputs.children.length;
    this.#showInputs();
    this.#calls = this.#calls.filter(({ name }) => !name || functions.some((item) => signature(item) === name));
  }

  #function(name) {
    return this.#abi?.find((item) => item.type === "function" && signature(item) === name);
  }

  #showInputs() {
    fillInputs(this.#inputs, this.#function(this.#list.value)?.inputs ?? (this.#list.value ? [] : DATA));
  }

  /** Deploys and calls with each code, and shows what that does. */
  async run() {
    const { encodeCall, encodeConstructor, encodeSending, explain } = await coding();
    let transactions;
    try {
      const constructor = this.#abi?.find(({ type }) => type === "constructor");
      transactions = [
        { data: encodeConstructor(constructor, valuesOf(this.#constructorInputs)) },
        ...this.#calls.map((call) => ({
          data: encodeCall(this.#function(call.name), call.values),
          ...encodeSending(call),
        })),
      ];
    } catch (error) {
      this.#results.replaceChildren(element("li", { class: "problem" }, error.shortMessage ?? error.message));
      return;
    }
    const outcomes = {};
    const gas = {};
    const { gasOf } = await metering();
    for (const [name, code] of Object.entries(this.#codes)) {
      gas[name] = await gasOf(code, transactions, this.#evm);
      try {
        outcomes[name] = JSON.parse(await this.#ask("bridge.run", code, JSON.stringify(transactions), this.#evm));
      } catch (error) {
        outcomes[name] = [{ outcome: error.message, logs: [], storage: {} }];
      }
    }
    const names = Object.keys(outcomes);
    const rows = outcomes[names.at(-1)].map((outcome, index) => {
      const call = this.#calls[index - 1];
      const item = call && this.#function(call.name);
      const used = names.map((name) => [name, gas[name][index]]).filter(([, amount]) => amount !== undefined);
      const same = names.every((name) => sameEffects(outcomes[name][index], outcome));
      return element(
        "li",
        {},
        element("b", {}, call ? `${call.name.split("(")[0] || "call"}(${call.values.join(", ")})` : "deployment"),
        call ? element("button", { type: "button", "aria-label": `Remove call ${index}`, click: () => this.#remove(index - 1) }, "×") : "",
        element("dl", {}, ...explain(outcome, this.#abi, item).flatMap(([term, text]) => [element("dt", {}, term), element("dd", {}, text)])),
        element(
          "p",
          { class: same ? "" : "problem" },
          [
            ...used.map(([name, amount]) => `${thousands(amount)} gas (${name})`),
            ...(names.length > 1 ? [same ? "same effects" : "the effects differ"] : []),
          ].join(", "),
        ),
      );
    });
    this.#results.replaceChildren(...rows);
  }

  #remove(index) {
    this.#calls.splice(index, 1);
    this.#changed();
    this.run();
  }
}

const DATA = [{ name: "data", type: "hex" }];
const signature = ({ name, inputs }) => `${name}(${inputs.map(({ type }) => type).join(",")})`;
const valuesOf = (inputs) => [...inputs.querySelectorAll("input")].map(({ value }) => value);

function fillInputs(parent, inputs, values = []) {
  parent.replaceChildren(
    ...inputs.map(({ name, type }, index) =>
      element("label", {}, `${name || `#${index + 1}`} `, element("input", { placeholder: type, value: values[index] ?? "" })),
    ),
  );
}

function sameEffects(one, other) {
  // The code of the contract itself is what differs.
  const effects = ({ outcome, output, logs, storage, messages, created }) =>
    JSON.stringify([outcome, created ? "" : output, logs, storage, messages?.map(({ data, ...rest }) => rest)]);
  return one !== undefined && effects(one) === effects(other);
}
