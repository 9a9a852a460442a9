// Keeps the files of the page in the browser; those of another build are forgotten.

import { WASM, unzipped } from "./download.js";

const PROGRAM = ".wasm.gz";
const CACHE = `yulopt-playground-${BUILD}`;

self.addEventListener("install", (event) => event.waitUntil(keepAll()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});

async function keepAll() {
  const cache = await caches.open(CACHE);
  // What the page has just loaded comes from the cache of the browser.
  await cache.addAll(FILES.filter((file) => !file.endsWith(PROGRAM)));
  // The browser keeps machine code of what it need not unzip.
  for (const file of FILES.filter((file) => file.endsWith(PROGRAM))) {
    const { body } = await fetch(file);
    await cache.put(file, new Response(unzipped(body), { headers: { "Content-Type": WASM } }));
  }
  await self.skipWaiting();
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
