// Keeps the files of the page in the browser. Those of another build are forgotten when no page uses
// them any more: until then, what a page loads later is of the same build.

import { CACHE, keep } from "./download.js";

const KEPT = "yulopt-playground-";

self.addEventListener("install", (event) => {
  // Where browsers can, they take what is kept without this thread.
  event.addRoutes?.({
    condition: { urlPattern: new URLPattern({ pathname: "/*", search: "" }) },
    source: { cacheName: CACHE },
  });
  // The first one answers at once, and keeps the files when the page has time for that.
  if (self.registration.active) event.waitUntil(keepAll());
});
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("message", (event) => event.waitUntil(keepFor(event.source)));
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});

async function keepFor(page) {
  page.postMessage({ kept: await keepAll().then(() => "yes", () => "no") });
}

async function keepAll() {
  const cache = await caches.open(CACHE);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  const missing = FILES.filter((file) => !kept.has(new URL(file, self.location).href));
  if (!missing.length) return;
  await Promise.all(missing.map(async (file) => keep(file, await current(file))));
  // A newer build may have come while they were loaded.
  const script = await (await current(self.location.href)).text();
  if (script.includes(BUILD)) return;
  await Promise.all(missing.map((file) => cache.delete(file)));
  throw new Error("these are files of two builds");
}

/** A file of the site: what the browser itself has kept may be that of an older build. */
async function current(file) {
  const response = await fetch(file, { cache: "no-cache" });
  if (!response.ok) throw new Error(`${file}: ${response.status} ${response.statusText}`);
  return response;
}

async function forgetOthers() {
  for (const name of await caches.keys()) {
    if (name.startsWith(KEPT) && name !== CACHE) await caches.delete(name);
  }
  await self.clients.claim();
}

async function answer(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}
