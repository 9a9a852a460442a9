// Files of the site, for workers.

/** Where this build keeps its files in the browser. */
export const CACHE = `yulopt-playground-${BUILD}`;

const MAX_PART = 0.95;
const TYPES = { wasm: "application/wasm" };
// Of the files that are kept plain; servers name types of their own for compressed files.
const PLAIN = "X-Plain";
const { fetch } = self;

/** The bytes of a file. If it has a `name`, the page is told how much of it is there. */
export async function download(path, name) {
  return new Uint8Array(await (await content(path, name)).arrayBuffer());
}

/**
 * The compiled WebAssembly of a file. Browsers keep machine code only of what the service worker
 * has answered, so the file is kept first.
 */
export async function program(path, name) {
  const response = await content(path, name);
  // What is unpacked here comes from no address.
  if (response.url) {
    try {
      return await WebAssembly.compileStreaming(response);
    } catch {
      await forget(path);
    }
  } else {
    // There may be no space, or no permission.
    await keep(path, response).catch(() => {});
  }
  return WebAssembly.compileStreaming(await content(path));
}

/** Has a file loaded anew, the one that is kept being damaged. */
export async function forget(path) {
  const cache = await caches.open(CACHE).catch(() => {});
  await cache?.delete(versioned(path));
}

/** Keeps a file, of which there is a response. */
export async function keep(path, response) {
  const cache = await caches.open(CACHE);
  const isReady = response.headers.has(PLAIN) || !/\.(gz|wasm)$/.test(path);
  await cache.put(versioned(path), isReady ? response : plain(path, response.body));
}

/** The address of a file: what workers load is never that of another build. */
export const versioned = (path) => (/\.(gz|wasm)$|^python\//.test(path) ? `${path}?${BUILD}` : path);

async function content(path, name) {
  if (name) self.postMessage({ loading: name, part: 0 });
  const response = await fetch(new URL(versioned(path), self.location));
  if (!response.ok) throw new Error(`${path}: ${response.status} ${response.statusText}`);
  return response.headers.has(PLAIN) ? response : plain(path, counted(response, name));
}

/** A response without the compression of a file `*.gz`. */
function plain(path, body) {
  const name = path.replace(/\.gz$/, "");
  const type = TYPES[name.split(".").at(-1)] ?? "application/octet-stream";
  const unzipped = name === path ? body : body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(unzipped, { headers: { "Content-Type": type, [PLAIN]: "yes" } });
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
