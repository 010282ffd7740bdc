// SPDX-License-Identifier: Apache-2.0
// The timeline: the activity of the machine's parts over time, with one row each. Parts fold, and a
// selection leaves only related tasks. gantt_draw.js draws it. It shares the time window with the
// slider.
(function (gf) {
  'use strict';

  const {el} = gf;
  const MANY = 12;         // a part with more rows begins folded
  const CLOSEST = 1e-7;    // share of the run: the shortest window
  const HIGHEST = 428;     // px; taller timelines scroll

  // --- The window.

  gf.set_window = (from, to) => {
    const [first, end] = gf.whole_window(), span = Math.min(end - first, Math.max(to - from, (end - first) * CLOSEST));
    const begin = Math.max(first, Math.min(end - span, from));
    gf.set({window: [begin, begin + span]});
  };

  gf.zoom_window = (factor, around) => {
    const [from, to] = gf.state.window, middle = around === undefined ? (from + to) / 2 : around;
    gf.set_window(middle - (middle - from) / factor, middle + (to - middle) / factor);
  };

  /// Moves the window by a share of its length.
  gf.pan_window = (share) => {
    const [from, to] = gf.state.window, by = share * (to - from);
    gf.set_window(from + by, to + by);
  };

  class Gantt {
    constructor(record, box) {
      Object.assign(this, {record, folded: new Set(), hovered: -1, pointers: new Map(), selection: null});
      this.items_of = record.tasks.rows.map(() => []);
      record.tasks.items.forEach((item, i) => this.items_of[item[0]].push(i));
      this.items_of.forEach((items) => items.sort((a, b) => record.tasks.items[a][2] - record.tasks.items[b][2]));
      this.canvas = el('canvas', {
        tabindex: 0,
        role: 'img',
        'aria-label': `timeline of ${record.prefix()}${record.run.platform}: ${record.tasks.items.length} tasks on ${
            record.tasks.rows.length} rows`
      });
      this.space = el('div', {}, this.canvas);
      this.scroll = el('div', {class: 'gantt-scroll'}, this.space);
      box.append(el('div', {class: 'gantt'}, record.letter ? el('h3', {}, record.letter) : null, this.scroll));
      this.redraw = gf.once_a_frame(() => gf.draw_gantt(this));
      this.parts = new Map();
      record.tasks.rows.forEach(([part], row) => this.parts.set(part, (this.parts.get(part) || []).concat([row])));
      this.parts.forEach((rows, part) => { if (rows.length > MANY) this.folded.add(part); });
      this.colour_names();
      this.listen();
      this.update_rows();
    }

    /// Gives names that differ only in numbers the same colour.
    colour_names() {
      const seen = new Map();
      this.colour_of = this.record.tasks.items.map((item) => {
        const name = item[1].replace(/[0-9]+/g, '#');
        if (!seen.has(name)) seen.set(name, seen.size % 7);
        return seen.get(name);
      });
    }

    /// Sets the lines to draw: {part, rows, title} for a part, {row} for a row of its own.
    update_rows() {
      this.concerned = gf.tasks_concerned(this.record);
      const kept = (row) => this.concerned === null || this.items_of[row].some((i) => this.concerned.has(i));
      this.lines = [];
      this.parts.forEach((all, part) => {
        const rows = all.filter(kept);
        if (rows.length === 0) return;
        const name = (row) => this.record.tasks.rows[row][1];
        if (all.length === 1)
          return this.lines.push(
              {part, rows, title: part === name(all[0]) ? part : `${part} \u00b7 ${name(all[0])}`, single: true});
        const folded = this.folded.has(part);
        this.lines.push({part, rows: folded ? rows : [], title: part, folded});
        if (!folded) rows.forEach((row) => this.lines.push({part, rows: [row], title: name(row), inner: true}));
      });
      const height = gf.GANTT.axis + Math.max(1, this.lines.length) * gf.GANTT.row + 4;
      this.height = Math.min(height, HIGHEST);
      this.space.style.height = height + 'px';
      this.canvas.style.height = this.height + 'px';
      this.redraw();
    }

    get gutter() { return this.canvas.clientWidth < 560 ? 96 : 190; }
    time_at(x) {
      const [from, to] = gf.state.window;
      return from + (x - this.gutter) / Math.max(1, this.canvas.clientWidth - this.gutter) * (to - from);
    }
    line_at(y) {
      return y < gf.GANTT.axis ? undefined :
                                 this.lines[Math.floor((y - gf.GANTT.axis + this.scroll.scrollTop) / gf.GANTT.row)];
    }

    /// Returns the task at a position in px, -1 if there is none. Short tasks are hit within 3 px.
    find(x, y) {
      const line = this.line_at(y);
      if (!line || x < this.gutter) return -1;
      const time = this.time_at(x), reach = this.time_at(x + 3) - time, {items} = this.record.tasks;
      let found = -1;
      line.rows.forEach((row) => this.items_of[row].forEach((i) => {
        if (items[i][2] - reach > time || items[i][3] + reach < time) return;
        if (found < 0 || items[i][3] - items[i][2] < items[found][3] - items[found][2]) found = i;
      }));
      return found;
    }

    // --- Pointers and keys.

    at(event) {
      const box = this.canvas.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    }

    listen() {
      const on = (name, listener, options) => this.canvas.addEventListener(name, listener, options);
      on('pointerdown', (event) => this.press(event));
      on('pointermove', (event) => this.move(event));
      on('pointerup', (event) => this.release(event, true));
      on('pointercancel', (event) => this.release(event, false));
      on('pointerleave', () => this.hover(-1));
      on('dblclick', () => gf.set_window(...gf.whole_window()));
      on('wheel', (event) => this.wheel(event), {passive: false});
      on('keydown', (event) => this.key(event));
      this.scroll.addEventListener('scroll', () => this.redraw());
      new ResizeObserver(() => this.redraw()).observe(this.scroll);
      gf.on('at window theme', () => this.redraw());
      gf.on('selected', () => this.update_rows());
    }

    wheel(event) {
      if (event.ctrlKey) gf.zoom_window(2 ** (-event.deltaY * 0.01), this.time_at(this.at(event)[0]));
      else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) gf.pan_window(event.deltaX / this.canvas.clientWidth);
      else return;
      event.preventDefault();
    }

    press(event) {
      const at = this.at(event);
      this.pointers.set(event.pointerId, at);
      this.start = at;
      this.dragged = false;
      if (event.isTrusted) this.canvas.setPointerCapture(event.pointerId);
    }

    move(event) {
      const now = this.at(event), before = this.pointers.get(event.pointerId);
      if (!before) return this.hover(this.find(...now), ...now);
      this.dragged = this.dragged || Math.abs(now[0] - this.start[0]) > 4;
      this.pointers.set(event.pointerId, now);
      if (!this.dragged) return;
      const other = Array.from(this.pointers).find(([id]) => id !== event.pointerId);
      const width = this.canvas.clientWidth - this.gutter;
      if (other) {
        const apart = (x) => Math.max(16, Math.abs(x - other[1][0]));
        gf.zoom_window(apart(now[0]) / apart(before[0]), this.time_at((now[0] + other[1][0]) / 2));
      } else if (event.pointerType === 'touch' || event.shiftKey) {
        gf.pan_window((before[0] - now[0]) / width);
      } else if (this.start[0] >= this.gutter) {
        this.selection = [this.start[0], now[0]].sort((a, b) => a - b);
        this.redraw();
      }
    }

    release(event, clicks) {
      if (!this.pointers.delete(event.pointerId)) return;
      const chosen = this.selection;
      this.selection = null;
      if (chosen && clicks) gf.set_window(this.time_at(chosen[0]), this.time_at(chosen[1]));
      else if (clicks && !this.dragged) this.click(...this.at(event));
      this.redraw();
    }

    hover(found, x, y) {
      gf.show_tip(found < 0 ? null : gf.task_tip(this.record, found), this.canvas, x, y);
      if (found !== this.hovered) { this.hovered = found; this.redraw(); }
    }

    click(x, y) {
      const line = this.line_at(y);
      if (line && x < this.gutter && !line.single) return this.toggle(line.part);
      const found = this.find(x, y);
      if (found < 0) return y < gf.GANTT.axis && x > this.gutter ? gf.show_time(this.time_at(x)) : undefined;
      if (gf.is_selected(this.record, 'task', found)) gf.select(null);
      else gf.select(this.record, 'task', found);
    }

    toggle(part) {
      if (!this.folded.delete(part)) this.folded.add(part);
      this.update_rows();
    }

    /// Chooses the next or previous task in time among those shown.
    step_task(by) {
      const {items} = this.record.tasks, chosen = gf.state.selected;
      if (items.length === 0) return;
      const order = items.map((unused, i) => i).sort((a, b) => items[a][2] - items[b][2] || a - b);
      const now = chosen !== null && chosen.kind === 'task' && chosen.record === this.record ?
          order.indexOf(chosen.index) :
          by > 0 ? -1 :
                   order.length;
      gf.select(this.record, 'task', order[Math.max(0, Math.min(order.length - 1, now + by))]);
    }

    key(event) {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const act = {
        '+': () => gf.zoom_window(1.5),
        '=': () => gf.zoom_window(1.5),
        '-': () => gf.zoom_window(1 / 1.5),
        '0': () => gf.set_window(...gf.whole_window()),
        ArrowLeft: () => gf.pan_window(-0.1),
        ArrowRight: () => gf.pan_window(0.1),
        ArrowUp: () => {
          this.scroll.scrollTop -= 40;
        },
        ArrowDown: () => {
          this.scroll.scrollTop += 40;
        },
        n: () => this.step_task(1),
        p: () => this.step_task(-1),
        Enter: () => {
          const all = Array.from(this.parts.keys());
          if (this.folded.size > 0)
            this.folded.clear();
          else
            all.forEach((part) => this.folded.add(part));
          this.update_rows();
        }
      }[event.key];
      if (!act) return;
      act();
      event.preventDefault();
      event.stopPropagation();
    }
  }

  gf.start_gantt = () => {
    const words = gf.records.map((record) => {
      const {items, joined_below} = record.tasks;
      const more = joined_below > 0 ? `; adjacent tasks shorter than ${gf.time(joined_below)} are merged` : '';
      return `${record.prefix()}${gf.number(items.length)} tasks${more}`;
    });
    gf.by_id('timeline-note').textContent = words.join('; ') + '. Drag to zoom in, double-click for the whole run.';
    gf.gantts = gf.records.filter((record) => record.tasks.rows.length > 0)
                    .map((record) => new Gantt(record, gf.by_id('gantt')));
    if (gf.gantts.length === 0) gf.by_id('timeline-note').textContent = 'This run recorded no tasks.';
  };
}(window.gf = window.gf || {}));
