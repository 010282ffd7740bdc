// SPDX-License-Identifier: Apache-2.0
// The lines of a machine: the position of each direction of each visible edge in px, how it is
// drawn, and which line is near a point. Uses plain arrays, because a machine may have 40,000
// lines.
(function (gf) {
  'use strict';

  const MANY = 600;      // with more lines, idle ones are faint
  const ARROWS = 400;    // with more lines, none has an arrow
  const EDGE = 9;        // px that a line may extend out of sight
  const FIELDS = 7;      // x0, y0, x1, y1, the point of a bow (x0 again: straight), width; 0:
                         // invisible
  const COUNT = 11;      // px of the text of counts
  const MOST_COUNTS = 200;
  const COUNT_PLACES = [0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73, 0.2, 0.8];  // along a line
  const LOOP = 0.65;     // units by which a link from a node to itself extends upwards
  gf.LOOP_REACH = LOOP + 0.16;  // of its other direction

  /// Returns the width of a link direction relative to the widest one, from its rate.
  function share_of(machine, rate) {
    const share = machine.highest_rate > 0 ? rate / machine.highest_rate : 0.36;
    return 0.25 + 0.75 * Math.sqrt(Math.min(1.6, share));
  }

  /// Computes values that do not change while the view moves: ends in units, shares of the width.
  gf.prepare_lines = (machine) => {
    const {edges} = machine;
    machine.ends = new Float64Array(4 * edges.length);
    machine.shares = new Float32Array(2 * edges.length);
    edges.forEach((edge, e) => {
      machine.ends.set(machine.place(edge.a).concat(machine.place(edge.b)), 4 * e);
      machine.shares.set(edge.rates.map((rate) => share_of(machine, rate)), 2 * e);
    });
    machine.lines = new Float32Array(2 * FIELDS * edges.length);
  };

  /// Fills machine.lines for the current view. Returns the number of visible lines.
  gf.place_lines = (machine) => {
    const {edges, ends, shares, lines, view} = machine, {scale, width, height} = view;
    const left = width / 2 - view.x * scale, top = height / 2 - view.y * scale;
    const thin = edges.length > MANY ? 0.5 : 1, base = 2 * Math.max(thin, Math.min(8, 0.075 * scale));
    let seen = 0;
    for (let e = 0, at = 0; e < edges.length; ++e, at += 2 * FIELDS) {
      const edge = edges[e];
      const x0 = ends[4 * e] * scale + left, y0 = ends[4 * e + 1] * scale + top;
      const x1 = ends[4 * e + 2] * scale + left, y1 = ends[4 * e + 3] * scale + top;
      const length = Math.hypot(x1 - x0, y1 - y0) || 1;
      const room = EDGE + Math.abs(edge.bow) * length + (edge.a === edge.b ? scale : 0);
      lines[at + 6] = lines[at + FIELDS + 6] = 0;
      if (Math.max(x0, x1) < -room || Math.min(x0, x1) > width + room || Math.max(y0, y1) < -room ||
          Math.min(y0, y1) > height + room)
        continue;
      seen += 2;
      const there = Math.max(thin, Math.round(base * shares[2 * e]) / 2),
            other = Math.max(thin, Math.round(base * shares[2 * e + 1]) / 2);
      const gap = Math.max(0.3, Math.min(1.5, there * 0.3));
      const middle = (edge.slot - (edge.slots - 1) / 2) * (there + other + 3 * gap);
      const nx = -(y1 - y0) / length, ny = (x1 - x0) / length;
      for (let back = 0; back < 2; ++back) {
        const shift = middle + (back ? -(other + gap) / 2 : (there + gap) / 2), to = at + back * FIELDS;
        lines[to] = x0 + nx * shift;
        lines[to + 1] = y0 + ny * shift;
        lines[to + 2] = x1 + nx * shift;
        lines[to + 3] = y1 + ny * shift;
        lines[to + 4] = edge.bow === 0 ? lines[to] : (lines[to] + lines[to + 2]) / 2 + nx * edge.bow * length;
        lines[to + 5] = edge.bow === 0 ? lines[to + 1] : (lines[to + 1] + lines[to + 3]) / 2 + ny * edge.bow * length;
        lines[to + 6] = back ? other : there;
        if (edge.a === edge.b) loop(lines, to, scale * (back ? LOOP : gf.LOOP_REACH));
      }
    }
    return seen;
  };

  /// Draws a link from a node to itself as an arch above the node.
  function loop(lines, to, reach) {
    const x = (lines[to] + lines[to + 2]) / 2, y = (lines[to + 1] + lines[to + 3]) / 2;
    lines.set([x - reach * 0.45, y, x + reach * 0.45, y, x, y - 1.7 * reach], to);
  }

  function trace(path, lines, at) {
    path.moveTo(lines[at], lines[at + 1]);
    if (lines[at + 4] === lines[at] && lines[at + 5] === lines[at + 1]) path.lineTo(lines[at + 2], lines[at + 3]);
    else path.quadraticCurveTo(lines[at + 4], lines[at + 5], lines[at + 2], lines[at + 3]);
  }

  /// Draws all lines. Lines that look the same share one path; the highest values are drawn last,
  /// on top. If a selection marks links (`marked`), the others are faint. Links it may concern
  /// (`possible`) are dashed.
  gf.draw_lines = (machine, context, marked, possible) => {
    const {edges, lines, values} = machine, scale = gf.scale(), looks = [];
    const seen = machine.seen = gf.place_lines(machine);
    for (let line = 0, at = 0; line < 2 * edges.length; ++line, at += FIELDS) {
      const width = lines[at + 6];
      if (width === 0) continue;
      const value = values[line], level = value !== value ? -1 : scale.level(value);
      const {links} = edges[line >> 1], dashed = possible.size > 0 && links.some((link) => possible.has(link.i));
      const faint = !dashed && marked.size + possible.size > 0 && !links.some((link) => marked.has(link.i));
      const key = (((faint ? 0 : dashed ? 128 : 64) + level + 1) << 6) + 2 * width;
      const look = looks[key] || (looks[key] = {path: new Path2D(), level, faint, dashed, width});
      trace(look.path, lines, at);
    }
    // The more lines there are, the more idle lines fade.
    const many = seen > MANY, least = Math.max(0.1, Math.min(0.3, 0.9 * MANY / seen)),
          power = 1 + 0.6 * Math.max(0, Math.log10(seen / MANY));
    looks.forEach(({path, level, faint, dashed, width}) => {
      const strength = gf.state.difference ? Math.abs(2 * level / gf.LEVELS - 1) : level / gf.LEVELS;
      context.globalAlpha = faint ? 0.25 : many && !dashed ? least + (1 - least) * Math.max(0, strength) ** power : 1;
      context.strokeStyle = level < 0 ? gf.colour('rule') : scale.colours[level];
      context.lineWidth = width;
      context.setLineDash(dashed ? [9, 5] : level < 0 ? [3, 3] : []);
      context.stroke(path);
    });
    context.globalAlpha = 1;
    context.setLineDash([]);
    if (seen <= ARROWS) draw_arrows(machine, context);
    draw_hovered(machine, context);
  };

  /// Shows how many links a line stands for, if there is room along the line: not on a node, a name
  /// or another count. machine.counts: [x, y, half the width, half the height] of each count.
  gf.draw_counts = (machine, context) => {
    const taken = gf.node_boxes(machine).concat(machine.titles), counts = machine.counts = [];
    context.font = `600 ${COUNT}px ${gf.FONT}`;
    machine.edges.forEach((edge, e) => {
      const line = machine.lines.subarray(2 * FIELDS * e, 2 * FIELDS * (e + 1));
      if (edge.links.length < 2 || edge.a === edge.b || !(line[6] > 0) || counts.length >= MOST_COUNTS) return;
      const text = `\u00d7${edge.links.length}`, half = [context.measureText(text).width / 2 + 4, COUNT / 2 + 2];
      const free = ([x, y]) => x > half[0] && x < machine.view.width - half[0] && y > half[1] &&
          y < machine.view.height - half[1] &&
          taken.every(([tx, ty, w, h]) => Math.abs(tx - x) > w + half[0] + 1 || Math.abs(ty - y) > h + half[1] + 1);
      const at = COUNT_PLACES.map((t) => middle_at(line, t)).find(free);
      if (at === undefined) return;
      const box = [...at, ...half];
      taken.push(box);
      counts.push(box);
      context.beginPath();
      context.roundRect(at[0] - half[0], at[1] - half[1], 2 * half[0], 2 * half[1], 4);
      context.fillStyle = gf.colour('card');
      context.fill();
      context.strokeStyle = gf.colour('axis');
      context.lineWidth = 0.8;
      context.stroke();
      context.fillStyle = gf.colour('text');
      context.fillText(text, at[0], at[1] + 0.5);
    });
  };

  /// Returns the point at share `t` of an edge, midway between its two directions.
  function middle_at(line, t) {
    const along = (i) => {
      const [from, to, over] = [line[i], line[i + 2], line[i + 4]];
      return line[4] === line[0] && line[5] === line[1] ? from + t * (to - from) :
                                                          (1 - t) ** 2 * from + 2 * t * (1 - t) * over + t * t * to;
    };
    return [0, 1].map((i) => (along(i) + along(i + FIELDS)) / 2);
  }

  function draw_hovered(machine, context) {
    if (!machine.hovered || machine.hovered.edge === undefined) return;
    const path = new Path2D(), at = machine.hovered.edge * 2 * FIELDS;
    for (const line of [at, at + FIELDS]) if (machine.lines[line + 6] > 0) trace(path, machine.lines, line);
    context.strokeStyle = gf.colour('accent');
    context.lineWidth = 1.4;
    context.setLineDash([5, 3]);
    context.stroke(path);
    context.setLineDash([]);
  }

  /// Draws an arrow near the middle of each direction, where there is room.
  function draw_arrows(machine, context) {
    const path = new Path2D(), {lines} = machine;
    for (let line = 0, at = 0; line < 2 * machine.edges.length; ++line, at += FIELDS) {
      const [x0, y0, x1, y1, cx, cy, width] = lines.subarray(at, at + FIELDS);
      if (width < 2.5 || Math.hypot(x1 - x0, y1 - y0) < 64) continue;
      const turn = line & 1 ? -1 : 1, straight = cx === x0 && cy === y0;
      const middle = (from, to, over) =>
          straight ? from + (to - from) * (0.5 + 0.07 * turn) : (from + 2 * over + to) / 4;
      arrow(
          path, middle(x0, x1, cx), middle(y0, y1, cy), Math.atan2((y1 - y0) * turn, (x1 - x0) * turn),
          width * 0.55 + 0.8);
    }
    context.fillStyle = gf.colour('card');
    context.fill(path);
    context.strokeStyle = gf.colour('muted');
    context.lineWidth = 0.8;
    context.stroke(path);
  }

  function arrow(path, x, y, angle, size) {
    const [cos, sin] = [Math.cos(angle) * size, Math.sin(angle) * size];
    path.moveTo(x + 2.1 * cos, y + 2.1 * sin);
    path.lineTo(x - cos - 1.25 * sin, y - sin + 1.25 * cos);
    path.lineTo(x - cos + 1.25 * sin, y - sin - 1.25 * cos);
    path.closePath();
  }

  function to_segment(x, y, ax, ay, bx, by) {
    const dx = bx - ax, dy = by - ay;
    const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    return Math.hypot(x - ax - along * dx, y - ay - along * dy);
  }

  function to_line(x, y, lines, at) {
    const x0 = lines[at], y0 = lines[at + 1], x1 = lines[at + 2], y1 = lines[at + 3], cx = lines[at + 4],
          cy = lines[at + 5];
    if (cx === x0 && cy === y0) return to_segment(x, y, x0, y0, x1, y1);
    const part = (t, from, over, to) => (1 - t) * (1 - t) * from + 2 * t * (1 - t) * over + t * t * to;
    let least = Infinity;
    for (let i = 0; i < 12; ++i)
      least = Math.min(
          least,
          to_segment(
              x, y, part(i / 12, x0, cx, x1), part(i / 12, y0, cy, y1), part((i + 1) / 12, x0, cx, x1),
              part((i + 1) / 12, y0, cy, y1)));
    return least;
  }

  /// Returns whether a point is outside a line's box by more than `reach`.
  function is_beside(x, y, lines, at, reach) {
    return x < Math.min(lines[at], lines[at + 2], lines[at + 4]) - reach ||
        x > Math.max(lines[at], lines[at + 2], lines[at + 4]) + reach ||
        y < Math.min(lines[at + 1], lines[at + 3], lines[at + 5]) - reach ||
        y > Math.max(lines[at + 1], lines[at + 3], lines[at + 5]) + reach;
  }

  /// Returns the edge nearest to a point, -1 if none is within `reach` px.
  gf.nearest_edge = (machine, x, y, reach) => {
    const {lines} = machine;
    let found = -1, least = reach;
    for (let at = 0; lines && at < lines.length; at += FIELDS) {
      if (lines[at + 6] === 0 || is_beside(x, y, lines, at, least + lines[at + 6])) continue;
      const away = to_line(x, y, lines, at) - lines[at + 6] / 2;
      if (away >= least) continue;
      least = away;
      found = Math.floor(at / (2 * FIELDS));
    }
    return found;
  };
}(window.gf = window.gf || {}));
