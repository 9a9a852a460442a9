// Files of the site, for workers.

const MAX_PART = 0.95;
export const WASM = "application/wasm";

/** The bytes of a file. If it has a `name`, the page is told how much of it is there. */
export async function download(path, name, through = (stream) => stream) {
  const stream = through(counted(await get(path), name));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The compiled WebAssembly of a compressed file, which the service worker keeps without that. */
export async function program(path, name) {
  const response = await get(path);
  if (response.headers.get("Content-Type") === WASM) return WebAssembly.compileStreaming(response);
  const stream = unzipped(counted(response, name));
  return WebAssembly.compileStreaming(new Response(stream, { headers: { "Content-Type": WASM } }));
}

/** The content of a stream that is compressed by gzip. */
export const unzipped = (stream) => stream.pipeThrough(new DecompressionStream("gzip"));

async function get(path) {
  const response = await fetch(new URL(path, self.location));
  if (!response.ok) throw new Error(`${path}: ${response.status} ${response.statusText}`);
  return response;
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
