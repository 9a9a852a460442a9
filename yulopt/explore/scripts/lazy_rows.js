// Many rows, of which those out of sight become elements when they come near.

const ROWS_AT_ONCE = 60;

class LazyRows {
  /** `html` makes the row with a number, which is an element with `data-row`. */
  constructor(count, html, { className, lineHeight }) {
    this.html = html;
    this.marked = new Set();
    this.root = element("div", { class: className });
    this.chunks = [];
    this._watcher = new IntersectionObserver((entries) => entries.forEach((entry) => entry.isIntersecting && this._fill(entry.target)), { rootMargin: "800px" });
    for (let start = 0; start < count; start += ROWS_AT_ONCE) {
      const chunk = element("div", { class: "chunk" });
      Object.assign(chunk, { start, end: Math.min(count, start + ROWS_AT_ONCE), isFilled: false });
      chunk.style.minHeight = `${lineHeight * (chunk.end - start)}px`;
      this.chunks.push(chunk);
      this._watcher.observe(chunk);
    }
    this.root.append(...this.chunks);
    if (count) this._fill(this.chunks[0]);
  }

  _fill(chunk) {
    this._watcher.unobserve(chunk);
    if (chunk.isFilled) return;
    chunk.isFilled = true;
    chunk.style.minHeight = "";
    const rows = [];
    for (let row = chunk.start; row < chunk.end; row++) rows.push(this.html(row));
    chunk.innerHTML = rows.join("");
    for (const row of this.marked) if (row >= chunk.start && row < chunk.end) this._element(row).classList.add("marked");
  }

  fillAll() {
    for (const chunk of this.chunks) this._fill(chunk);
  }

  _element(row) {
    return this.root.querySelector(`[data-row="${row}"]`);
  }

  /** Marks these rows and no others, and shows the first of them if that is wanted. */
  mark(rows, isShown) {
    for (const row of this.root.querySelectorAll(".marked")) row.classList.remove("marked");
    this.marked = new Set(rows);
    for (const row of rows) this._element(row)?.classList.add("marked");
    if (!isShown || !rows.length) return;
    this._fill(this.chunks[Math.floor(rows[0] / ROWS_AT_ONCE)]);
    this._element(rows[0]).scrollIntoView({ block: "center", behavior: "instant" });
  }

  /** Another view takes the place of this one. */
  leave() {
    this._watcher.disconnect();
  }
}
