// Starts the threads of the compilers, before the page has its editor, but after the service worker:
// browsers keep the machine code of programs that come from it, also of the first visit. This is a
// script of its own, since the page waits for the modules of the editor.

import { Remote } from "./remote.js";

const starting = controlled();

globalThis.compilers = {
  solc: new Remote(starting, () => new Worker("solc_worker.js")),
  python: new Remote(starting, () => new Worker("python_worker.js", { type: "module" })),
};

/** When the service worker answers, or will not before the next visit. */
async function controlled() {
  const { serviceWorker } = navigator;
  // The browser's settings may forbid it.
  const registration = serviceWorker && (await register(serviceWorker).catch(() => {}));
  const installing = registration?.installing;
  if (!installing || serviceWorker.controller) return;
  await new Promise((resolve) => {
    serviceWorker.addEventListener("controllerchange", resolve, { once: true });
    installing.addEventListener("statechange", () => installing.state === "redundant" && resolve());
  });
}

/** The registration of the service worker, if the page is the first one. */
async function register(serviceWorker) {
  if (serviceWorker.controller || (await serviceWorker.getRegistration())) return undefined;
  return serviceWorker.register("service_worker.js");
}
