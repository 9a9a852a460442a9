// Layered drawings of graphs.
//
// Source: Sugiyama, Tagawa, Toda, "Methods for Visual Understanding of Hierarchical System
// Structures" (1981). Edges that go back are turned round; layers are longest paths; the order in a
// layer comes from barycentres; the positions are those closest to the neighbours that keep the
// order, found by pooling adjacent violators. The branches of a large switch stand in several rows, and
// its long edges share their points.

const GAP_X = 28;
const GAP_Y = 46;
// A node with more edges than this is a large switch, or where one ends.
const MOST_SIDE_BY_SIDE = 6;
const ROW_WIDTH = 900;

/** The edges that lead back to a node that a depth-first search has not left yet. */
function backEdges(nodes) {
  const back = new Set();
  const state = new Uint8Array(nodes.length);
  const stack = [[0, 0]];
  state[0] = 1;
  while (stack.length) {
    const top = stack.at(-1);
    const [node, index] = top;
    if (index === nodes[node].targets.length) {
      state[node] = 2;
      stack.pop();
      continue;
    }
    top[1]++;
    const target = nodes[node].targets[index];
    if (state[target] === 1) back.add(`${node} ${index}`);
    else if (state[target] === 0) {
      state[target] = 1;
      stack.push([target, 0]);
    }
  }
  return back;
}

/** How many layers each edge must go down at least: the branches of a large switch fill rows, and a
 * row begins below what the branches in the row above lead to. */
function setLengths(nodes, edges) {
  for (const edge of edges) edge.length = 1;
  const layer = longestPaths(nodes.length, edges);
  const large = (end) => [...Map.groupBy(edges, (edge) => edge[end])].filter(([, group]) => group.length > MOST_SIDE_BY_SIDE);
  const ends = large("to").map(([node]) => layer[node]);
  for (const [node, branches] of large("from")) {
    const end = Math.min(...ends.filter((other) => other > layer[node]));
    const height = Number.isFinite(end) ? Math.max(1, end - layer[node] - 1) : 1;
    let row = 0;
    let width = 0;
    for (const edge of branches) {
      width += nodes[edge.to].width + GAP_X;
      if (width > ROW_WIDTH) {
        row++;
        width = nodes[edge.to].width + GAP_X;
      }
      edge.length = 1 + row * height;
    }
  }
}

/** The layer of each node: the longest path that leads to it. */
function longestPaths(count, edges) {
  const layer = new Array(count).fill(0);
  const incoming = new Array(count).fill(0);
  const outgoing = Array.from({ length: count }, () => []);
  for (const edge of edges) {
    incoming[edge.to]++;
    outgoing[edge.from].push(edge);
  }
  const ready = [];
  for (let node = 0; node < count; node++) if (!incoming[node]) ready.push(node);
  while (ready.length) {
    const node = ready.pop();
    for (const { to, length } of outgoing[node]) {
      layer[to] = Math.max(layer[to], layer[node] + length);
      if (--incoming[to] === 0) ready.push(to);
    }
  }
  return layer;
}

/** The numbers closest to the wanted ones that are at least so far apart. */
function spread(wanted, gaps, weights) {
  const offsets = [0];
  gaps.forEach((gap, index) => offsets.push(offsets[index] + gap));
  const pools = [];
  wanted.forEach((value, index) => {
    let pool = { mean: value - offsets[index], weight: weights[index], count: 1 };
    while (pools.length && pools.at(-1).mean > pool.mean) {
      const last = pools.pop();
      const weight = last.weight + pool.weight;
      pool = {
        mean: (last.mean * last.weight + pool.mean * pool.weight) / weight,
        weight,
        count: last.count + pool.count,
      };
    }
    pools.push(pool);
  });
  return pools.flatMap(({ mean, count }) => new Array(count).fill(mean)).map((x, i) => x + offsets[i]);
}

/**
 * Places nodes `{width, height, targets}`, of which the first is the entry. Gives the nodes `x` and
 * `y` (of their centre and top), and returns `{width, height, edges}`, each edge with `from`, `index`
 * (among the targets), `isBack` and `points`.
 */
function layOut(nodes) {
  const back = backEdges(nodes);
  const edges = [];
  nodes.forEach((node, from) =>
    node.targets.forEach((to, index) => {
      const isBack = back.has(`${from} ${index}`);
      edges.push({ from, to, index, isBack, isLoop: from === to });
    }),
  );
  const layered = edges
    .filter((edge) => !edge.isLoop)
    .map((edge) => ({ edge, from: edge.isBack ? edge.to : edge.from, to: edge.isBack ? edge.from : edge.to }));
  setLengths(nodes, layered);
  const layerOf = longestPaths(nodes.length, layered);
  const depth = Math.max(...layerOf) + 1;
  const layers = Array.from({ length: depth }, () => []);
  const all = nodes.map((node, index) => ({ node, layer: layerOf[index], width: node.width, up: [], down: [] }));
  all.forEach((item) => layers[item.layer].push(item));
  addPoints(layered, all, layers);
  order(layers);
  const height = placeRows(layers);
  const width = placeColumns(layers);
  for (const item of all) {
    item.node.x = item.x;
    item.node.y = item.y;
  }
  for (const { edge, chain } of layered) edge.points = route(edge, chain);
  for (const edge of edges) if (edge.isLoop) edge.points = loop(nodes[edge.from]);
  return { width: width + 24, height, edges };
}

/** Long edges go through a point in each layer. Those of a large switch share their points, a trunk at
 * the left (`side` is -1), and so do those that join after it, at the right (1). */
