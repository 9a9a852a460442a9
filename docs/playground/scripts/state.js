// What is in the page, as a fragment of its address; and downloads.

/** Through a (de)compression, from bytes to bytes. */
async function through(transform, bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(transform);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The state as a fragment, which can stand in any address. */
export async function toFragment(state) {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const packed = await through(new CompressionStream("deflate-raw"), bytes);
  const text = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const isText = (value) => typeof value === "string";
const isList = (value) => Array.isArray(value);
const isTexts = (values) => isList(values) && values.every(isText);
const isCall = (call) => isTexts(call?.values) && [call.name, call.value, call.sender].every(isText);

// What the parts of a state may be. Anybody can write a link, so others are left out.
const KINDS = {
  source: isText,
  pipeline: isText,
  runs: (value) => Number.isInteger(value) && value >= 0 && value < 2 ** 32,
  evm: isText,
  calls: (value) => isList(value?.calls) && value.calls.every(isCall) && isTexts(value.constructor),
};

/** The state in a fragment; undefined for another fragment. */
export async function fromFragment(fragment) {
  try {
    const text = atob(fragment.replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(text, (character) => character.charCodeAt(0));
    const bytes = await through(new DecompressionStream("deflate-raw"), packed);
    const state = JSON.parse(new TextDecoder().decode(bytes));
    const parts = Object.entries(KINDS).filter(([name, isOfKind]) => isOfKind(state[name]));
    return isText(state.source) ? Object.fromEntries(parts.map(([name]) => [name, state[name]])) : undefined;
  } catch {
    return undefined;
  }
}

/** Saves a text as a file. */
export function save(name, text, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}
