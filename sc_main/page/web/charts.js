// SPDX-License-Identifier: Apache-2.0
// A chart of curves with the same unit over the time window (papers/report/web/chart.js).
(function (gf) {
  'use strict';

  /// Returns the steps of a curve in the order of time, with the end of the last step.
  function points({record, values}) {
    const y = values();
    return {x: Array.from({length: y.length + 1}, (unused, k) => record.time_of(k)), y: y.concat(y.slice(-1))};
  }

  class CurveChart extends gf.Chart {
    constructor(box, unit, curves) {
      const [low, high] = gf.state.window;
      super(box, {
        thin: true,
        x: {title: '', unit: 's', log: 0, low, high, categories: [], format: (time) => gf.time(time), space: 80},
        y: {title: '', unit, log: 0, low: 0, high: 1, categories: [], format: (value) => gf.with_unit(value, unit), room: 74},
        series: curves.map((curve, i) => Object.assign(
            {name: curve.label, mark: 'steps', colour: 'c' + i % 7, role: curve.record.letter === 'B' ? 'analytic' : 'simulated'},
            points(curve))),
        guides: []
      }, {
        height: () => 200,
        on_select: gf.set_window,
        on_cursor: (u) => gf.chart_reads(box, curves, unit, u.cursor.left >= 0 ? u.posToVal(u.cursor.left, 'x') : null)
      });
      this.update();
    }

    /// Shows the page's window, up to the largest value in it, and the page's moment.
    update() {
      const {data} = this, {at} = gf.state;
      [data.x.low, data.x.high] = gf.state.window;
      const shown = data.series.flatMap(
          ({x, y}) => y.filter((value, k) => x[k] <= data.x.high && (k + 1 === x.length || x[k + 1] >= data.x.low)));
      data.y.high = 1.05 * shown.reduce((most, value) => Math.max(most, value), 0) || 1;
      data.guides = at === null ? [] : [{along: 'x', value: at, tag: '', role: 'published'}];
      this.reset();
      super.update();
    }
  }

  gf.make_chart = (box, unit, curves) => new CurveChart(box, unit, curves);
}(window.gf = window.gf || {}));
