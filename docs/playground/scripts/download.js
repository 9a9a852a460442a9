// Files of the site, for workers.

const MAX_PART = 0.95;

/** The bytes of a file. If it has a `name`, the page is told how much of it is there. */
export async function download(path, name, through = (stream) => stream) {
  const response = await fetch(new URL(path, self.location));
  if (!response.ok) throw new Error(`${path}: ${response.status} ${response.statusText}`);
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
  const stream = through(response.body.pipeThrough(counting));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The content of a stream that is compressed by gzip. */
export const unzipped = (stream) => stream.pipeThrough(new DecompressionStream("gzip"));
