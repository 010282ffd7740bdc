// SPDX-License-Identifier: Apache-2.0
// A chart that reacts: a crosshair with values, zoom by dragging, pinching or keys. All pages with
// curves use it: those of reports and sweeps for each figure (figure.js), that of a run for its
// statistics over time. It is drawn with uPlot from axes, series and guides (chart_json()).
(function (gf) {
  'use strict';

  const FONT = '12px system-ui, -apple-system, "Segoe UI", Arial, sans-serif';
  const TITLE_FONT = '600 13px system-ui, -apple-system, "Segoe UI", Arial, sans-serif';
  const CHARACTER = 6.8;    // Width of one in FONT, on average.
  const NEAR = 40;          // Points further from the cursor than this have no value there, in px.
  const BAR_SHARE = 0.72;
  const PAPER_WIDTH = 660;  // Of a chart in print, in px.

  function colour(name) {
    return getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
  }

  // --- Numbers as the pictures print them.

  function number(value) {
    const size = Math.abs(value);
    if (value !== 0 && (size < 1e-4 || size >= 1e15)) return String(Number(value.toPrecision(5)));
    const text = Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(5)));
    const parts = text.split('.');
    if (parts[0].replace('-', '').length > 4)
      parts[0] = parts[0].replace(/\B(?=(\d{3})+$)/g, '\u2009');
    return parts.join('.');
  }

  const is_bytes = (axis) => axis.log === 2 && axis.unit === 'B';

  /// The text of a value on an axis, without its unit. A page may have a format of its own.
  function formatter(axis) {
    if (axis.format) return axis.format;
    if (!is_bytes(axis)) return number;
    const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
    return function (value) {
      let unit = 0;
      for (; value >= 1024 && unit + 1 < units.length; ++unit) value /= 1024;
      return number(value) + ' ' + units[unit];
    };
  }

  /// Position on an axis, such that equal distances look equal.
  function transform(axis) { return axis.log ? Math.log : function (value) { return value; }; }
  function inverse(axis) { return axis.log ? Math.exp : function (value) { return value; }; }

  /// What a logarithmic axis cannot show lies below its end.
  function drawable(axis, value) { return axis.log && !(value > 0) ? axis.low : value; }

  // --- One x for all series, as the library wants it: every x of any series once, or as often as
  // the series that repeats it most. Only the cursor uses this; lines are drawn from the series.

  function aligned(data) {
    const most = new Map();
    data.series.forEach(function (series) {
      const own = new Map();
      series.x.forEach(function (x) { own.set(x, (own.get(x) || 0) + 1); });
      own.forEach(function (n, x) { most.set(x, Math.max(n, most.get(x) || 0)); });
    });
    const xs = [];
    const first = new Map();
    Array.from(most.keys()).sort(function (a, b) { return a - b; }).forEach(function (x) {
      first.set(x, xs.length);
      for (let i = 0; i < most.get(x); ++i) xs.push(x);
    });
    const columns = data.series.map(function (series) {
      const column = new Array(xs.length).fill(null);
      const used = new Map();
      series.y.forEach(function (y, i) {
        const x = series.x[i], nth = used.get(x) || 0;
        used.set(x, nth + 1);
        column[first.get(x) + nth] = drawable(data.y, y);
      });
      return column;
    });
    return [xs.map(function (x) { return drawable(data.x, x); })].concat(columns);
  }

  // --- Drawing: a path a series, from its own points.

  function has(series, what) {
    return what === 'line' ? ['line', 'line-points', 'steps'].includes(series.mark)
                           : ['points', 'line-points'].includes(series.mark);
  }
  function is_bar(series) { return series.mark === 'bars' || series.mark === 'bins'; }

  function positions(u, data, series) {
    return series.y.map(function (y, i) {
      return [u.valToPos(drawable(data.x, series.x[i]), 'x', true),
              u.valToPos(drawable(data.y, y), 'y', true)];
    });
  }

  function line_path(u, data, series) {
    const path = new Path2D();
    positions(u, data, series).forEach(function (at, i, all) {
      if (i === 0) return path.moveTo(at[0], at[1]);
      if (series.mark === 'steps') path.lineTo(at[0], all[i - 1][1]);
      path.lineTo(at[0], at[1]);
    });
    return {stroke: path};
  }

  function area(u) {
    const clip = new Path2D();
    const room = 5 * uPlot.pxRatio;
    clip.rect(u.bbox.left - room, u.bbox.top - room, u.bbox.width + 2 * room, u.bbox.height + 2 * room);
    return clip;
  }

  /// Simulated: circles; analytic: diamonds; published: squares.
  function marker_path(u, data, series) {
    const path = new Path2D();
    const r = 3.6 * uPlot.pxRatio;
    positions(u, data, series).forEach(function (at) {
      const x = at[0], y = at[1];
      if (series.role === 'simulated') {
        path.moveTo(x + r, y);
        path.arc(x, y, r, 0, 2 * Math.PI);
      } else if (series.role === 'published') {
        path.rect(x - r, y - r, 2 * r, 2 * r);
      } else {
        path.moveTo(x, y - 1.3 * r);
        path.lineTo(x + 1.3 * r, y);
        path.lineTo(x, y + 1.3 * r);
        path.lineTo(x - 1.3 * r, y);
        path.closePath();
      }
    });
    return {stroke: path, fill: path, clip: area(u), flags: 3};
  }

  function bar_path(u, data, series) {
    const path = new Path2D();
    const bottom = u.bbox.top + u.bbox.height;
    const zero_inside = !data.y.log && data.y.low <= 0;
    const base = zero_inside ? u.valToPos(0, 'y', true) : bottom;
    const beside = data.series.filter(function (other) { return other.mark === 'bars'; });
    const pitch = u.valToPos(1, 'x', true) - u.valToPos(0, 'x', true);
    const slot = pitch * BAR_SHARE / Math.max(1, beside.length);
    const width = Math.min(slot * 0.94, 46 * uPlot.pxRatio);
    const offset = beside.indexOf(series) - (beside.length - 1) / 2;
    positions(u, data, series).forEach(function (at, i) {
      if (series.mark === 'bins') {
        if (series.y[i] === 0) return;
        const end = u.valToPos(series.x[i + 1], 'x', true);
        path.rect(at[0], Math.min(at[1], base), Math.max(end - at[0], 1), Math.abs(base - at[1]));
      } else {
        const centre = at[0] + offset * Math.min(slot, width + 3 * uPlot.pxRatio);
        path.rect(centre - width / 2, Math.min(at[1], base), width, Math.abs(base - at[1]));
      }
    });
    return {stroke: path, fill: path};
  }

  function hatch(u, stroke) {
    const tile = document.createElement('canvas');
    const side = Math.round(6 * uPlot.pxRatio);
    tile.width = tile.height = side;
    const ctx = tile.getContext('2d');
    ctx.fillStyle = colour('card');
    ctx.fillRect(0, 0, side, side);
    ctx.strokeStyle = stroke;
    ctx.lineWidth = side * 0.3;
    ctx.beginPath();
    [-side, 0, side].forEach(function (shift) {
      ctx.moveTo(shift, side);
      ctx.lineTo(shift + side, 0);
    });
    ctx.stroke();
    return u.ctx.createPattern(tile, 'repeat');
  }

  function series_options(data, series) {
    const stroke = function () { return colour(series.colour); };
    const hollow = function () { return series.role === 'simulated' ? stroke() : colour('card'); };
    const options = {
      label: series.name, scale: 'y', stroke: stroke, spanGaps: true, width: data.thin ? 1.6 : 2,
      dash: series.role === 'analytic' ? [7, 4] : series.role === 'published' ? [2, 4] : undefined,
      paths: function () { return null; }, points: {show: false}
    };
    if (has(series, 'line')) options.paths = function (u) { return line_path(u, data, series); };
    if (has(series, 'points'))
      options.points = {
        show: true, stroke: function () { return series.role === 'simulated' ? colour('card') : stroke(); },
        fill: hollow, width: series.role === 'simulated' ? 1 : 1.8,
        paths: function (u) { return marker_path(u, data, series); }
      };
    if (is_bar(series)) {
      options.width = series.role === 'published' ? 1.8 : 1;
      options.dash = undefined;
      options.paths = function (u) { return bar_path(u, data, series); };
      options.fill = function (u) { return series.role === 'analytic' ? hatch(u, stroke()) : hollow(); };
      if (series.mark === 'bins') options.stroke = function () { return colour('card'); };
    }
    return options;
  }

  // --- Axes.

  function widest(texts) {
    return texts.reduce(function (most, text) { return Math.max(most, String(text || '').length); }, 0) * CHARACTER;
  }

  function axis_options(axis, side) {
    const format = formatter(axis);
    const options = {
      scale: side, label: axis.title || undefined, font: FONT, labelFont: TITLE_FONT, labelSize: 24, labelGap: 2,
      stroke: function () { return colour('text'); },
      grid: {stroke: function () { return colour('grid'); }, width: 1},
      ticks: {stroke: function () { return colour('axis'); }, width: 1, size: 4},
      border: {show: true, stroke: function () { return colour('axis'); }, width: 1},
      values: function (u, splits) {
        return splits.map(function (value) { return value === null ? null : format(value); });
      }
    };
    if (side === 'y')
      options.size = axis.room || function (u, values) { return values ? widest(values) + 12 : 44; };
    else if (axis.categories.length > 0)
      categories_on(axis, options);
    else {
      options.space = axis.space || (is_bytes(axis) ? 62 : 54);
      options.size = 28;
    }
    return options;
  }

  /// The names of bars are turned where they would touch; then they need that much height.
  function turned(axis, width) {
    const room = width * 0.88 / axis.categories.length - 6;
    return axis.categories.length > 0 && widest(axis.categories) > room
        ? 0.66 * widest(axis.categories) + 22 : 0;
  }

  function categories_on(axis, options) {
    options.splits = function () { return axis.categories.map(function (name, i) { return i; }); };
    options.values = function () { return axis.categories; };
    options.grid = {show: false};
    options.rotate = function (u) { return turned(axis, u.width) > 0 ? 40 : 0; };
    options.size = function (u) { return turned(axis, u.width) || 30; };
  }

  // --- Guides: levels that the reader should see, behind the cursor and before the series.

  function draw_guides(u, data) {
    const ctx = u.ctx, ratio = uPlot.pxRatio;
    const left = u.bbox.left, top = u.bbox.top;
    const right = left + u.bbox.width, bottom = top + u.bbox.height;
    const rows = [], columns = [];
    ctx.save();
    ctx.font = FONT.replace('12px', 12 * ratio + 'px');
    data.guides.forEach(function (guide) {
      const at = u.valToPos(drawable(data[guide.along], guide.value), guide.along, true);
      const published = guide.role === 'published';
      if (guide.along === 'x' ? at < left || at > right : at < top || at > bottom) return;
      ctx.strokeStyle = colour(published ? 'accent' : 'axis');
      ctx.lineWidth = (published ? 1.6 : 1.2) * ratio;
      ctx.setLineDash([2 * ratio, (published ? 4 : 3) * ratio]);
      ctx.beginPath();
      if (guide.along === 'x') { ctx.moveTo(at, top); ctx.lineTo(at, bottom); }
      else { ctx.moveTo(left, at); ctx.lineTo(right, at); }
      ctx.stroke();
      ctx.setLineDash([]);
      let x = right - 4 * ratio, y = at - 5 * ratio;
      ctx.textAlign = 'right';
      if (guide.along === 'x') {
        const in_right_half = at > (left + right) / 2;
        ctx.textAlign = in_right_half ? 'right' : 'left';
        x = at + (in_right_half ? -5 : 5) * ratio;
        const near = columns.filter(function (other) { return Math.abs(other - at) < 150 * ratio; }).length;
        columns.push(at);
        y = top + (13 + 16 * near) * ratio;
      } else {
        if (y - 10 * ratio < top || rows.some(function (o) { return Math.abs(o - y) < 16 * ratio; }))
          y = at + 14 * ratio;
        rows.push(y);
      }
      ctx.lineWidth = 4 * ratio;
      ctx.lineJoin = 'round';
      ctx.strokeStyle = colour('card');
      ctx.strokeText(guide.tag, x, y);
      ctx.fillStyle = colour(published ? 'accent' : 'muted');
      ctx.fillText(guide.tag, x, y);
    });
    ctx.restore();
  }

  // --- One chart.

  /// Draws `data` in `box`. Options: `height(width)` of the plot in px; `on_cursor(u)` is called when
  /// the crosshair moves, `on_zoom()` when the ends of an axis do. A page whose charts share a time
  /// window gives `on_select(low, high)`: dragging then calls it and zooms nothing, the crosshairs
  /// of all charts move together, and the keys are the page's. `label`: name for screen readers.
  class Chart {
    constructor(box, data, options) {
      Object.assign(this, {box, data, settings: options});
      this.format_x = formatter(data.x);
      this.format_y = formatter(data.y);
      this.u = new uPlot(this.options(), aligned(data), box);
      this.reset();
      if (!options.on_select) {
        this.add_keys();
        this.add_touch();
      }
    }

    /// Size for a box of `width` px: the names of bars need height where they are turned.
    static size(data, width, height) {
      if (matchMedia('print').matches) width = Math.min(width, PAPER_WIDTH);
      return {width, height: height + Math.max(0, turned(data.x, width) - 30)};
    }

    size() {
      const width = Math.max(200, this.box.clientWidth);
      return Chart.size(this.data, width, this.settings.height(width));
    }

    options() {
      const {data, settings} = this;
      // The library asks for both: x also when something sets it (zoom), y only when nothing does.
      const scale = (axis, side) => ({
        time: false, distr: axis.log ? 3 : 1, log: axis.log || 10, auto: side === 'x',
        range: (u, low, high) => side === 'x' && high > low ? [low, high] : [axis.low, axis.high]
      });
      const select = settings.on_select;
      return Object.assign(this.size(), {
        series: [{}].concat(data.series.map((s) => series_options(data, s))),
        scales: {x: scale(data.x, 'x'), y: scale(data.y, 'y')},
        axes: [axis_options(data.x, 'x'), axis_options(data.y, 'y')],
        padding: [8, Math.max(14, widest([this.format_x(data.x.high)]) / 2 + 2), 0, 0],
        legend: {show: false},
        cursor: {
          drag: select ? {x: true, y: false, setScale: false} : {x: true, y: true, uni: 40},
          y: !select,
          sync: select ? {key: 'gpufabric'} : undefined,
          points: {size: (u, i) => select || is_bar(data.series[i - 1]) ? 0 : 9, width: 0},
          dataIdx: (u, i, hovered) => this.nearest(u, i, hovered),
          bind: {dblclick: () => () => { if (!select) this.reset(); }}
        },
        hooks: {
          draw: [(u) => draw_guides(u, data)],
          setCursor: [(u) => settings.on_cursor(u)],
          setScale: [() => { if (this.u && settings.on_zoom) settings.on_zoom(); }],
          setSelect: [(u) => { if (select) this.selected(u, select); }]
        }
      });
    }

    selected(u, select) {
      if (u.select.width < 4) return;
      const ends = [u.select.left, u.select.left + u.select.width].map((at) => u.posToVal(at, 'x'));
      u.setSelect({left: 0, width: 0, top: 0, height: 0}, false);
      select(...ends);
    }

    /// The index of the series' value to show at the cursor: of the bin or step that holds it, else
    /// of the nearest point.
    nearest(u, i, hovered) {
      const column = u.data[i], mark = i > 0 ? this.data.series[i - 1].mark : '';
      if (i === 0 || hovered === null || column[hovered] !== null && mark !== 'bins' && mark !== 'steps')
        return hovered;
      if (mark === 'bins' || mark === 'steps') {
        const x = u.posToVal(u.cursor.left, 'x');
        let last = null;
        for (let k = 0; k < column.length && u.data[0][k] <= x; ++k)
          if (column[k] !== null) last = k;
        return last === null ? hovered : last;
      }
      for (let step = 1; step < column.length; ++step)
        for (const k of [hovered - step, hovered + step])
          if (k >= 0 && k < column.length && column[k] !== null) {
            const away = Math.abs(u.valToPos(u.data[0][k], 'x') - u.valToPos(u.data[0][hovered], 'x'));
            return away <= NEAR ? k : hovered;
          }
      return hovered;
    }

    x_text(index) {
      const x = this.u.data[0][index], axis = this.data.x;
      if (axis.categories.length > 0) return axis.categories[Math.round(x)] || '';
      return this.format_x(x) + (axis.unit === '' || is_bytes(axis) ? '' : ' ' + axis.unit);
    }

    /// The value as it was given, where drawing had to move it onto the axis.
    original(i, index) {
      const drawn = this.u.data[i + 1][index], series = this.data.series[i];
      if (!this.data.y.log || drawn !== this.data.y.low) return drawn;
      const k = series.x.indexOf(this.u.data[0][index]);
      return k < 0 ? drawn : series.y[k];
    }

    // --- Zoom.

    reset() {
      const u = this.u, data = this.data;
      u.batch(function () {
        u.setScale('x', {min: data.x.low, max: data.x.high});
        u.setScale('y', {min: data.y.low, max: data.y.high});
      });
    }

    is_whole() {
      const data = this.data, scales = this.u.scales;
      return ['x', 'y'].every(function (side) {
        const span = Math.abs(data[side].high - data[side].low) * 1e-9;
        return Math.abs(scales[side].min - data[side].low) <= span &&
            Math.abs(scales[side].max - data[side].high) <= span;
      });
    }

    /// Keeps `value` where it is and shows 1 / `factor` of what is shown.
    zoom_x(value, factor) {
      const to = transform(this.data.x), back = inverse(this.data.x), scale = this.u.scales.x;
      const at = to(value), low = to(scale.min), high = to(scale.max);
      this.set_x(back(at - (at - low) / factor), back(at + (high - at) / factor));
    }

    set_x(low, high) {
      const axis = this.data.x;
      low = Math.max(low, axis.low);
      high = Math.min(high, axis.high);
      if (high > low) this.u.setScale('x', {min: low, max: high});
    }

    add_keys() {
      const self = this, root = this.u.root;
      root.tabIndex = 0;
      root.setAttribute('role', 'application');
      root.setAttribute('aria-label', this.settings.label +
          '. Left and right move the cursor, plus and minus zoom, Escape resets the zoom.');
      root.addEventListener('keydown', function (event) {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
        const factor = {'+': 1.5, '=': 1.5, '-': 1 / 1.5}[event.key];
        if (step) self.move_cursor(step);
        else if (factor) self.zoom_x(self.cursor_x(), factor);
        else if (event.key === 'Escape' || event.key === '0') self.reset();
        else return;
        event.preventDefault();
      });
      root.addEventListener('blur', function () { self.u.setCursor({left: -10, top: -10}); });
    }

    cursor_x() {
      const u = this.u, index = u.cursor.idx;
      if (u.cursor.left >= 0 && index !== null && index !== undefined) return u.data[0][index];
      return inverse(this.data.x)((transform(this.data.x)(u.scales.x.min) +
                                   transform(this.data.x)(u.scales.x.max)) / 2);
    }

    /// To the next x that is in view and not the same.
    move_cursor(step) {
      const u = this.u, xs = u.data[0], shown = u.cursor.left >= 0 && u.cursor.idx !== null;
      let index = shown ? u.cursor.idx + step : step > 0 ? 0 : xs.length - 1;
      while (index > 0 && index < xs.length - 1 &&
             (shown && xs[index] === xs[u.cursor.idx] || xs[index] < u.scales.x.min && step > 0 ||
              xs[index] > u.scales.x.max && step < 0))
        index += step;
      if (index < 0 || index >= xs.length || xs[index] < u.scales.x.min || xs[index] > u.scales.x.max) return;
      u.setCursor({left: u.valToPos(xs[index], 'x'), top: u.over.clientHeight / 2});
    }

    /// One finger moves the cursor and lets the page scroll up and down; two fingers zoom along x.
    add_touch() {
      const self = this, over = this.u.over;
      let pinch = null;
      function place(touch) { return touch.clientX - over.getBoundingClientRect().left; }
      function begin(event) {
        if (event.touches.length === 2) {
          pinch = [0, 1].map(function (i) {
            return transform(self.data.x)(self.u.posToVal(place(event.touches[i]), 'x'));
          });
        } else {
          pinch = null;
          follow(event.touches[0]);
        }
      }
      function follow(touch) {
        const box = over.getBoundingClientRect();
        self.u.setCursor({left: touch.clientX - box.left, top: touch.clientY - box.top});
      }
      function move(event) {
        if (event.touches.length === 1 && pinch === null) return follow(event.touches[0]);
        if (event.touches.length !== 2 || pinch === null) return;
        event.preventDefault();
        const a = place(event.touches[0]), b = place(event.touches[1]);
        if (Math.abs(a - b) < 10) return;
        const per_px = (pinch[1] - pinch[0]) / (b - a);
        const back = inverse(self.data.x), low = pinch[0] - a * per_px;
        self.set_x(back(low), back(low + over.clientWidth * per_px));
      }
      over.addEventListener('touchstart', begin, {passive: true});
      over.addEventListener('touchmove', move, {passive: false});
    }

    /// Draws it anew in the size of its box and the colours of the page.
    update() {
      const size = this.size();
      if (size.width !== this.u.width || size.height !== this.u.height) this.u.setSize(size);
      this.u.redraw(true, true);
    }
    destroy() { this.u.destroy(); }
  }

  gf.Chart = Chart;
}(window.gf = window.gf || {}));
