// SPDX-License-Identifier: Apache-2.0
// Figures of reports and sweeps. Each chart is drawn from the JSON in its figure when it
// comes into view, or for print, in a place that is made when the page opens: nothing moves when a
// chart is drawn, and links land where they point.
(function (gf) {
  'use strict';

  const height = (width) => width < 560 ? 300 : 380;

  class Figure {
    constructor(figure, data) {
      Object.assign(this, {figure, data, chart: null});
      this.box = document.createElement('div');
      this.box.className = 'chart';
      this.plot = document.createElement('div');
      figure.querySelector('h5').after(this.box);
      this.add_bar();
      this.box.append(this.plot);
      this.add_legend();
      this.resize();
      new ResizeObserver(() => this.resize()).observe(figure);
    }

    draw() {
      if (this.chart) return;
      this.chart = new gf.Chart(this.plot, this.data, {
        height,
        label: this.figure.querySelector('h5').textContent,
        on_cursor: (u) => this.show_values(u),
        on_zoom: () => { this.whole.hidden = !this.chart || this.chart.is_whole(); }
      });
      this.figure.classList.add('live');
    }

    resize() {
      const width = Math.max(200, this.plot.clientWidth);
      this.plot.style.height = gf.Chart.size(this.data, width, height(width)).height + 'px';
      if (this.chart) this.chart.update();
    }

    show_values(u) {
      if (!this.chart) return;
      const inside = u.cursor.left >= 0 && u.cursor.idx !== null && u.cursor.idx !== undefined;
      this.at.textContent = inside ? 'at ' + this.chart.x_text(u.cursor.idx) : '';
      this.values.forEach((value, i) => {
        const index = inside && u.cursor.idxs ? u.cursor.idxs[i + 1] : null;
        const known = index !== null && index !== undefined && u.data[i + 1][index] !== null &&
            u.data[i + 1][index] !== undefined;
        value.textContent = known ? this.chart.format_y(this.chart.original(i, index)) : '';
      });
    }

    add_bar() {
      const bar = document.createElement('div');
      bar.className = 'chart-bar';
      this.at = document.createElement('span');
      this.at.className = 'at';
      this.at.setAttribute('role', 'status');
      this.whole = document.createElement('button');
      this.whole.type = 'button';
      this.whole.textContent = 'show everything';
      this.whole.hidden = true;
      this.whole.addEventListener('click', () => this.chart.reset());
      const how = document.createElement('span');
      how.textContent = matchMedia('(pointer: coarse)').matches
          ? 'touch for values, pinch to zoom' : 'point for values, drag to zoom, double-click for everything';
      bar.append(this.at, how, this.whole);
      this.box.append(bar);
    }

    /// The names of the series become buttons, with room for a value.
    add_legend() {
      this.values = this.data.series.map((series, i) => {
        const item = this.figure.querySelector('.legend li[data-series="' + i + '"]');
        const button = document.createElement('button');
        const value = document.createElement('span');
        value.className = 'value';
        button.type = 'button';
        button.setAttribute('aria-pressed', 'true');
        button.append(...item.childNodes);
        item.append(button, value);
        button.addEventListener('click', () => {
          if (!this.chart) return;
          const show = !this.chart.u.series[i + 1].show;
          this.chart.u.setSeries(i + 1, {show});
          button.setAttribute('aria-pressed', String(show));
        });
        return value;
      });
    }
  }

  const figures = new Map();
  const seen = new IntersectionObserver((entries) => entries.forEach((entry) => {
    if (!entry.isIntersecting) return;
    seen.unobserve(entry.target);
    figures.get(entry.target).draw();
  }), {rootMargin: '600px'});
  document.querySelectorAll('figure').forEach((figure) => {
    const data = figure.querySelector('.chart-data');
    if (data === null) return;
    figures.set(figure, new Figure(figure, JSON.parse(data.textContent)));
    seen.observe(figure);
  });
  const update = () => figures.forEach((figure) => figure.resize());
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', update);
  const print = matchMedia('print');
  print.addEventListener('change', () => {
    if (print.matches) figures.forEach((figure) => figure.draw());
    update();
  });
}(window.gf = window.gf || {}));
