// The threads of the compilers. They start before the page has its editor.

import { Remote } from "./remote.js";

export const solc = new Remote(new Worker("solc_worker.js"));
export const python = new Remote(new Worker("python_worker.js", { type: "module" }));
