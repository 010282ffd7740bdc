// SPDX-License-Identifier: Apache-2.0
// Draws a machine (machine.js): groups, the lines of machine_lines.js, nodes. Invisible objects are
// skipped, and objects that look the same share one path.
(function (gf) {
  'use strict';

  const TEXT = 12, LARGEST_TEXT = 15;  // px
  const NUMBER = 8;                    // px by which a number's box is wider than the number

  const text_size = (machine) => Math.max(TEXT, Math.min(LARGEST_TEXT, 0.11 * machine.view.scale));

  gf.short_name = (node) => node.group !== '' && node.name.startsWith(node.group + '.')
      ? node.name.slice(node.group.length + 1) : node.name;

  /// Returns the short label of a node: its number, or the number at the end of its name.
  const number_of = (node) => node.number !== null ? String(node.number) : gf.short_name(node).match(/\d*$/)[0];

  /// Returns the texts of all nodes with their widths in em.
  function names_of(machine) {
    if (machine.names) return machine.names;
    const context = machine.canvas.getContext('2d');
    context.font = `600 ${TEXT}px ${gf.FONT}`;
    const measured = (text) => ({text, em: text === '' ? 0 : context.measureText(text).width / TEXT});
    machine.names = machine.graph.nodes.map((node, i) => ({
                                              full: measured(gf.short_name(node)),
                                              number: measured(number_of(node)),
                                              terminal: node.kind === 'terminal',
                                              alike: `${node.kind} ${machine.layout.rooms[i].join()}`
                                            }));
    const widest = new Map();  // similar nodes all have names, or numbers, or no labels
    machine.names.forEach(({alike, full, number}) => {
      const most = widest.get(alike) || {full: 0, number: 0};
      widest.set(alike, {full: Math.max(most.full, full.em), number: Math.max(most.number, number.em)});
    });
    machine.names.forEach((name) => { name.most = widest.get(name.alike); });
    return machine.names;
  }

  const NOTHING = {text: '', em: 0};

  /// Returns a node's label: its name, its number if the name is too long, or nothing.
  function label_of(machine, i) {
    const [across, down] = machine.layout.rooms[i].map((room) => room * machine.view.scale);
    if (down < TEXT + 3) return NOTHING;
    const name = names_of(machine)[i], size = text_size(machine);
    if (name.terminal && machine.view.scale < 200) return NOTHING;
    if (name.most.full * size + 14 <= across) return name.full;
    return name.number.text !== '' && name.most.number * size + NUMBER <= across ? name.number : NOTHING;
  }

  /// Returns half the width and height of a node in px.
  gf.node_size = (machine, i) => {
    const {scale} = machine.view, label = label_of(machine, i), [across, down] = machine.layout.rooms[i];
    if (label.text !== '') {
      const full = label === names_of(machine)[i].full, least = full ? 64 : 22;
      const width = label.em * text_size(machine) + (full ? 16 : NUMBER);
      return [Math.max(width, Math.min(across * scale, least)) / 2, Math.min(text_size(machine) + 1, down * scale / 2)];
    }
    if (names_of(machine)[i].terminal) return [1, 1].map(() => Math.max(1.3, Math.min(6, 0.11 * scale)));
    const radius = Math.max(2, Math.min(11, 0.17 * scale));
    return [radius, radius];
  };

  function outline(path, kind, x, y, [w, h]) {
    if (w < 2.5) path.rect(x - w, y - w, 2 * w, 2 * w);
    else if (w === h && h < 12 && kind !== 'switch') { path.moveTo(x + w, y); path.arc(x, y, w, 0, 2 * Math.PI); }
    else path.roundRect(x - w, y - h, 2 * w, 2 * h, kind === 'gpu' ? 7 : kind === 'switch' ? 3 : h > 9 ? 12 : 2);
  }

  const KIND_COLOURS = {
    gpu: 'c2',
    switch: 'c0',
    root_complex: 'c3',
    host: 'c4',
    card: 'c1',
    router: 'c0',
    terminal: 'c2',
    rank: 'c2'
  };
  gf.kind_colour = (kind) => gf.colour(KIND_COLOURS[kind] || 'c6');

  const is_hovered = (machine, kind, i) =>
      machine.hovered !== null && machine.hovered.kind === kind && machine.hovered.index === i;

  function draw_node(machine, context, i, x, y, label) {
    const {kind} = machine.graph.nodes[i], size = gf.node_size(machine, i), colour = gf.kind_colour(kind);
    const chosen = gf.is_selected(machine.record, 'node', i), hovered = is_hovered(machine, 'node', i);
    context.beginPath();
    outline(context, kind, x, y, size);
    context.fillStyle = label.text === '' ? colour : gf.colour('card');
    context.fill();
    context.strokeStyle = chosen || hovered ? gf.colour('accent') : colour;
    context.lineWidth = chosen ? 3.2 : hovered ? 2.4 : 1.6;
    context.stroke();
    context.fillStyle = gf.colour('text');
    context.font = `600 ${text_size(machine)}px ${gf.FONT}`;
    context.fillText(label.text, x, y + 0.5);
  }

  /// Returns [x, y, half the width, half the height] in px of each node that is not folded.
  gf.node_boxes = (machine) => machine.graph.nodes.flatMap((unused, i) => {
    const {view, layout} = machine;
    if (machine.folded[machine.group_of[i]]) return [];
    return [[view.to_x(layout.x[i]), view.to_y(layout.y[i]), ...gf.node_size(machine, i)]];
  });

  /// Draws dots of the same kind as one path. Nodes with a label, or under the pointer, are drawn
  /// separately.
  function draw_nodes(machine, context) {
    const {view, layout, graph} = machine, dots = new Map(), apart = [];
    const special = new Set([machine.hovered !== null && machine.hovered.kind === 'node' ? machine.hovered.index : -1]);
    if (gf.state.selected !== null && gf.state.selected.kind === 'node' && gf.state.selected.record === machine.record)
      special.add(gf.state.selected.index);
    for (let i = 0; i < graph.nodes.length; ++i) {
      if (machine.folded[machine.group_of[i]]) continue;
      const x = view.to_x(layout.x[i]), y = view.to_y(layout.y[i]), {kind} = graph.nodes[i];
      if (x < -60 || y < -30 || x > view.width + 60 || y > view.height + 30) continue;
      const label = label_of(machine, i);
      if (label.text !== '' || special.has(i)) { apart.push([i, x, y, label]); continue; }
      if (!dots.has(kind)) dots.set(kind, {path: new Path2D(), size: gf.node_size(machine, i)});
      outline(dots.get(kind).path, kind, x, y, dots.get(kind).size);
    }
    dots.forEach(({path}, kind) => { context.fillStyle = gf.kind_colour(kind); context.fill(path); });
    apart.forEach((node) => draw_node(machine, context, ...node));
  }

  function draw_group(machine, context, g) {
    const group = machine.layout.groups[g], {view} = machine;
    if (group.name === '') return;
    const x = view.to_x(group.x), y = view.to_y(group.y), [w, h] = group.half.map((half) => half * view.scale);
    if (x + w < 0 || y + h < 0 || x - w > view.width || y - h > view.height) return;
    const folded = machine.folded[g];
    const hovered = is_hovered(machine, 'group', g);
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
    const room = folded ? 2 * Math.min(w, h, 34) : 2 * w, half = context.measureText(group.name).width / 2;
    if (2 * half > room - 4 || (!folded && h < 26)) return;
    let at = [x, folded ? y : y - h + 12];
    if (group.round && !folded) {  // outside the ring of groups
      const away = Math.hypot(group.x, group.y) || 1;
      const middle = Math.max(half + 3, Math.min(view.width - half - 3, x + group.x / away * (w + 6 + half)));
      at = [middle, y + group.y / away * (w + 10)];
    }
    context.fillText(group.name, ...at);
    machine.titles.push([...at, half, TEXT / 2]);
  }

  /// Moves the last picture while a view of very many lines moves; the lines are drawn later.
  gf.move_picture = (machine) => {
    const {view, picture} = machine, context = gf.fit_canvas(machine.canvas, view.width, view.height);
    const zoom = view.scale / picture.scale;
    context.drawImage(
        picture.canvas, (picture.x - view.x) * view.scale + view.width / 2 * (1 - zoom),
        (picture.y - view.y) * view.scale + view.height / 2 * (1 - zoom), view.width * zoom, view.height * zoom);
  };

  function keep_picture(machine) {
    const {view, canvas} = machine, copy = (machine.picture || {canvas: document.createElement('canvas')}).canvas;
    [copy.width, copy.height] = [canvas.width, canvas.height];
    copy.getContext('2d').drawImage(canvas, 0, 0);
    machine.picture = {canvas: copy, x: view.x, y: view.y, scale: view.scale};
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
    machine.titles = [];  // [x, y, half the width, half the height] of group names
    const marked = gf.links_concerned(machine.record);
    machine.layout.groups.forEach((unused, g) => { if (!machine.folded[g]) draw_group(machine, context, g); });
    gf.draw_lines(machine, context, marked, gf.links_possible(machine.record));
    machine.layout.groups.forEach((unused, g) => { if (machine.folded[g]) draw_group(machine, context, g); });
    gf.draw_channels(machine, context);
    draw_nodes(machine, context);
    if (machine.edges.some((edge) => edge.links.length > 1 && !edge.is_folded)) gf.draw_counts(machine, context);
    if (machine.seen > gf.MANY_LINES) keep_picture(machine);
    machine.draw_ms = performance.now() - begin;
  };
}(window.gf = window.gf || {}));
