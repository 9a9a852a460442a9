// The chart: size and gas of the program over all steps, what each step did, rounds of brackets.

const PART_NAMES = {
  before: "before",
  main: "sequence",
  between: "",
  cleanup: "clean-up",
  after: "after",
  names: "names",
};

/** What is written at the axis, in percent: doublings, or steps of 20 or 10 over a small range. */
function axisValues(least, most, isLarge) {
  if (!isLarge) return [100];
  const step = most / least > 2.6 ? 0 : most / least > 1.6 ? 20 : 10;
  const values = [];
  if (step) for (let value = step; value <= most; value += step) values.push(value);
  else for (let power = -6; power <= 12; power++) values.push(100 * 2 ** power);
  return values.filter((value) => value >= least && value <= most);
}

class Timeline {
  constructor(model, choose) {
    this.model = model;
    this.choose = choose;
    this.root = byId("timeline");
    this.object = null;
    this.isLarge = false;
    this.matching = null;
    this.selected = -1;
    this.base = null;
    this.picture = shape("svg", {
      role: "slider",
      tabindex: "0",
      "aria-label": "Step run",
      "aria-valuemin": "0",
      "aria-valuemax": String(model.steps.length),
    });
    this.root.append(this._legend(), this.picture);
    this.brackets = bracketsAround(model.settings.sequence);
    new ResizeObserver(() => this.draw()).observe(this.root);
    this.picture.addEventListener("pointerdown", (event) => this._press(event));
    this.picture.addEventListener("pointermove", (event) => this._hover(event));
    this.picture.addEventListener("pointerleave", () => (byId("tip").hidden = true));
  }

  _legend() {
    const names = Object.entries(MEASURES).map(([what, { name, hint }]) => element("span", { class: what, title: hint }, name));
    return element("p", { class: "legend" }, ...names, element("span", { class: "unit" }, "in % of the input"));
  }

  /** Which steps are shown: those of one object, or all. */
  focus(object) {
    this.object = object;
    this.draw();
  }

  /** Emphasises steps that a filter lets through; null for no filter. */
  match(numbers) {
    this.matching = numbers;
    this.draw();
  }

  _steps() {
    const { steps } = this.model;
    return this.object === null ? steps : steps.filter((step) => step.object === this.object);
  }

  _figures(step, isAfter) {
    return this.model.figuresAt(step.number + (isAfter ? 1 : 0), this.object);
  }

  draw() {
    const width = this.root.clientWidth;
    if (!width) return;
    this.steps = this._steps();
    const depth = Math.max(0, ...this.steps.map((step) => step.rounds.length));
    const { chart, ticks, bands } = this._heights(width, depth);
    const height = bands.top + depth * (bands.round + 2) + bands.part + bands.object;
    this.picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.picture.setAttribute("height", height);
    this.picture.replaceChildren();
    this.slot = (chart.right - chart.left) / Math.max(this.steps.length, 1);
    this.left = chart.left;
    this._drawLines(chart);
    this._drawTicks(ticks);
    this._drawRounds(bands.top, bands.round);
    this._drawParts(bands.top + depth * (bands.round + 2), bands.part);
    this.cursor = shape("g", { class: "cursor" });
    this.picture.append(this.cursor);
    this._measures = { chart, ticks };
    this._drawCursor();
  }

  /** Where the bands lie. A small chart leaves the room to the code; a large one has all labels. */
  _heights(width, depth) {
    const left = 40;
    const right = width - 14;
    if (!this.isLarge) {
      const bottom = 33 - 3 * Math.min(depth, 3);
      const chart = { left, right, top: 4, bottom };
      const ticks = { top: bottom + 3, height: 10 };
      return { chart, ticks, bands: { top: ticks.top + 12, round: 2, part: 2, object: 16 } };
    }
    const isNarrow = width < 600;
    const chart = { left, right, top: isNarrow ? 8 : 12, bottom: isNarrow ? 92 : 116 };
    const ticks = { top: chart.bottom + 6, height: 18 };
    return { chart, ticks, bands: { top: ticks.top + 24, round: 7, part: 15, object: 16 } };
  }

  /** Draws it large, or small again. */
  resize() {
    this.isLarge = !this.isLarge;
    this.root.classList.toggle("large", this.isLarge);
    this.draw();
  }

  _x(index) {
    return this.left + index * this.slot;
  }

