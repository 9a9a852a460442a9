// Keeps the files of the page in the browser. Those of another build are forgotten when no page uses
// them any more: until then, what a page loads later is of the same build.

import { isZipped, unzipped } from "./download.js";

const CACHE = `yulopt-playground-${BUILD}`;

self.addEventListener("install", (event) => event.waitUntil(keepAll()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});

async function keepAll() {
  const cache = await caches.open(CACHE);
  await Promise.all(
    FILES.filter((file) => !isZipped(file)).map(async (file) => cache.put(file, await current(file))),
  );
  // They are used sooner, and the browser keeps machine code of what it need not unzip.
  for (const file of FILES.filter(isZipped)) {
    await cache.put(file, unzipped(file, (await current(file)).body));
  }
}

/** A file of this build: what the browser itself has kept may be that of an older one. */
async function current(file) {
  const response = await fetch(file, { cache: "no-cache" });
  if (!response.ok) throw new Error(`${file}: ${response.status} ${response.statusText}`);
  return response;
}

async function forgetOthers() {
  for (const name of await caches.keys()) {
    if (name.startsWith("yulopt-playground-") && name !== CACHE) await caches.delete(name);
  }
  await self.clients.claim();
}

async function answer(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}
