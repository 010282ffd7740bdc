// SPDX-License-Identifier: Apache-2.0
// Basics for all other scripts of run.html: elements, numbers with units, and the state that all
// parts of the page share. Each script adds to `gf` and runs nothing on loading; start.js begins.
(function (gf) {
  'use strict';

  /// The reader's view. `at`: a time in seconds, or null for the mean of `window`, [from, to].
  /// `colour`: the measure that colours links. `selected`: see select.js. `merge`: max or mean of
  /// merged links. `channels`: see channels.js.
  gf.state = {
    at: null,
    window: [0, 1],
    colour: 'busy',
    merge: 'max',
    selected: null,
    difference: false,
    channels: 'none'
  };

  const listeners = {};

  /// Calls `listener` after a change of any of `topics` (members of gf.state, or 'theme').
  gf.on = (topics, listener) => topics.split(' ').forEach((topic) => {
    (listeners[topic] = listeners[topic] || new Set()).add(listener);
  });

  gf.tell = (topics) => {
    const called = new Set();
    topics.forEach((topic) => (listeners[topic] || []).forEach((listener) => called.add(listener)));
    called.forEach((listener) => listener());
  };

  gf.set = (changes) => {
    const changed = Object.keys(changes).filter((name) => gf.state[name] !== changes[name]);
    Object.assign(gf.state, changes);
    gf.tell(changed);
  };

  /// Returns an element with attributes ('class', 'data-x', 'onclick', ...) and children (texts,
  /// elements).
  gf.el = (tag, attributes, ...children) => {
    const element = document.createElement(tag);
    Object.entries(attributes || {}).forEach(([name, value]) => {
      if (typeof value === 'function') element.addEventListener(name.slice(2), value);
      else if (value !== false && value !== null && value !== undefined)
        element.setAttribute(name, value === true ? '' : value);
    });
    element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
    return element;
  };

  gf.by_id = (id) => document.getElementById(id);

  const pending = new Set();

  /// Returns a function that requests `draw`, which runs at most once per frame.
  gf.once_a_frame = (draw) => {
    const run = () => { if (pending.delete(run)) draw(); };
    return () => {
      if (pending.has(run)) return;
      pending.add(run);
      requestAnimationFrame(run);
    };
  };

  /// Runs all draws that wait for the next frame now, because print has no frames.
  gf.draw_now = () => Array.from(pending).forEach((run) => run());

  // --- Numbers. Thin spaces separate number and unit, as in the report.

  const THIN = '\u202f';
  const PREFIXES = [['T', 1e12], ['G', 1e9], ['M', 1e6], ['k', 1e3], ['', 1], ['m', 1e-3], ['u', 1e-6],
                    ['n', 1e-9], ['p', 1e-12], ['f', 1e-15]];

  gf.number = (value, digits = 4) => {
    if (!Number.isFinite(value)) return String(value);
    const size = Math.abs(value);
    if (value !== 0 && (size < 1e-4 || size >= 1e12)) return value.toPrecision(digits).replace(/\.?0+e/, 'e');
    const rounded = size >= 10 ** digits ? Math.round(value) : Number(value.toPrecision(digits));
    const [whole, rest] = String(rounded).split('.');
    const grouped = whole.replace('-', '').length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, THIN) : whole;
    return rest === undefined ? grouped : grouped + '.' + rest;
  };

  gf.si = (value, unit, digits = 4) => {
    if (value === 0 || !Number.isFinite(value)) return gf.number(value) + THIN + unit;
    const [prefix, factor] = PREFIXES.find((entry) => Math.abs(value) >= entry[1] * 0.9995) || PREFIXES[9];
    return gf.number(value / factor, digits) + THIN + prefix + unit;
  };

  gf.time = (seconds, digits = 4) => gf.si(seconds, 's', digits);

  /// Formats `seconds` for the command line: a number, a space, a unit.
  gf.time_option = (seconds) => gf.si(seconds, 's', 6).replace(/[\u202f]/g, ' ').replace(/(\d) (?=\d)/g, '$1');

  gf.percent = (share) => gf.number(100 * share, share < 0.1 ? 2 : 3) + THIN + '%';

  /// Formats seconds waited per second, the mean number of waiting packets. Below ten it is a
  /// share, where 100 % means one packet all the time.
  gf.waiting = (value) => value < 10 ? gf.percent(value) : gf.number(value, 3) + '\u00d7';

  gf.with_unit = (value, unit) => {
    if (typeof value !== 'number') return String(value);
    if (['s', 'B', 'B/s', 'count/s'].includes(unit))
      return unit === 'count/s' ? gf.si(value, '/s') : gf.si(value, unit);
    if (unit === 'share') return gf.percent(value);
    return gf.number(value) + (unit && !['count', 'ratio', '1'].includes(unit) ? THIN + unit : '');
  };

  /// Compares numbers in names as numbers: gpu_2 before gpu_10.
  gf.by_name = new Intl.Collator('en', {numeric: true}).compare;

  /// Returns 1, 2 or 5 times a power of ten, not below `value`.
  gf.round_up = (value) => {
    const power = 10 ** Math.floor(Math.log10(value));
    return power * [1, 2, 5, 10].find((factor) => factor * power >= value * (1 - 1e-9));
  };

  // --- The look: custom properties of page.css, read once per theme.

  let colours = {};
  gf.colour = (name) => {
    if (!(name in colours))
      colours[name] = getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
    return colours[name];
  };

  gf.theme_changed = () => {
    colours = {};
    gf.tell(['theme']);
  };

  gf.FONT = 'system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Arial, sans-serif';

  /// Makes `canvas` as large as its box in device pixels. Its context draws in CSS pixels.
  gf.fit_canvas = (canvas, width, height) => {
    const ratio = window.devicePixelRatio || 1;
    const size = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
    if (canvas.width !== size[0]) canvas.width = size[0];
    if (canvas.height !== size[1]) canvas.height = size[1];
    const context = canvas.getContext('2d');
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    return context;
  };
}(window.gf = window.gf || {}));
