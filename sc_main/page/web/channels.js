// SPDX-License-Identifier: Apache-2.0
// The channels of collectives, as curves from GPU to GPU over the machine. A record has them in the
// rows of its timeline: part "channel 3", row "0->1".
(function (gf) {
  'use strict';

  const BOW = 0.16;  // of its length, by which a curve leaves the straight line
  const MARGIN = 12;  // px between a curve and the border of the canvas
  const MOST = 4;    // if there are more different paths, the first is chosen at the beginning

  /// Returns [{names: ["channel 0", ...], connections: [[node, node], ...]}]: channels with the same
  /// connections are one path.
  gf.channel_paths = (record) => {
    if (record.channel_paths) return record.channel_paths;
    const gpu = (number) =>
        record.graph.nodes.findIndex((node) => node.kind === 'gpu' && node.number === Number(number));
    const channels = new Map(), paths = new Map();
    record.tasks.rows.forEach(([part, row]) => {
      const ends = /^channel \d+$/.test(part) && /^(\d+)->(\d+)$/.exec(row);
      if (!ends) return;
      if (!channels.has(part)) channels.set(part, []);
      const connection = [gpu(ends[1]), gpu(ends[2])];
      if (!connection.includes(-1)) channels.get(part).push(connection);
    });
    channels.forEach((connections, name) => {
      const key = connections.map(String).sort().join(' ');
      if (!paths.has(key)) paths.set(key, {names: [], connections});
      paths.get(key).names.push(name);
    });
    record.channel_paths = Array.from(paths.values());
    return record.channel_paths;
  };

  const colour_of = (path) => gf.colour(`c${1 + path % 6}`);  // the first is that of loads
  const is_shown = (path) => gf.state.channels === 'all' || gf.state.channels === String(path);

  /// "channels 0, 2 and 4".
  function label(names) {
    const numbers = names.map((name) => name.slice(8)).sort((a, b) => a - b);
    const last = numbers.pop();
    return numbers.length === 0 ? `channel ${last}` : `channels ${numbers.join(', ')} and ${last}`;
  }

  /// Returns a coordinate of the point of a curve that bows by `by`: less where the curve would leave
  /// the canvas, of that size.
  function over(from, to, by, size) {
    const middle = (from + to) / 2;
    const least = Math.min(0, 2 * (MARGIN - middle)), most = Math.max(0, 2 * (size - MARGIN - middle));
    return middle + Math.max(least, Math.min(most, by));
  }

  /// Draws the chosen paths.
  gf.draw_channels = (machine, context) => {
    const {view, layout, folded, group_of} = machine;
    gf.channel_paths(machine.record).forEach(({connections}, path) => {
      if (!is_shown(path)) return;
      context.fillStyle = colour_of(path);
      connections.forEach(([from, to]) => {
        if (folded[group_of[from]] || folded[group_of[to]]) return;
        const [x0, y0, x1, y1] = [
          view.to_x(layout.x[from]), view.to_y(layout.y[from]), view.to_x(layout.x[to]),
          view.to_y(layout.y[to])
        ];
        const bow = BOW + 0.05 * path;
        const cx = over(x0, x1, (y0 - y1) * bow, view.width), cy = over(y0, y1, (x1 - x0) * bow, view.height);
        context.beginPath();
        context.moveTo(x0, y0);
        context.quadraticCurveTo(cx, cy, x1, y1);
        for (const [width, colour] of [[6, gf.colour('card')], [3, colour_of(path)]]) {
          context.lineWidth = width;
          context.strokeStyle = colour;
          context.stroke();
        }
        const [mx, my] = [(x0 + 2 * cx + x1) / 4, (y0 + 2 * cy + y1) / 4],
                   angle = Math.atan2(y1 - y0, x1 - x0);
        context.beginPath();
        [[9, 0], [-5, -6], [-5, 6]].forEach(
            ([along, across]) => context.lineTo(
                mx + along * Math.cos(angle) - across * Math.sin(angle),
                my + along * Math.sin(angle) + across * Math.cos(angle)));
        context.fill();
      });
    });
  };

  /// Makes the choice of paths, if a record has channels.
  gf.start_channels = () => {
    const paths = Math.max(...gf.records.map((record) => gf.channel_paths(record).length));
    if (paths === 0) return;
    const record = gf.records.find((one) => gf.channel_paths(one).length === paths);
    gf.state.channels = paths > MOST ? '0' : 'all';
    const option = (value, text) =>
        gf.el('option', {value, selected: gf.state.channels === value}, text);
    const select = gf.el(
        'select', {id: 'channel', onchange: () => gf.set({channels: select.value})},
        option('none', 'none'), option('all', 'all'),
        gf.channel_paths(record).map(({names}, path) => option(String(path), label(names))));
    const keys = gf.el('span', {class: 'keys'});
    const box = gf.el(
        'label', {class: 'channels', title: 'rings of GPUs along which collectives go'}, 'channels ',
        select, keys);
    const show = () => keys.replaceChildren(...gf.channel_paths(record).flatMap(
        ({names}, path) => is_shown(path) ?
            [gf.el('i', {style: `background: ${colour_of(path)}`, title: label(names)})] : []));
    gf.on('channels theme', show);
    gf.on('channels', () => gf.machines.forEach((machine) => machine.redraw()));
    show();
    gf.by_id('fit').parentElement.before(box);
  };
}(window.gf = window.gf || {}));
