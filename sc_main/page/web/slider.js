// SPDX-License-Identifier: Apache-2.0
// The time that the page shows: a slider over the steps with the mean load behind it, play, and the
// mean of the whole window, which a page shows at first.
(function (gf) {
  'use strict';

  const PLAY_S = 12;        // playing time of a window with many steps
  const FASTEST_MS = 40;
  const REDUCED_MS = 500;   // prefers-reduced-motion: time per step
  const THUMB = 8;          // half the width of the slider's thumb in px; also in page.css

  let playing = null;

  const range = () => gf.by_id('time-range');
  const step = () => Math.min(...gf.records.map((record) => record.step));
  gf.begin = () => Math.min(...gf.records.map((record) => record.begin));
  /// Returns the end of the longest run, or one step if the runs took no time.
  gf.end = () => {
    const end = Math.max(...gf.records.map((record) => record.end));
    return end > gf.begin() ? end : gf.begin() + (step() || 1e-12);
  };
  gf.whole_window = () => [gf.begin(), gf.end()];
  gf.is_whole_window = () => gf.state.window[0] <= gf.begin() && gf.state.window[1] >= gf.end();

  /// Returns the first and last step of the window.
  function limits() {
    const steps_to = (time) => (time - gf.begin()) / step(),
          last = Math.max(0, Math.ceil(steps_to(gf.end()) - 1e-9) - 1);
    return [Math.min(last, Math.floor(steps_to(gf.state.window[0]) + 1e-9)),
            Math.min(last, Math.max(0, Math.ceil(steps_to(gf.state.window[1]) - 1e-9) - 1))];
  }

  const step_now = () => gf.state.at === null ? null : Math.round((gf.state.at - gf.begin()) / step());

  gf.show_step = (k) => gf.set({at: k === null ? null : gf.begin() + k * step()});

  /// Shows the step that contains `time`.
  gf.show_time = (time) => gf.show_step(Math.max(0, Math.floor((time - gf.begin()) / step() + 1e-9)));

  /// Moves by steps; from the window's mean to its first or last step.
  gf.move_step = (by) => {
    const [first, last] = limits(), now = step_now();
    gf.show_step(now === null ? (by > 0 ? first : last) : Math.min(last, Math.max(first, now + by)));
  };

  gf.stop_playing = () => {
    clearInterval(playing);
    playing = null;
    gf.by_id('play').textContent = '\u25b6';
    gf.by_id('play').setAttribute('aria-label', 'play');
  };

  gf.toggle_play = () => {
    if (playing !== null) return gf.stop_playing();
    const [first, last] = limits(), count = last - first + 1;
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const interval = calm ? REDUCED_MS : Math.max(FASTEST_MS, 1000 * PLAY_S / count);
    const by = calm ? 1 : Math.max(1, Math.round(count * FASTEST_MS / (1000 * PLAY_S)));
    if (gf.state.at === null || step_now() >= last) gf.show_step(first);
    gf.by_id('play').textContent = '\u275a\u275a';
    gf.by_id('play').setAttribute('aria-label', 'pause');
    playing = setInterval(() => {
      if (step_now() === null || step_now() >= limits()[1]) return gf.stop_playing();
      gf.move_step(by);
    }, interval);
  };

  /// Returns the shown time in words: "whole run", "mean of 1 us ... 2 us", "12.8 us ... 14.4 us".
  gf.moment = () => {
    const span = (from, to) => `${gf.time(from)} \u2026 ${gf.time(to)}`;
    const {at, window} = gf.state;
    if (at === null) return gf.is_whole_window() ? 'whole run' : 'mean of ' + span(...window);
    return span(at, Math.min(at + step(), gf.end()));
  };

  function update() {
    const [first, last] = limits(), now = step_now();
    Object.assign(range(), {min: first, max: Math.max(first, last), value: now === null ? first : now});
    range().setAttribute('aria-valuetext', gf.moment());
    range().classList.toggle('whole', now === null);
    gf.by_id('whole').setAttribute('aria-pressed', String(now === null));
    gf.by_id('whole').textContent = gf.is_whole_window() ? 'Whole run' : 'Whole window';
    gf.by_id('moment').textContent = gf.moment();
    gf.by_id('unzoom').hidden = gf.is_whole_window();
    draw();
  }

  /// Returns the mean load of all directions per step; computed once per record.
  function mean_load(record) {
    if (record.mean_load) return record.mean_load;
    const sum = new Float64Array(record.steps);
    record.tracks.forEach((track) => {
      const {values, scale} = record.series(track.busy);
      for (let k = 0; k < values.length; ++k) sum[k] += values[k] * scale;
    });
    record.mean_load = sum.map((value) => value / Math.max(1, record.tracks.length));
    return record.mean_load;
  }
  gf.mean_load = mean_load;

  function draw_load(context, record, width, height, colour) {
    const load = mean_load(record), most = Math.max(...gf.records.map((other) => Math.max(...mean_load(other)))) || 1;
    const [from, to] = gf.state.window;
    const x_of = (time) => THUMB + (time - from) / (to - from) * (width - 2 * THUMB);
    context.beginPath();
    context.moveTo(THUMB, height);
    load.forEach((value, k) => {
      const left = x_of(record.time_of(k)), right = x_of(record.time_of(k + 1));
      if (right < THUMB || left > width - THUMB) return;
      const y = height - 1 - (height - 5) * value / most;
      context.lineTo(Math.max(THUMB, left), y);
      context.lineTo(Math.min(width - THUMB, right), y);
    });
    context.lineTo(Math.min(width - THUMB, x_of(record.end)), height);
    context.closePath();
    context.globalAlpha = 0.35;
    context.fillStyle = colour;
    context.fill();
    context.globalAlpha = 1;
    context.strokeStyle = colour;
    context.stroke();
  }

  const draw = gf.once_a_frame(() => {
    const canvas = gf.by_id('time-load'), width = canvas.clientWidth, height = canvas.clientHeight;
    if (width === 0) return;
    const context = gf.fit_canvas(canvas, width, height);
    gf.records.forEach((record, i) => draw_load(context, record, width, height, gf.colour(i === 0 ? 'c0' : 'c1')));
  });

  gf.start_slider = () => {
    range().addEventListener('input', () => { gf.stop_playing(); gf.show_step(Number(range().value)); });
    gf.by_id('play').addEventListener('click', gf.toggle_play);
    gf.by_id('back').addEventListener('click', () => gf.move_step(-1));
    gf.by_id('forward').addEventListener('click', () => gf.move_step(1));
    gf.by_id('whole').addEventListener('click', () => { gf.stop_playing(); gf.show_step(null); });
    gf.by_id('unzoom').addEventListener('click', () => gf.set({window: gf.whole_window()}));
    gf.on('at window', update);
    gf.on('theme', draw);
    new ResizeObserver(draw).observe(gf.by_id('time-load'));
    update();
  };
}(window.gf = window.gf || {}));