function addPoints(edges, all, layers) {
  const degrees = (end) => Map.groupBy(edges, (edge) => edge[end]);
  const [outgoing, incoming] = [degrees("from"), degrees("to")];
  const shared = new Map();
  const pointOf = ({ from, to }, layer) => {
    const isLarge = (group) => group.length > MOST_SIDE_BY_SIDE;
    const side = isLarge(outgoing.get(from)) ? -1 : isLarge(incoming.get(to)) ? 1 : 0;
    const trunk = side && `${side} ${side < 0 ? from : to}`;
    const key = `${trunk} ${layer}`;
    const known = side ? shared.get(key) : undefined;
    if (known) return known;
    const made = { node: null, layer, width: 8, up: [], down: [], side, trunk, source: all[from] };
    layers[layer].push(made);
    shared.set(key, made);
    return made;
  };
  for (const edge of edges) {
    let last = all[edge.from];
    const end = all[edge.to];
    edge.chain = [last];
    for (let layer = last.layer + 1; layer <= end.layer; layer++) {
      const next = layer === end.layer ? end : pointOf(edge, layer);
      if (!last.down.includes(next)) {
        last.down.push(next);
        next.up.push(last);
      }
      edge.chain.push(next);
      last = next;
    }
  }
}

const compare = (one, other) => (one < other ? -1 : one > other ? 1 : 0);

/** Trunks do not draw others to them; what hangs from one is drawn to where the trunk begins. */
const neighbours = (items) => items.flatMap((item) => (item.side < 0 ? [item.source] : item.side > 0 ? [] : [item]));

function order(layers) {
  const number = () => layers.forEach((layer) => layer.forEach((item, index) => (item.order = index)));
  const mean = (items, fallback) =>
    items.length ? sum(items.map((item) => item.order)) / items.length : fallback;
  number();
  for (let sweep = 0; sweep < 12; sweep++) {
    const isDown = sweep % 2 === 0;
    for (const layer of isDown ? layers.slice(1) : layers.slice(0, -1).reverse()) {
      for (const item of layer) item.key = item.side ? item.side * Infinity : mean(isDown ? item.up : item.down, item.order);
      layer.sort((one, other) => compare(one.key, other.key) || one.order - other.order);
      layer.forEach((item, index) => (item.order = index));
    }
  }
}

function placeRows(layers) {
  let y = 8;
  for (const layer of layers) {
    const tall = Math.max(...layer.map((item) => item.node?.height ?? 0));
    for (const item of layer) {
      item.y = y;
      item.tall = tall;
    }
    y += tall + GAP_Y;
  }
  return y - GAP_Y + 16;
}

function placeColumns(layers) {
  for (const layer of layers) {
    let x = 0;
    for (const item of layer) {
      item.x = x + item.width / 2;
      x += item.width + GAP_X;
    }
  }
  const gaps = layers.map((layer) =>
    layer.slice(1).map((item, index) => (item.width + layer[index].width) / 2 + GAP_X),
  );
  for (let pass = 0; pass < 24; pass++) {
    const indices = layers.map((_, index) => index);
    for (const index of pass % 2 ? indices.reverse() : indices) {
      const layer = layers[index];
      const wanted = layer.map((item) => {
        const near = neighbours(pass > 15 ? [...item.up, ...item.down] : pass % 2 ? item.down : item.up);
        return near.length ? sum(near.map((other) => other.x)) / near.length : item.x;
      });
      // Straight long edges matter more than centred nodes.
      const weights = layer.map((item) => (item.side ? 1e-3 : item.node ? 1 : 4));
      spread(wanted, gaps[index], weights).forEach((x, at) => (layer[at].x = x));
    }
  }
  // A trunk is straight; it is outermost in its layers.
  for (const points of Map.groupBy(layers.flat().filter((item) => item.side), (item) => item.trunk).values()) {
    const x = (points[0].side < 0 ? Math.min : Math.max)(...points.map((item) => item.x));
    for (const item of points) item.x = x;
  }
  // The first and the last of a layer are the outermost ones.
  const left = Math.min(...layers.map((layer) => layer[0].x - layer[0].width / 2));
  for (const layer of layers) for (const item of layer) item.x += 12 - left;
  return Math.max(...layers.map((layer) => layer.at(-1).x + layer.at(-1).width / 2));
}

/** The points of an edge from its start to its end. */
function route(edge, chain) {
  const top = chain[0];
  const bottom = chain.at(-1);
  const shift = port(edge, chain);
  const points = [[top.x + shift, top.y + top.node.height]];
  if (top.tall > top.node.height) points.push([top.x + shift, top.y + top.tall]);
  for (const item of chain.slice(1, -1)) points.push([item.x, item.y], [item.x, item.y + item.tall]);
  points.push([bottom.x + (edge.isBack ? Math.min(18, bottom.width / 4) : 0), bottom.y]);
  return edge.isBack ? points.reverse() : points;
}

/** Edges leave a node side by side, in the order of where they go. */
function port(edge, chain) {
  const { down, width } = chain[0];
  if (down.length < 2) return 0;
  const ordered = [...down].sort((one, other) => one.x - other.x);
  const step = Math.min(28, (width - 16) / (down.length - 1));
  return (ordered.indexOf(chain[1]) - (down.length - 1) / 2) * step;
}

function loop(node) {
  const right = node.x + node.width / 2;
  const bottom = node.y + node.height;
  return [
    [right - 10, bottom],
    [right - 6, bottom + 14],
    [right + 14, bottom + 8],
    [right + 14, node.y - 8],
    [right - 6, node.y - 14],
    [right - 10, node.y],
  ];
}
