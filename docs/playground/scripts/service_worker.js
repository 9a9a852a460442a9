// Keeps the files of the page in the browser. Those of another build are forgotten when no page uses
// them any more: until then, what a page loads later is of the same build.
//
// This runs twice. `service_worker.js` answers at once, but only with programs that workers have kept,
// so that the browser keeps their machine code. `service_worker.js?BUILD`, for the build of a page, has
// all files before it answers; browsers compile the scripts that it keeps while it is installed.

import { CACHE, keep, versioned } from "./download.js";

const KEPT = "yulopt-playground-";
const build = self.location.search.slice(1);

self.addEventListener("install", (event) => build && event.waitUntil(install(event)));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});

async function install(event) {
  await keepAll();
  if (event.addRoutes) await addRoutes(event).catch(() => {});
  // Nothing changes for pages that are open.
  if (build === BUILD) await self.skipWaiting();
}

/** Has the browser take what is kept without this thread. */
async function addRoutes(event) {
  const routes = ["", BUILD].map((search) => ({
    condition: { urlPattern: new URLPattern({ pathname: "/*", search }) },
    source: { cacheName: CACHE },
  }));
  await event.addRoutes(routes);
}

async function keepAll() {
  const cache = await caches.open(CACHE);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  const missing = FILES.filter((file) => !kept.has(new URL(versioned(file), self.location).href));
  await Promise.all(missing.map(async (file) => keep(file, await current(file))));
  // A newer build may have come while they were loaded.
  const script = await (await current(self.location.href)).text();
  if (script.includes(BUILD)) return;
  await caches.delete(CACHE);
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
  const isProgram = new URL(request.url).search === `?${BUILD}`;
  if (!build && !isProgram) return fetch(request);
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreSearch: !isProgram })) ?? fetch(request);
}