  _drawLines(chart) {
    if (!this.steps.length) return;
    const figures = [this._figures(this.steps[0], false), ...this.steps.map((step) => this._figures(step, true))];
    // Where there is no bytecode of the input, the first bytes that are known stand for it.
    const series = (what) => {
      const start = figures.find((item) => item[what])?.[what];
      return figures.map((item) => (item[what] === null ? null : start ? (100 * item[what]) / start : 100));
    };
    const lines = { gas: series("gas"), size: series("size"), bytes: series("bytes") };
    const all = Object.values(lines).flat().filter((value) => value !== null);
    const least = Math.max(1, Math.min(85, ...all) * 0.94);
    const most = Math.max(115, ...all) * 1.06;
    // A logarithmic scale: half and double are equally far from the start.
    const unit = (chart.bottom - chart.top) / Math.log(most / least);
    const scale = (value) => chart.bottom - unit * Math.log(Math.max(value, least) / least);
    this._scale = (number, what) => scale(lines[what][number]);
    for (const value of axisValues(least, most, this.isLarge)) {
      const y = scale(value);
      this.picture.append(
        shape("line", { class: value === 100 ? "grid start" : "grid", x1: chart.left, x2: chart.right, y1: y, y2: y }),
        shape("text", { class: "axis", x: chart.left - 6, y: y + 3.5, "text-anchor": "end" }, String(Math.round(value))),
      );
    }
    for (const what of ["gas", "size"]) {
      let path = `M${chart.left},${scale(lines[what][0]).toFixed(1)}`;
      lines[what].slice(1).forEach((value, index) => {
        const y = scale(value).toFixed(1);
        path += `L${(this._x(index) + this.slot * 0.5).toFixed(1)},${y}H${this._x(index + 1).toFixed(1)}`;
      });
      if (what === "size") {
        const area = `${path}V${scale(100)}H${chart.left}Z`;
        this.picture.append(shape("path", { class: "area", d: area }));
      }
      this.picture.append(shape("path", { class: `curve ${what}`, d: path }));
    }
    this._drawBytes(lines.bytes, chart, scale);
  }

  /** A line through the points where the bytes are known; a point is drawn once, where it begins. */
  _drawBytes(values, chart, scale) {
    const points = [];
    values.forEach((value, index) => {
      if (value === null || (points.length && index && !this.steps[index - 1].changed && values[index - 1] !== null)) return;
      points.push([index ? this._x(index) : chart.left, scale(value)]);
    });
    if (!points.length) return;
    const last = values.at(-1);
    const end = last === null ? [] : [[this._x(this.steps.length), scale(last)]];
    const path = [...points, ...end].map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join("L");
    this.picture.append(
      shape("path", { class: "curve bytes", d: `M${path}` }),
      ...points.map(([x, y]) => shape("circle", { class: "known", cx: x.toFixed(1), cy: y.toFixed(1), r: 2.6 })),
    );
  }

  _drawTicks({ top, height }) {
    const wide = Math.max(0.8, Math.min(this.slot * 0.66, 5));
    this.steps.forEach((step, index) => {
      const kind = step.changed ? `changed ${effect(this.model.after(step).size, this.model.before(step).size)}` : "";
      const isOut = this.matching !== null && !this.matching.has(step.number);
      const tall = step.changed ? height : 5;
      this.picture.append(
        shape("rect", {
          class: `tick ${kind} ${isOut ? "out" : ""}`,
          x: (this._x(index) + (this.slot - wide) / 2).toFixed(2),
          y: top + (height - tall) / 2,
          width: wide.toFixed(2),
          height: tall,
          rx: Math.min(1.5, wide / 2),
        }),
      );
    });
  }

  /** Runs of neighbours with the same key: `draw(key, first, end)`. */
  _runs(key, draw) {
    let first = 0;
    for (let index = 1; index <= this.steps.length; index++) {
      const now = index < this.steps.length ? key(this.steps[index]) : null;
      if (now !== key(this.steps[first])) {
        const known = key(this.steps[first]);
        if (known !== "") draw(known, first, index);
        first = index;
      }
    }
  }

  _drawRounds(top, height) {
    const depth = Math.max(0, ...this.steps.map((step) => step.rounds.length));
    for (let level = 0; level < depth; level++) {
      const key = (step) => {
        if (step.offset === null || step.rounds.length <= level) return "";
        const around = this.brackets[step.offset].slice(0, level + 1);
        return `${step.object} ${around} ${step.rounds.slice(0, level + 1)}`;
      };
      this._runs(key, (_, first, end) => {
        const round = this.steps[first].rounds[level];
        const band = shape("rect", {
          class: `round ${round % 2 ? "odd" : ""}`,
          x: this._x(first) + 0.5,
          y: top + level * (height + 2),
          width: Math.max(1, (end - first) * this.slot - 1),
          height,
          rx: 3,
        });
        band.append(shape("title", {}, `round ${round} of a bracket`));
        this.picture.append(band);
      });
    }
  }

