// What the data of the page is packed in.

/** The data of the page, which is JSON, deflated and in base 64. */
async function unpack(text) {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let index = 0; index < bytes.length; index++) bytes[index] = characters.charCodeAt(index);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

/** Lines (numbers of the table) after edits. */
function applyEdits(before, edits) {
  const after = [];
  let place = 0;
  for (const [start, removed, added] of edits) {
    for (; place < start; place++) after.push(before[place]);
    for (const line of added) after.push(line);
    place = start + removed;
  }
  for (; place < before.length; place++) after.push(before[place]);
  return after;
}

function unpackSpans(flat) {
  const spans = [];
  let last = 0;
  for (let index = 0; index < flat.length; index += 3) {
    const first = last + flat[index + 1];
    spans.push({ function: flat[index], first, end: first + flat[index + 2] });
    last = first;
  }
  return spans;
}
