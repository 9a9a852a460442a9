// Files of the site, for workers.

const MAX_PART = 0.95;
const TYPES = { wasm: "application/wasm" };
// Of the files that the service worker keeps; servers name types of their own for compressed files.
const UNZIPPED = "X-Unzipped";

/** The bytes of a file. If it has a `name`, the page is told how much of it is there. */
export async function download(path, name) {
  return new Uint8Array(await (await content(path, name)).arrayBuffer());
}

/** The compiled WebAssembly of a file. */
export async function program(path, name) {
  return WebAssembly.compileStreaming(await content(path, name));
}

/** A response without the compression of a file `*.gz`, as the service worker keeps it. */
export function unzipped(path, body) {
  const type = TYPES[path.split(".").at(-2)] ?? "application/octet-stream";
  const headers = { "Content-Type": type, [UNZIPPED]: "yes" };
  return new Response(body.pipeThrough(new DecompressionStream("gzip")), { headers });
}

export const isZipped = (path) => path.endsWith(".gz");

async function content(path, name) {
  if (name) self.postMessage({ loading: name, part: 0 });
  const response = await fetch(new URL(path, self.location));
  if (!response.ok) throw new Error(`${path}: ${response.status} ${response.statusText}`);
  if (!isZipped(path) || response.headers.has(UNZIPPED)) return response;
  return unzipped(path, counted(response, name));
}

function counted(response, name) {
  const total = Number(response.headers.get("Content-Length"));
  let loaded = 0;
  const counting = new TransformStream({
    transform(chunk, controller) {
      loaded += chunk.length;
      // It is there when it runs.
      if (name && total) self.postMessage({ loading: name, part: (MAX_PART * loaded) / total });
      controller.enqueue(chunk);
    },
  });
  return response.body.pipeThrough(counting);
}