  _drawParts(top, height) {
    const label = (text, first, end, y, kind) => {
      const width = (end - first) * this.slot;
      if (!text || width < text.length * 6.4 + 6) return;
      this.picture.append(
        shape("text", { class: kind, x: this._x(first) + width / 2, y, "text-anchor": "middle" }, text),
      );
    };
    this._runs(
      (step) => `${step.object} ${step.part}`,
      (_, first, end) => {
        const x = this._x(first);
        this.picture.append(shape("line", { class: "part", x1: x + 1, x2: this._x(end) - 1, y1: top + 2, y2: top + 2 }));
        if (this.isLarge) label(PART_NAMES[this.steps[first].part], first, end, top + height, "part-name");
      },
    );
    if (this.model.objects.length < 2) return;
    this._runs(
      (step) => String(step.object),
      (object, first, end) => {
        const x = this._x(first);
        if (first > 0) {
          this.picture.append(shape("line", { class: "object", x1: x, x2: x, y1: 6, y2: top + height + 14 }));
        }
        label(this.model.objects[Number(object)].path, first, end, top + height + 13, "object-name");
      },
    );
  }

  /** Shows which step is selected, null for none, and the point that it is compared with. */
  select(step, base) {
    this.selected = step?.number ?? -1;
    this.base = base;
    this.picture.setAttribute("aria-valuenow", String(this.selected + 1));
    this.picture.setAttribute("aria-valuetext", step ? this._words(step) : "overview");
    this._drawCursor();
  }

  _drawCursor() {
    if (!this.cursor) return;
    this.cursor.replaceChildren();
    const index = this.steps.findIndex((step) => step.number === this.selected);
    if (index < 0) return;
    const { chart, ticks } = this._measures;
    const x = this._x(index) + this.slot / 2;
    this._drawBase(x, chart, ticks);
    this.cursor.append(
      shape("line", { x1: x, x2: x, y1: chart.top - 6, y2: ticks.top + ticks.height + 3 }),
      ...["gas", "size"].map((what) =>
        shape("circle", { class: what, cx: x, cy: this._scale(index + 1, what), r: 3.5 }),
      ),
    );
  }

  /** The stretch from the point that is compared with to the selected step. */
  _drawBase(x, chart, ticks) {
    if (this.base === null) return;
    const base = this._x(this.steps.filter((step) => step.number < this.base).length);
    const [left, right] = [Math.min(base, x), Math.max(base, x)];
    this.cursor.append(
      shape("rect", { class: "stretch", x: left, y: chart.top - 6, width: right - left, height: ticks.top + ticks.height + 9 - chart.top }),
      shape("line", { class: "start", x1: base, x2: base, y1: chart.top - 6, y2: ticks.top + ticks.height + 3 }),
    );
  }

  _words(step) {
    const { letter, name } = this.model.kind(step);
    const label = `${step.number + 1}: ${letter} ${name}`;
    if (!step.changed) return `${label}, no change`;
    const [before, after] = [this.model.before(step), this.model.after(step)];
    const figures = Object.entries(MEASURES)
      .filter(([what]) => before[what] !== null && after[what] !== null)
      .map(([what, { name, unit }]) => `${name} ${signed(after[what] - before[what])}${unit}`);
    return `${label}, ${figures.join(", ")}`;
  }

  _at(event) {
    const box = this.picture.getBoundingClientRect();
    const index = Math.floor((event.clientX - box.left - this.left) / this.slot);
    return this.steps[Math.max(0, Math.min(this.steps.length - 1, index))];
  }

  _press(event) {
    if (event.button !== 0) return;
    this.picture.setPointerCapture(event.pointerId);
    this.choose(this._at(event).number, event.shiftKey);
  }

  _hover(event) {
    const step = this._at(event);
    if (!step) return;
    if (event.buttons & 1 && !event.shiftKey && step.number !== this.selected) {
      cancelAnimationFrame(this._frame);
      this._frame = requestAnimationFrame(() => this.choose(step.number));
    }
    const tip = byId("tip");
    tip.textContent = this._words(step);
    tip.hidden = false;
    const x = event.clientX + 14;
    tip.style.left = `${Math.max(4, Math.min(x, innerWidth - tip.offsetWidth - 8))}px`;
    tip.style.top = `${event.clientY + 16}px`;
  }
}
