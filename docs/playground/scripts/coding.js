// Values of Solidity: what people write, as data, and what data means.

import { decodeErrorResult, decodeEventLog, decodeFunctionResult, encodeAbiParameters, encodeFunctionData } from "viem/utils";

/** The data of a call; without a function of the ABI, the value is the data. */
export function encodeCall(item, values) {
  if (!item) return data(values[0]);
  return encodeFunctionData({ abi: [item], args: read(item.inputs, values) });
}

/** What follows the creation code. */
export function encodeConstructor(item, values) {
  if (!item) return data(values[0]);
  return encodeAbiParameters(item.inputs, read(item.inputs, values));
}

/** What the sender of a call is, and how much it sends. */
export function encodeSending({ value, sender }) {
  if (!/^(?:\d*|0x[0-9a-f]+)$/i.test(value.trim())) throw new Error(`${value} is not an amount of wei`);
  return { value: String(BigInt(value.trim())), sender: sender && address(sender) };
}

function address(text) {
  const digits = text.trim().replace(/^0x/, "");
  if (!/^[0-9a-f]{0,40}$/i.test(digits)) throw new Error(`${text} is not an address`);
  return `0x${digits.padStart(40, "0").toLowerCase()}`;
}

function data(text = "") {
  const digits = text.trim().replace(/^0x/, "");
  if (!/^(?:[0-9a-f]{2})*$/i.test(digits)) throw new Error(`${text} is not hexadecimal data`);
  return `0x${digits}`;
}

const read = (inputs, values) => inputs.map((input, index) => value(input, values[index] ?? ""));

/** A value as people write it: arrays and tuples are JSON. */
function value({ type, components }, text) {
  const array = /^(.*)\[\d*\]$/.exec(type);
  if (array) return items(text).map((item) => value({ type: array[1], components }, plain(item)));
  if (type === "tuple") {
    const parts = items(text);
    return Object.fromEntries(components.map((part, index) => [part.name, value(part, plain(parts[index]))]));
  }
  if (/^u?int/.test(type)) return BigInt(text.trim() || 0);
  if (type === "bool") return /^(?:true|1)$/.test(text.trim());
  if (type === "address") return address(text);
  return type === "string" ? text : data(text);
}

const plain = (item) => (typeof item === "string" ? item : JSON.stringify(item));

function items(text) {
  // Numbers may be larger than those of JSON.
  const list = JSON.parse(text.replace(/(?<=[[,]\s*)(-?\d+|0x[0-9a-f]+)(?=\s*[\],])/gi, '"$1"') || "[]");
  if (!Array.isArray(list)) throw new Error(`${text} is not a list like [1, 2]`);
  return list;
}

const shown = (result) =>
  JSON.stringify(result, (_, part) => (typeof part === "bigint" ? part.toString() : part));

/** What an outcome means, as terms and texts. */
export function explain(outcome, abi, item) {
  const told = [["outcome", outcome.outcome + (outcome.reason ? `: ${outcome.reason}` : "")]];
  if (item && outcome.output && outcome.output !== "0x") told.push(["returned", returned(outcome, abi, item)]);
  else if (!item && outcome.output && !outcome.created) told.push(["returned", outcome.output]);
  if (outcome.created) told.push(["created", outcome.created]);
  for (const log of outcome.logs ?? []) told.push(["log", logged(log, abi)]);
  for (const [address, slots] of Object.entries(outcome.storage ?? {}))
    for (const [slot, word] of Object.entries(slots)) told.push(["storage", `${short(address)} [${short(slot)}] = ${word}`]);
  return told;
}

function returned({ success, output }, abi, item) {
  try {
    if (success) return shown(decodeFunctionResult({ abi: [item], data: output }));
    const { errorName, args } = decodeErrorResult({ abi, data: output });
    return `${errorName}(${(args ?? []).map(shown).join(", ")})`;
  } catch {
    return output;
  }
}

function logged({ topics, data: content }, abi) {
  try {
    const padded = topics.map((topic) => `0x${topic.slice(2).padStart(64, "0")}`);
    const { eventName, args } = decodeEventLog({ abi, topics: padded, data: content });
    return `${eventName} ${shown(args)}`;
  } catch {
    return `[${topics.join(" ")}] ${content}`;
  }
}

const short = (text) => (text.length > 14 ? `${text.slice(0, 8)}…${text.slice(-4)}` : text);
