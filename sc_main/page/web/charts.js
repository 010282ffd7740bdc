// SPDX-License-Identifier: Apache-2.0
// A chart of curves with the same unit over the time window. Drawn by uPlot, or as plain lines if
// the page was made without it.
(function (gf) {
  'use strict';

  const {el} = gf;
  const HEIGHT = 200, PAD = 62;

  /// Returns the steps of a curve in the order of time: [times, values], with the end of the last
  /// step.
  function points(curve) {
    const {record} = curve, values = curve.values();
    const times = Array.from({length: values.length + 1}, (unused, k) => record.time_of(k));
    return [times, values.concat([values[values.length - 1]])];
  }

  const dash = (curve) => curve.record.letter === 'B' ? [6, 4] : undefined;
  const stroke = (i) => () => gf.colour('c' + i % 7);

  class UplotChart {
    constructor(box, unit, curves) {
      this.box = box;
      const data = uPlot.join(curves.map(points));
      const font = `12px ${gf.FONT}`, common = {
        stroke: () => gf.colour('muted'),
        font,
        grid: {stroke: () => gf.colour('grid'), width: 1},
        ticks: {show: false}
      };
      this.u =
          new uPlot(
              {
                width: Math.max(200, box.clientWidth),
                height: HEIGHT,
                legend: {show: false},
                padding: [8, 12, 0, 0],
                cursor: {
                  drag: {x: true, y: false, setScale: false},
                  points: {show: false},
                  y: false,
                  sync: {key: 'gpufabric'}
                },
                scales: {
                  x: {time: false, range: () => gf.state.window},
                  y: {range: (u, low, high) => [0, high > 0 ? high * 1.05 : 1]}
                },
                axes:
                    [
                      Object.assign(
                          {values: (u, ticks) => ticks.map((tick) => gf.time(tick)), space: 80, size: 28}, common),
                      Object
                          .assign(
                              {
                                values: (u, ticks) => ticks.map((tick) => gf.with_unit(tick, unit)),
                                size: PAD + 12,
                                space: 34
                              },
                              common)
                    ],
                series: [{}].concat(curves.map((curve, i) => ({
                                                 label: curve
                                                            .label,
                                                 stroke: stroke(i),
                                                 width: 1.6,
                                                 dash: dash(curve),
                                                 spanGaps: true,
                                                 paths: uPlot
                                                            .paths.stepped({align: 1}),
                                                 points: {show: false}
                                               }))),
                hooks:
                    {
                      setSelect: [(u) => this.chosen(u)],
                      draw: [(u) => this.draw_moment(u)],
                      setCursor: [(u) => this.read(u, curves, unit)]
                    }
              },
              data, box);
    }
    chosen(u) {
      if (u.select.width < 4) return;
      const [from, to] = [u.posToVal(u.select.left, 'x'), u.posToVal(u.select.left + u.select.width, 'x')];
      u.setSelect({left: 0, width: 0, top: 0, height: 0}, false);
      gf.set_window(from, to);
    }
    read(u, curves, unit) {
      gf.chart_reads(this.box, curves, unit, u.cursor.left >= 0 ? u.posToVal(u.cursor.left, 'x') : null);
    }
    draw_moment(u) {
      if (gf.state.at === null) return;
      const left = u.valToPos(gf.state.at, 'x', true);
      if (left < u.bbox.left || left > u.bbox.left + u.bbox.width) return;
      u.ctx.fillStyle = gf.colour('accent');
      u.ctx.fillRect(left, u.bbox.top, 1.5 * devicePixelRatio, u.bbox.height);
    }
    update() {
      const width = Math.max(200, this.box.clientWidth);
      if (width !== this.u.width) this.u.setSize({width, height: HEIGHT});
      this.u.setScale('x', {min: gf.state.window[0], max: gf.state.window[1]});
      this.u.redraw();
    }
    destroy() { this.u.destroy(); }
  }

  class PlainChart {
    constructor(box, unit, curves) {
      Object.assign(this, {box, unit, curves, canvas: el('canvas', {class: 'simple'})});
      box.append(this.canvas);
      this.update();
    }
    update() {
      const width = this.canvas.clientWidth, height = this.canvas.clientHeight, [from, to] = gf.state.window;
      const context = gf.fit_canvas(this.canvas, width, height), all = this.curves.map(points);
      const most = all.reduce((high, [, values]) => values.reduce((a, b) => Math.max(a, b), high), 0) || 1;
      const x_of = (time) => PAD + (time - from) / (to - from) * (width - PAD),
            y_of = (value) => height - 22 - (height - 30) * value / most;
      context.font = `12px ${gf.FONT}`;
      context.fillStyle = gf.colour('muted');
      gf.time_ticks(from, to, width - PAD, 110)
          .forEach(([time, text]) => context.fillText(text, Math.min(x_of(time), width - 50), height - 5));
      [0, 0.5, 1].forEach((share) => {
        context.fillText(gf.with_unit(share * most, this.unit), 0, y_of(share * most) + 4);
        context.fillRect(PAD, y_of(share * most), width - PAD, 0.5);
      });
      context.beginPath();
      context.rect(PAD, 0, width - PAD, height);
      context.clip();
      all.forEach(([times, values], i) => {
        context.beginPath();
        times.forEach((time, k) => {
          if (k > 0) context.lineTo(x_of(time), y_of(values[k - 1]));
          context.lineTo(x_of(time), y_of(values[k]));
        });
        context.setLineDash(dash(this.curves[i]) || []);
        context.strokeStyle = stroke(i)();
        context.stroke();
      });
      context.setLineDash([]);
      context.fillStyle = gf.colour('accent');
      if (gf.state.at !== null) context.fillRect(x_of(gf.state.at), 0, 1.5, height - 20);
    }
    destroy() { this.canvas.remove(); }
  }

  gf.make_chart = (box, unit, curves) =>
      typeof uPlot === 'undefined' ? new PlainChart(box, unit, curves) : new UplotChart(box, unit, curves);
}(window.gf = window.gf || {}));
