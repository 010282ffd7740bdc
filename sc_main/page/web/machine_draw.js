// SPDX-License-Identifier: Apache-2.0
// Draws a machine (machine.js): links by level of colour, then groups' names and nodes. What is out
// of sight is left out, and what looks the same is one path: 20,000 links take some 10 ms.
(function (gf) {
  'use strict';

  const TEXT = 12;  // px

  /// Half the width and height of a node in px.
  gf.node_size = (machine, i) => {
    const node = machine.graph.nodes[i], scale = machine.view.scale;
    if (node.kind === 'terminal') return [1, 1].map(() => Math.max(1.3, Math.min(6, 0.11 * scale)));
    const room = 0.84 * scale, label = gf.label_width(machine, i) + 16;
    if (label <= room) return [Math.max(label, Math.min(room, 56)) / 2, 13];
    const radius = Math.max(2, Math.min(11, 0.17 * scale));
    return [radius, radius];
  };

  gf.short_name = (node) => node.group !== '' && node.name.startsWith(node.group + '.')
      ? node.name.slice(node.group.length + 1) : node.name;

  const widths = new Map();
  gf.label_width = (machine, i) => {
    const text = gf.short_name(machine.graph.nodes[i]);
    if (!widths.has(text)) {
      const context = machine.canvas.getContext('2d');
      context.font = `600 ${TEXT}px ${gf.FONT}`;
      widths.set(text, context.measureText(text).width);
    }
    return widths.get(text);
  };

  /// Widths of an edge's directions in px.
  function widths_of(machine, edge) {
    const base = Math.max(1, Math.min(7, 0.085 * machine.view.scale));
    return edge.rates.map((rate) => {
      const share = machine.highest_rate > 0 ? rate / machine.highest_rate : 0.36;
      return Math.max(1, Math.round(2 * base * (0.25 + 0.75 * Math.sqrt(Math.min(1.6, share)))) / 2);
    });
  }

  /// The line of an edge's direction: from, to and, where it is bowed, the point between, in px.
  function line_of(machine, edge, back) {
    const {view} = machine;
    const [[ax, ay], [bx, by]] = [machine.place(edge.a), machine.place(edge.b)];
    let [x0, y0, x1, y1] = [view.to_x(ax), view.to_y(ay), view.to_x(bx), view.to_y(by)];
    const length = Math.hypot(x1 - x0, y1 - y0) || 1;
    const [nx, ny] = [-(y1 - y0) / length, (x1 - x0) / length];
    const [there, other] = widths_of(machine, edge);
    const gap = Math.max(0.4, Math.min(1.5, there * 0.3));
    const pitch = there + other + 3 * gap;
    const shift = (edge.slot - (edge.slots - 1) / 2) * pitch + (back ? -(other + gap) / 2 : (there + gap) / 2);
    if (edge.a === edge.b) return loop_at(machine, edge, back, x0, y0);
    x0 += nx * shift; y0 += ny * shift; x1 += nx * shift; y1 += ny * shift;
    const line = {x0, y0, x1, y1, width: back ? other : there, length};
    if (edge.bow !== 0) {
      line.cx = (x0 + x1) / 2 + nx * edge.bow * length;
      line.cy = (y0 + y1) / 2 + ny * edge.bow * length;
    }
    return line;
  }

  /// A link from a node to itself: an arch above it.
  function loop_at(machine, edge, back, x, y) {
    const size = gf.node_size(machine, edge.a), reach = (back ? 0.55 : 0.75) * machine.view.scale;
    return {x0: x - size[0] * 0.6, y0: y, x1: x + size[0] * 0.6, y1: y, cx: x, cy: y - 2 * reach,
            width: widths_of(machine, edge)[back ? 1 : 0], length: 2 * reach};
  }

  function visible(line, width, height) {
    const xs = [line.x0, line.x1, line.cx === undefined ? line.x0 : line.cx];
    const ys = [line.y0, line.y1, line.cy === undefined ? line.y0 : line.cy];
    return Math.max(...xs) > -9 && Math.min(...xs) < width + 9 && Math.max(...ys) > -9 && Math.min(...ys) < height + 9;
  }

  function trace(path, line) {
    path.moveTo(line.x0, line.y0);
    if (line.cx === undefined) path.lineTo(line.x1, line.y1);
    else path.quadraticCurveTo(line.cx, line.cy, line.x1, line.y1);
  }

  function draw_links(machine, context, marked) {
    const scale = gf.scale();
    const {width, height} = machine.view;
    const paths = new Map();
    machine.lines = [];
    machine.edges.forEach((edge, e) => {
      for (const back of [false, true]) {
        const line = line_of(machine, edge, back);
        if (!visible(line, width, height)) continue;
        machine.lines.push({edge: e, back, line});
        const value = machine.values[2 * e + back];
        const level = Number.isNaN(value) ? -1 : scale.level(value);
        const faint = marked.size > 0 && !edge.links.some((link) => marked.has(link.i));
        const key = (faint ? 0 : 1e6) + (level + 1) * 100 + 2 * line.width;
        if (!paths.has(key)) paths.set(key, {path: new Path2D(), level, faint, width: line.width});
        trace(paths.get(key).path, line);
      }
    });
    Array.from(paths.keys()).sort((a, b) => a - b).forEach((key) => {
      const {path, level, faint, width: line_width} = paths.get(key);
      context.globalAlpha = faint ? 0.28 : 1;
      context.strokeStyle = level < 0 ? gf.colour('rule') : scale.colours[level];
      context.lineWidth = line_width;
      context.setLineDash(level < 0 ? [3, 3] : []);
      context.stroke(path);
    });
    context.globalAlpha = 1;
    context.setLineDash([]);
  }

  function draw_hovered(machine, context) {
    const edge = machine.hovered ? machine.hovered.edge : undefined;
    machine.lines.filter((entry) => entry.edge === edge).forEach(({line}) => {
      const path = new Path2D();
      trace(path, line);
      context.strokeStyle = gf.colour('accent');
      context.lineWidth = 1.4;
      context.setLineDash([5, 3]);
      context.stroke(path);
      context.setLineDash([]);
    });
  }

  /// Where there is room, an arrow in the middle of each direction says which way it goes.
  function draw_arrows(machine, context) {
    if (machine.lines.length > 400) return;
    const path = new Path2D();
    machine.lines.forEach(({back, line}) => {
      if (line.length < 64 || line.width < 2.5) return;
      const turn = back ? -1 : 1;
      const middle = (from, to, over) => over === undefined ? from + (to - from) * (0.5 + 0.07 * turn) : (from + 2 * over + to) / 4;
      const x = middle(line.x0, line.x1, line.cx), y = middle(line.y0, line.y1, line.cy);
      const angle = Math.atan2(line.y1 - line.y0, line.x1 - line.x0) + (back ? Math.PI : 0), size = line.width * 0.55 + 0.8;
      [[2.1, 0], [-1, 1.25], [-1, -1.25]].forEach(([along, across], i) => {
        const px = x + size * (along * Math.cos(angle) - across * Math.sin(angle));
        const py = y + size * (along * Math.sin(angle) + across * Math.cos(angle));
        if (i === 0) path.moveTo(px, py); else path.lineTo(px, py);
      });
      path.closePath();
    });
    context.fillStyle = gf.colour('card');
    context.fill(path);
    context.strokeStyle = gf.colour('muted');
    context.lineWidth = 0.8;
    context.stroke(path);
  }

  function outline(context, kind, x, y, [w, h]) {
    context.beginPath();
    if (w === h && kind !== 'switch') context.arc(x, y, w, 0, 2 * Math.PI);
    else context.roundRect(x - w, y - h, 2 * w, 2 * h, kind === 'gpu' ? 7 : kind === 'switch' ? 3 : h > 9 ? 12 : 2);
  }

  const KIND_COLOURS = {gpu: 'c2', switch: 'c0', root_complex: 'c3', host: 'c4', card: 'c1', router: 'c0', terminal: 'c2', rank: 'c2'};
  gf.kind_colour = (kind) => gf.colour(KIND_COLOURS[kind] || 'c6');

  function draw_node(machine, context, i, faint) {
    const node = machine.graph.nodes[i], {view, layout} = machine;
    const x = view.to_x(layout.x[i]), y = view.to_y(layout.y[i]), size = gf.node_size(machine, i);
    if (x + size[0] < 0 || y + size[1] < 0 || x - size[0] > view.width || y - size[1] > view.height) return;
    const chosen = gf.is_selected(machine.record, 'node', i);
    const hovered = machine.hovered && machine.hovered.kind === 'node' && machine.hovered.index === i;
    const labelled = size[1] === 13;
    const colour = gf.kind_colour(node.kind);
    outline(context, node.kind, x, y, size);
    context.fillStyle = labelled ? gf.colour('card') : colour;
    context.fill();
    if (!labelled && !chosen && !hovered) return;
    context.strokeStyle = chosen || hovered ? gf.colour('accent') : colour;
    context.lineWidth = chosen ? 3.2 : hovered ? 2.4 : 1.6;
    context.stroke();
    if (!labelled) return;
    context.fillStyle = faint ? gf.colour('muted') : gf.colour('text');
    context.font = `600 ${TEXT}px ${gf.FONT}`;
    context.fillText(gf.short_name(node), x, y + 0.5);
  }

  function draw_group(machine, context, g) {
    const group = machine.layout.groups[g], {view} = machine;
    if (group.name === '') return;
    const x = view.to_x(group.x), y = view.to_y(group.y), [w, h] = group.half.map((half) => half * view.scale);
    if (x + w < 0 || y + h < 0 || x - w > view.width || y - h > view.height) return;
    const folded = machine.folded[g];
    const hovered = machine.hovered && machine.hovered.kind === 'group' && machine.hovered.index === g;
    context.beginPath();
    if (group.round || folded) context.arc(x, y, folded ? Math.max(3, Math.min(w, h, 34)) : w, 0, 2 * Math.PI);
    else context.roundRect(x - w, y - h, 2 * w, 2 * h, 10);
    context.fillStyle = folded ? gf.colour('info-bg') : gf.colour('tint');
    context.fill();
    context.strokeStyle = hovered ? gf.colour('accent') : gf.colour(folded ? 'info' : 'rule');
    context.lineWidth = hovered ? 2 : 1;
    context.stroke();
    context.font = `${TEXT}px ${gf.FONT}`;
    context.fillStyle = gf.colour('muted');
    const room = folded ? 2 * Math.min(w, h, 34) : 2 * w;
    if (context.measureText(group.name).width > room - 4 || (!folded && h < 26)) return;
    if (folded) context.fillText(group.name, x, y);
    else context.fillText(group.name, x, group.round ? y : y - h + 12);
  }

  gf.draw_machine = (machine) => {
    const {view, canvas} = machine;
    if (view.width === 0) return;
    const begin = performance.now();
    machine.update_edges();
    machine.update_values();
    canvas.style.touchAction = view.fitted ? 'pan-y' : 'none';
    const context = gf.fit_canvas(canvas, view.width, view.height);
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    const marked = gf.links_concerned(machine.record);
    machine.layout.groups.forEach((unused, g) => { if (!machine.folded[g]) draw_group(machine, context, g); });
    draw_links(machine, context, marked);
    draw_arrows(machine, context);
    draw_hovered(machine, context);
    machine.layout.groups.forEach((unused, g) => { if (machine.folded[g]) draw_group(machine, context, g); });
    for (let i = 0; i < machine.graph.nodes.length; ++i)
      if (!machine.folded[machine.group_of[i]]) draw_node(machine, context, i, false);
    machine.draw_ms = performance.now() - begin;
  };

  function distance(x, y, line) {
    const points = line.cx === undefined ? [[line.x0, line.y0], [line.x1, line.y1]]
        : Array.from({length: 13}, (unused, i) => {
          const t = i / 12, u = 1 - t;
          return [u * u * line.x0 + 2 * u * t * line.cx + t * t * line.x1, u * u * line.y0 + 2 * u * t * line.cy + t * t * line.y1];
        });
    let least = Infinity;
    for (let i = 0; i + 1 < points.length; ++i) {
      const [[ax, ay], [bx, by]] = [points[i], points[i + 1]];
      const along = Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2 || 1)));
      least = Math.min(least, Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay)));
    }
    return least;
  }

  /// The edge nearest to a point, -1 where none is within `reach` px.
  gf.nearest_edge = (machine, x, y, reach) => {
    let found = -1, least = reach;
    (machine.lines || []).forEach(({edge, line}) => {
      const away = distance(x, y, line) - line.width / 2;
      if (away >= least) return;
      least = away;
      found = edge;
    });
    return found;
  };
}(window.gf = window.gf || {}));
