// What was compiled before by this build, kept in the browser: opening the page again shows it at
// once, while the compilers load.

import { CACHE } from "./download.js";

const FOLDER = "results/";
const MAX_RESULTS = 20;

async function addressOf(settings) {
  const bytes = new TextEncoder().encode(JSON.stringify(settings));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return FOLDER + Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The cache; undefined where there is none, or where the browser's settings forbid it. */
const open = async () => globalThis.caches?.open(CACHE).catch(() => undefined);

/** What was kept for some settings, or undefined. */
export async function recall(settings) {
  const cache = await open();
  return cache && (await cache.match(await addressOf(settings)))?.json();
}

/** Keeps a value for some settings; of too many, the oldest is forgotten. */
export async function keep(settings, value) {
  const cache = await open();
  if (!cache) return;
  // There may be no space left.
  await cache.put(await addressOf(settings), Response.json(value)).catch(() => {});
  const results = (await cache.keys()).filter(({ url }) => url.includes(`/${FOLDER}`));
  if (results.length > MAX_RESULTS) await cache.delete(results[0]);
}
