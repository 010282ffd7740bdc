// SPDX-License-Identifier: Apache-2.0
// A view of a plane on a canvas: drag or one finger moves, wheel or two fingers zoom; also keys.
(function (gf) {
  'use strict';

  const MOST = 600;     // px per unit
  const LARGEST = 190;  // px per unit, for a whole machine
  const NEAR = 4;       // px that a pointer may move and still click

  class View {
    /// `box` is the extent of the contents, [x0, y0, x1, y1]. `changed` is called when something
    /// moved, `hover(x, y)` with the pointer's position in px, or null, and `click(x, y)` for a
    /// click. `reach()` returns the px by which drawings extend beyond the box's left and right
    /// side at the current scale.
    constructor(canvas, {changed, hover, click, reach}) {
      Object.assign(
          this, {canvas, changed, hover, click, reach, box: [0, 0, 1, 1], scale: 1, x: 0, y: 0, fitted: true, across: 0});
      this.pointers = new Map();
      this.measure();
      this.listen();
    }

    /// Reads the canvas's size, once per change: repeated reading is slow.
    measure() {
      this.width = this.canvas.clientWidth;
      this.height = this.canvas.clientHeight;
    }

    to_x(x) { return (x - this.x) * this.scale + this.width / 2; }
    to_y(y) { return (y - this.y) * this.scale + this.height / 2; }

    fit_scale() {
      const across = Math.max(this.across, Math.min(44, this.width * 0.1)), down = 26;
      return Math.min((this.width - 2 * across) / Math.max(1.2, this.box[2] - this.box[0]),
                      (this.height - 2 * down) / Math.max(1.2, this.box[3] - this.box[1]), LARGEST);
    }

    fit() {
      this.across = 0;
      this.scale = this.fit_scale();
      this.across = this.reach();
      this.scale = this.fit_scale();
      this.x = (this.box[0] + this.box[2]) / 2;
      this.y = (this.box[1] + this.box[3]) / 2;
      this.fitted = true;
      this.changed();
    }

    /// Zooms by `factor` around a point in px, which stays in place.
    zoom(factor, px = this.width / 2, py = this.height / 2) {
      const scale = Math.min(MOST, Math.max(this.fit_scale() * 0.6, this.scale * factor));
      this.x += (px - this.width / 2) * (1 / this.scale - 1 / scale);
      this.y += (py - this.height / 2) * (1 / this.scale - 1 / scale);
      this.scale = scale;
      this.moved();
    }

    pan(dx, dy) {
      this.x -= dx / this.scale;
      this.y -= dy / this.scale;
      this.moved();
    }

    /// Keeps the middle within the box, so that nothing gets lost out of sight.
    moved() {
      this.x = Math.min(this.box[2], Math.max(this.box[0], this.x));
      this.y = Math.min(this.box[3], Math.max(this.box[1], this.y));
      this.fitted = false;
      this.changed();
    }

    at(event) {
      const box = this.canvas.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    }

    listen() {
      const on = (name, listener, options) => this.canvas.addEventListener(name, listener, options);
      on('wheel', (event) => this.wheel(event), {passive: false});
      on('pointerdown', (event) => this.press(event));
      on('pointermove', (event) => this.move(event));
      on('pointerup', (event) => this.release(event, true));
      on('pointercancel', (event) => this.release(event, false));
      on('pointerleave', () => this.hover(null));
      on('dblclick', (event) => this.zoom(2, ...this.at(event)));
      on('keydown', (event) => this.key(event));
    }

    /// A page of many screens must still scroll. A plain wheel zooms only if the machine has the
    /// focus, or with Ctrl (which touch pads send for two fingers).
    wheel(event) {
      if (!event.ctrlKey && document.activeElement !== this.canvas) return;
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 20 : 1;
      this.zoom(2 ** (-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.003)), ...this.at(event));
    }

    press(event) {
      this.pointers.set(event.pointerId, this.at(event));
      this.dragged = this.pointers.size > 1;
      this.start = this.at(event);
      if (event.isTrusted) this.canvas.setPointerCapture(event.pointerId);
    }

    move(event) {
      const now = this.at(event), before = this.pointers.get(event.pointerId);
      if (!before) return this.hover(...now);
      if (Math.hypot(now[0] - this.start[0], now[1] - this.start[1]) > NEAR) this.dragged = true;
      const other = Array.from(this.pointers).find(([id]) => id !== event.pointerId);
      this.pointers.set(event.pointerId, now);
      if (!this.dragged) return;
      if (!other) return this.pan(now[0] - before[0], now[1] - before[1]);
      const apart = (point) => Math.max(10, Math.hypot(point[0] - other[1][0], point[1] - other[1][1]));
      this.pan((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
      this.zoom(apart(now) / apart(before), (now[0] + other[1][0]) / 2, (now[1] + other[1][1]) / 2);
    }

    release(event, clicks) {
      if (!this.pointers.delete(event.pointerId)) return;
      if (clicks && !this.dragged) this.click(...this.at(event), event.pointerType === 'touch');
    }

    key(event) {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const step = 60;
      const act = {
        '+': () => this.zoom(1.4), '=': () => this.zoom(1.4), '-': () => this.zoom(1 / 1.4),
        '0': () => this.fit(), f: () => this.fit(),
        ArrowLeft: () => this.pan(step, 0), ArrowRight: () => this.pan(-step, 0),
        ArrowUp: () => this.pan(0, step), ArrowDown: () => this.pan(0, -step)
      }[event.key];
      if (!act) return;
      act();
      event.preventDefault();
      event.stopPropagation();
    }
  }
  gf.View = View;
}(window.gf = window.gf || {}));
