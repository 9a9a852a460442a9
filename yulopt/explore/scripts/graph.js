// The control-flow graph and the dominator tree of a function, as pictures.

const PART = /[{}]|(?:[^{}"]|"(?:[^"\\]|\\.)*")+/g;
const CONTROL = new Set(["if", "for", "switch", "case", "default", "break", "continue", "leave", "{", "}"]);
const MOST_BLOCKS = 400;
const MOST_LINES = 16;
// Of graphs with many blocks, less of each is shown.
const MANY_BLOCKS = 60;
const FEW_LINES = 7;
const MOST_COLUMNS = 48;
const LINE = 17;
const COLUMN = 7.55;
// Below this scale the text cannot be read, above it blocks are needlessly large.
const LEAST_SCALE = 0.8;
const MOST_SCALE = 1.2;

/** What stands in each block, given the lines of a function; see structure.py and graphs.py. */
function blockTexts(lines, picture) {
  const texts = picture.blocks.map(() => []);
  let piece = -1;
  let run = 0;
  for (const line of lines) {
    const text = line.trim();
    if (text.startsWith("function ")) continue;
    for (const part of text.match(PART) ?? []) {
      const shown = part.trim();
      if (!shown) continue;
      const word = shown.split(" ", 1)[0];
      if (CONTROL.has(word)) {
        piece++;
        run = 0;
        const block = picture.places[3 * piece];
        const isShown = ["if", "switch", "break", "continue", "leave"].includes(word);
        if (isShown && block >= 0) texts[block].push(shown);
      } else {
        const block = picture.places[3 * piece + 1];
        const reached = picture.places[3 * piece + 2];
        if (block >= 0 && (reached < 0 || run < reached)) texts[block].push(shown);
        run++;
      }
    }
  }
  return texts;
}

/** A smooth path through points. */
function smooth(points) {
  let path = `M${points[0][0].toFixed(1)},${points[0][1].toFixed(1)}`;
  for (let index = 1; index < points.length; index++) {
    const [x0, y0] = points[index - 1];
    const [x, y] = points[index];
    if (Math.abs(x - x0) < 0.5) path += `L${x.toFixed(1)},${y.toFixed(1)}`;
    else {
      const bend = (y - y0) / 2;
      path += `C${x0.toFixed(1)},${(y0 + bend).toFixed(1)} ${x.toFixed(1)},${(y - bend).toFixed(1)} ${x.toFixed(1)},${y.toFixed(1)}`;
    }
  }
  return path;
}

const clipped = (text) => (text.length > MOST_COLUMNS ? `${text.slice(0, MOST_COLUMNS - 1)}…` : text);

class GraphView {
  /** `isTree` is for dominators. */
  constructor(model, isTree) {
    this.model = model;
    this.isTree = isTree;
  }

  /** Both pictures of a function, before and after a step. */
  show(step, id) {
    const { model } = this;
    const sides = [false, true].map((isAfter) => {
      const lines = model.linesOf(id, step, isAfter);
      const code = isAfter ? model.codeAfter(step) : model.codeBefore(step);
      return {
        isAfter,
        lines: lines.map((line) => model.text(code[line])),
        picture: model.picture(id, step, isAfter),
      };
    });
    const isSame =
      sides[0].picture === sides[1].picture && sides[0].lines.join("\n") === sides[1].lines.join("\n");
    const root = element("div", { class: "pictures" });
    this.widths = [];
    if (isSame) {
      root.classList.add("one");
      root.append(this._side(step, id, sides[1], null, "before and after: the same"));
    } else {
      root.append(
        this._side(step, id, sides[0], sides[1], "before"),
        this._side(step, id, sides[1], sides[0], "after"),
      );
      // Beside each other only where both can be read.
      const room = byId("view").clientWidth / 2 / LEAST_SCALE;
      if (this.widths.some((width) => width > room)) root.classList.add("stacked");
    }
    return root;
  }

  _side(step, id, side, other, label) {
    const figure = element("figure");
    const caption = element("figcaption", {}, element("b", {}, label));
    figure.append(caption);
    const { picture, lines } = side;
    let problem = "";
    if (!lines.length) problem = "The function is not there.";
    else if (picture === null) problem = "No picture: before the names are unique, it is not clear what they mean.";
    else if (picture.problem) problem = picture.problem;
    else if (picture.blocks.length > MOST_BLOCKS) {
      problem = `No picture: ${picture.blocks.length} blocks are too many to draw (the most is ${MOST_BLOCKS}).`;
    }
    if (problem) {
      figure.append(element("p", { class: "problem" }, problem));
      return figure;
    }
    const edges = sum(picture.blocks.map((block) => block[2].length));
    const counts = this.isTree
      ? plural(picture.blocks.length, "block")
      : `${plural(picture.blocks.length, "block")}, ${plural(edges, "edge")}`;
    caption.append(` ${this.model.nameOf(id, step, side.isAfter)} · ${counts}`);
    const known = other === null ? null : new Map();
    if (known) {
      for (const line of other.lines) {
        for (const part of line.trim().match(PART) ?? []) {
          const text = part.trim();
          known.set(text, (known.get(text) ?? 0) + 1);
        }
      }
    }
    figure.append(this._drawing(picture, blockTexts(lines, picture), known, side.isAfter));
    return figure;
  }

  /** The picture, in a box that scrolls. */
  _drawing(picture, texts, known, isAfter) {
    const nodes = picture.blocks.map(([label, , edges], number) => {
      const most = this.isTree ? 2 : picture.blocks.length > MANY_BLOCKS ? FEW_LINES : MOST_LINES;
      const shown = texts[number].slice(0, most).map((text) => ({ text: clipped(text), full: text }));
      const rest = texts[number].length - shown.length;
      if (rest > 0) shown.push({ text: `… ${rest} more`, full: texts[number].slice(most).join("\n"), isRest: true });
      const columns = Math.max(label.length + 2, ...shown.map(({ text }) => text.length));
      return {
        label,
        shown,
        width: columns * COLUMN + 20,
        height: (shown.length + 1) * LINE + 13,
        targets: this.isTree ? [] : edges.map((edge) => edge[0]),
        labels: this.isTree ? [] : edges.map((edge) => edge[1]),
      };
    });
    if (this.isTree) {
      picture.blocks.forEach(([, dominator], number) => {
        if (dominator !== number) nodes[dominator].targets.push(number);
      });
    }
    const { width, height, edges } = layOut(nodes);
    this.widths.push(width);
    const svg = shape("svg", {
      viewBox: `0 0 ${Math.ceil(width)} ${Math.ceil(height)}`,
      class: isAfter ? "graph after" : "graph before",
      role: "img",
      "aria-label": nodes.map((node) => `${node.label}: ${node.targets.map((to) => nodes[to].label).join(", ") || "end"}`).join("; "),
    });
    const arrow = `arrow-${isAfter}-${this.isTree}`;
    svg.append(
      shape("defs", {}, shape("marker", { id: arrow, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" },
        shape("path", { d: "M0,0.6L8,4L0,7.4Z" }))),
    );
    for (const edge of edges) {
      const label = nodes[edge.from].labels[edge.index] ?? "";
      const kind = edge.isBack || edge.isLoop ? "edge back" : `edge ${label === "true" ? "yes" : label === "false" ? "no" : ""}`;
      svg.append(shape("path", { class: kind, d: smooth(edge.points), "marker-end": this.isTree ? "" : `url(#${arrow})` }));
      if (label) {
        // The many edges of a switch are told apart where they end.
        const isBranch = label === "true" || label === "false";
        const [x, y] = isBranch ? edge.points[0] : edge.points.at(-1);
        const text = label.length > 14 ? `${label.slice(0, 13)}…` : label;
        // Of two branches side by side, the label of each is on its outer side.
        const isLeft = isBranch && x < nodes[edge.from].x;
        const place = isBranch ? { x: x + (isLeft ? -6 : 6), y: y + 16 } : { x: x + 7, y: y - 11 };
        const made = shape("text", { class: "edge-label", ...place, "text-anchor": isLeft ? "end" : "start" }, text);
        made.append(shape("title", {}, label));
        svg.append(made);
      }
    }
    const left = new Map(known);
    for (const node of nodes) svg.append(this._node(node, known === null ? null : left, isAfter));
    return this._scroller(svg, width, height, nodes[0].x);
  }

  _node(node, left, isAfter) {
    const x = node.x - node.width / 2;
    const group = shape("g", { class: "block", transform: `translate(${x.toFixed(1)},${node.y})` });
    group.append(
      shape("rect", { width: node.width, height: node.height, rx: 5 }),
      shape("text", { class: "label", x: 10, y: 18 }, node.label),
    );
    node.shown.forEach(({ text, full, isRest }, index) => {
      let kind = isRest ? "code rest" : "code";
      if (left !== null && !isRest) {
        const count = left.get(full) ?? 0;
        if (count > 0) left.set(full, count - 1);
        else {
          kind += isAfter ? " new" : " gone";
          group.append(
            shape("rect", { class: kind, x: 4, y: (index + 1) * LINE + 7, width: node.width - 8, height: LINE, rx: 2 }),
          );
        }
      }
      const line = shape("text", { class: kind, x: 10, y: (index + 2) * LINE + 3 });
      const all = isRest ? [text] : tokens(text);
      all.forEach((token, at) => {
        const name = isRest ? "" : tokenClass(token, all[at + 1], this.model.builtins);
        line.append(name ? shape("tspan", { class: name }, token) : token);
      });
      if (full !== text) line.append(shape("title", {}, full));
      group.append(line);
    });
    return group;
  }

  /** The picture in a box, in a size that can be read with its entry in sight; buttons change that. */
  _scroller(svg, width, height, entry) {
    const box = element("div", { class: "scroller", tabindex: "0", role: "group", "aria-label": "Picture" }, svg);
    let scale = 1;
    const setScale = (wanted) => {
      scale = Math.max(0.1, Math.min(4, wanted));
      svg.setAttribute("width", (width * scale).toFixed(0));
      svg.setAttribute("height", (height * scale).toFixed(0));
    };
    const whole = () => Math.min(MOST_SCALE, (box.clientWidth - 8) / width, (box.clientHeight - 8) / height);
    const start = () => {
      setScale(Math.min(MOST_SCALE, Math.max(LEAST_SCALE, (box.clientWidth - 8) / width)));
      box.scrollLeft = entry * scale - box.clientWidth / 2;
    };
    const button = (label, hint, action) =>
      element("button", { type: "button", "aria-label": hint, title: hint, onclick: action }, label);
    setScale(1);
    requestAnimationFrame(start);
    this._drag(box);
    return element(
      "div",
      { class: "frame" },
      box,
      element(
        "div",
        { class: "zoom" },
        button("−", "Smaller", () => setScale(scale * 0.8)),
        button("+", "Larger", () => setScale(scale * 1.25)),
        button("all", "Show all of the picture", () => setScale(whole())),
        button("1:1", "Scale 1:1, as at first", start),
      ),
    );
  }

  /** The picture is moved with the mouse. */
  _drag(box) {
    box.addEventListener("pointermove", (event) => {
      if (!(event.buttons & 1) || event.pointerType !== "mouse") return;
      box.scrollLeft -= event.movementX;
      box.scrollTop -= event.movementY;
    });
  }
}
