// SPDX-License-Identifier: Apache-2.0
// Draws a timeline (gantt.js): the axis, a line per row, and a bar per task. Tasks within one pixel
// are drawn once.
(function (gf) {
  'use strict';

  gf.GANTT = {axis: 24, row: 22};
  const TEXT = 12;

  /// Returns ticks of a time axis, about `room` px apart: [time, text].
  gf.time_ticks = (from, to, width, room) => {
    const step = gf.round_up((to - from) * room / Math.max(room, width));
    const ticks = [];
    for (let k = Math.ceil(from / step - 1e-9); k * step <= to + step * 1e-9; ++k) ticks.push(k * step);
    const digits = Math.max(3, Math.ceil(Math.log10(Math.max(to / step, 1))) + 1);
    return ticks.map((time) => [time, gf.time(time, digits)]);
  };

  function draw_axis(gantt, context, width, x_of) {
    const [from, to] = gf.state.window, {axis} = gf.GANTT;
    context.fillStyle = gf.colour('card');
    context.fillRect(0, 0, width, axis);
    context.textAlign = 'center';
    gf.time_ticks(from, to, width - gantt.gutter, 100).forEach(([time, text]) => {
      const x = x_of(time);
      context.fillStyle = gf.colour('grid');
      context.fillRect(Math.round(x), axis - 5, 1, gantt.height);
      const half = context.measureText(text).width / 2;
      if (x + half > width) return;
      context.fillStyle = gf.colour('muted');
      context.fillText(text, Math.max(x, gantt.gutter + half), axis / 2);
    });
  }

  /// Returns the text, cut to fit into `room` px; '' if hardly any of it fits.
  function fitting(context, text, room) {
    if (context.measureText(text).width <= room) return text;
    let length = Math.floor(text.length * room / context.measureText(text).width);
    while (length > 0 && context.measureText(text.slice(0, length) + '\u2026').width > room) --length;
    return length < 2 ? '' : text.slice(0, length) + '\u2026';
  }

  function draw_title(gantt, context, line, y) {
    context.textAlign = 'left';
    context.font = `${line.inner ? '' : '600 '}${TEXT}px ${gf.FONT}`;
    context.fillStyle = gf.colour(line.inner ? 'muted' : 'text');
    const left = line.inner ? 24 : line.single ? 8 : 20;
    context.fillText(fitting(context, line.title, gantt.gutter - left - 6), left, y + gf.GANTT.row / 2);
    if (!line.inner && !line.single) context.fillText(line.folded ? '\u25b8' : '\u25be', 6, y + gf.GANTT.row / 2);
    context.font = `${TEXT}px ${gf.FONT}`;
  }

  /// Returns the text colour on a bar: white on dark colours, dark on light ones.
  const on_colour = (hex) => {
    const [r, g, b] = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
    return 0.299 * r + 0.587 * g + 0.114 * b > 140 ? '#16181c' : '#ffffff';
  };

  function draw_bar(gantt, context, i, y, x_of, width, last) {
    const [, name, begin, end] = gantt.record.tasks.items[i];
    const left = Math.max(gantt.gutter, x_of(begin)), right = Math.min(width, x_of(end));
    if (right < gantt.gutter || left > width) return last;
    const size = Math.max(1, right - left);
    const chosen = gf.is_selected(gantt.record, 'task', i), hovered = gantt.hovered === i;
    if (size <= 1 && Math.floor(left) === last && !chosen && !hovered) return last;
    const faint = gantt.concerned !== null && !gantt.concerned.has(i);
    const colour = gf.colour('c' + gantt.colour_of[i]);
    context.globalAlpha = faint ? 0.25 : 1;
    context.fillStyle = colour;
    context.fillRect(left, y + 3, Math.max(1, size - (size > 4 ? 0.8 : 0)), gf.GANTT.row - 6);
    context.globalAlpha = 1;
    if (chosen || hovered) {
      context.strokeStyle = gf.colour('text');
      context.lineWidth = chosen ? 2 : 1.2;
      context.strokeRect(left, y + 2.5, size, gf.GANTT.row - 5);
    }
    if (size > 34 && !faint) {
      context.fillStyle = on_colour(colour);
      context.textAlign = 'left';
      context.fillText(fitting(context, name, size - 8), left + 4, y + gf.GANTT.row / 2 + 0.5);
    }
    return Math.floor(left);
  }

  /// Returns the first task that may reach into the window. Tasks are sorted by their begin.
  function first_in(gantt, tasks, from) {
    const {items} = gantt.record.tasks;
    let low = 0, high = tasks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (items[tasks[middle]][2] < from) low = middle + 1; else high = middle;
    }
    const longest =
        gantt.longest || (gantt.longest = items.reduce((most, item) => Math.max(most, item[3] - item[2]), 0));
    while (low > 0 && items[tasks[low - 1]][2] + longest >= from) --low;
    return low;
  }

  function draw_row(gantt, context, line, y, x_of, width) {
    const [from, to] = gf.state.window, {items} = gantt.record.tasks;
    line.rows.forEach((row) => {
      const tasks = gantt.items_of[row];
      let last = -1;
      for (let k = first_in(gantt, tasks, from); k < tasks.length && items[tasks[k]][2] <= to; ++k)
        if (items[tasks[k]][3] >= from) last = draw_bar(gantt, context, tasks[k], y, x_of, width, last);
    });
  }

  /// Draws the step that the page shows.
  function draw_moment(gantt, context, x_of, width) {
    if (gf.state.at === null) return;
    const {record} = gantt, [k, next] = record.steps_at(gf.state.at);
    if (k === next) return;
    const left = Math.max(gantt.gutter, x_of(record.time_of(k))), right = Math.min(width, x_of(record.time_of(next)));
    if (right < gantt.gutter || left > width) return;
    context.fillStyle = gf.colour('accent');
    context.globalAlpha = 0.18;
    context.fillRect(left, 0, Math.max(1, right - left), gantt.height);
    context.globalAlpha = 1;
    context.fillRect(Math.round(left), 0, 1.5, gantt.height);
  }

  gf.draw_gantt = (gantt) => {
    const width = gantt.canvas.clientWidth, {axis, row} = gf.GANTT;
    if (width === 0) return;
    const context = gf.fit_canvas(gantt.canvas, width, gantt.height);
    const [from, to] = gf.state.window;
    const x_of = (time) => gantt.gutter + (time - from) / (to - from) * (width - gantt.gutter);
    context.textBaseline = 'middle';
    context.font = `${TEXT}px ${gf.FONT}`;
    const top = gantt.scroll.scrollTop;
    const first = Math.floor(top / row),
          last = Math.min(gantt.lines.length, Math.ceil((top + gantt.height - axis) / row));
    for (let k = first; k < last; ++k) {
      if (gantt.lines[k].inner) continue;
      context.fillStyle = gf.colour('tint');
      context.fillRect(0, axis + k * row - top, width, row);
    }
    draw_axis(gantt, context, width, x_of);
    if (gantt.lines.length === 0) {
      context.textAlign = 'left';
      context.fillText('No task is known to be related to the selection.', 8, axis + row / 2);
    }
    context.save();
    context.beginPath();
    context.rect(0, axis, width, gantt.height);
    context.clip();
    for (let k = first; k < last; ++k) {
      draw_row(gantt, context, gantt.lines[k], axis + k * row - top, x_of, width);
      draw_title(gantt, context, gantt.lines[k], axis + k * row - top);
    }
    context.restore();
    draw_moment(gantt, context, x_of, width);
    if (!gantt.selection) return;
    context.fillStyle = gf.colour('accent');
    context.globalAlpha = 0.2;
    context.fillRect(gantt.selection[0], 0, gantt.selection[1] - gantt.selection[0], gantt.height);
    context.globalAlpha = 1;
  };
}(window.gf = window.gf || {}));
