// SPDX-License-Identifier: Apache-2.0
// Colours of links: scales from a value to one of a few levels, and their legend.
(function (gf) {
  'use strict';

  gf.LEVELS = 32;

  /// Measures that can colour links: the name of a value of Record.value() and its texts.
  gf.MEASURES = {
    busy: {label: 'load', palette: 'load', text: 'share of time the direction was busy'},
    no_credit: {
      label: 'waiting for credit',
      palette: 'wait',
      text: 'mean number of ready packets that waited for credit; 100 %: one packet, all the time'
    },
    waiting: {
      label: 'any waiting',
      palette: 'wait',
      text: 'mean number of ready packets that waited, for any cause; 100 %: one packet, all the time'
    }
  };

  function channels(hex) { return [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16)); }

  /// Returns the colours of all levels, from stops --NAME-0 ... --NAME-4 of page.css.
  function ramp(name) {
    const stops = [0, 1, 2, 3, 4].map((i) => channels(gf.colour(`${name}-${i}`)));
    return Array.from({length: gf.LEVELS}, (unused, level) => {
      const at = level / (gf.LEVELS - 1) * (stops.length - 1), i = Math.min(Math.floor(at), stops.length - 2);
      return 'rgb(' + stops[i].map((from, c) => Math.round(from + (stops[i + 1][c] - from) * (at - i))).join(',') + ')';
    });
  }

  /// The scale for the measure and the records of the page. Loads go up to 100 %, waiting up to the
  /// run's maximum, and differences equally far below and above zero.
  let kept = null;
  gf.on('colour theme difference', () => { kept = null; });
  gf.scale = () => kept || (kept = make_scale());

  function make_scale() {
    const measure = gf.MEASURES[gf.state.colour];
    const what = gf.state.colour;
    const most = Math.max(...gf.records.map((record) => what === 'busy' ? 1 : record.largest(what)));
    const high = what === 'busy' ? 1 : most > 0 ? gf.round_up(most) : 1;
    const low = gf.state.difference ? -high : 0;
    const colours = ramp(gf.state.difference ? 'difference' : measure.palette);
    return {
      low, high, colours, measure,
      level: (value) => Math.max(0, Math.min(gf.LEVELS - 1, Math.round((value - low) / (high - low) * (gf.LEVELS - 1))))
    };
  }

  gf.update_legend = () => {
    const scale = gf.scale();
    const ticks = [0, 0.25, 0.5, 0.75, 1].map((share) => scale.low + share * (scale.high - scale.low));
    const gradient = scale.colours.map((colour, i) => `${colour} ${(100 * i / (gf.LEVELS - 1)).toFixed(1)}%`);
    const bar = gf.el('div', {class: 'ramp', style: `background: linear-gradient(to right, ${gradient.join(', ')})`});
    const sign = (value) => gf.state.difference && value > 0 ? '+' : '';
    const labels = ticks.map((value) => gf.el('span', {}, sign(value) + gf.waiting(value)));
    const what = gf.state.difference ? `${scale.measure.label}, B \u2212 A` : scale.measure.label;
    gf.by_id('legend').replaceChildren(
        gf.el('b', {title: scale.measure.text}, what),
        gf.el('div', {class: 'ramp-box'}, bar, gf.el('div', {class: 'ramp-ticks'}, labels)),
        gf.el(
            'span', {class: 'muted words'},
            `Colour: ${scale.measure.text}. Width: link rate. Traffic drives on the right`));
  };
}(window.gf = window.gf || {}));
