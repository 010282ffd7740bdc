// SPDX-License-Identifier: Apache-2.0
// Where the nodes of a machine are drawn: trees as trees, tori as lattices, fat trees in rows, dragonflies
// as a ring of groups, anything else as a ring. The unit is the distance of two neighbours.
(function (gf) {
  'use strict';

  const TAU = 2 * Math.PI;

  const wide = (count) => Math.max(1, count / TAU * 1.25);
  const extent = (points) => points.reduce((box, [x, y]) => [
    Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x), Math.max(box[3], y)
  ], [Infinity, Infinity, -Infinity, -Infinity]);

  /// Leaves side by side, each other node above the middle of what hangs below it. `down`: how far
  /// a level is below the one above. Returns the place of each node, or nothing where no link says
  /// what hangs below what.
  function tree(nodes, links, tall) {
    const below = new Map(nodes.map((node) => [node, []])), hangs = new Set();
    links.forEach((link) => {
      if (!link.below || !below.has(link.from) || !below.has(link.to) || hangs.has(link.to)) return;
      below.get(link.from).push(link.to);
      hangs.add(link.to);
    });
    if (hangs.size === 0) return null;
    const at = new Map();
    let leaves = 0, levels = 1;
    const put = (node, level) => {
      levels = Math.max(levels, level + 1);
      const children = below.get(node);
      children.forEach((child) => put(child, level + 1));
      const x = children.length === 0 ? leaves++
                                      : (at.get(children[0])[0] + at.get(children[children.length - 1])[0]) / 2;
      at.set(node, [x, level]);
    };
    nodes.filter((node) => !hangs.has(node)).forEach((root) => put(root, 0));
    if (at.size < nodes.length) return null;  // a loop, which is no tree
    const down =
        tall ? Math.max(1.1, Math.min(4, leaves / levels)) : Math.max(0.75, Math.min(5, 0.5 * leaves / (levels - 1)));
    at.forEach((place, node) => at.set(node, tall ? [place[1] * down, place[0]] : [place[0], place[1] * down]));
    at.room = tall ? Math.max(0.84, 0.6 * down) : 0.84;
    return at;
  }

  /// A ring in the order of the record; what joins many others (a switch among GPUs) is inside it.
  function ring(nodes, links, kinds) {
    const degree = new Map(nodes.map((node) => [node, 0]));
    links.forEach((link) => [link.from, link.to].forEach(
        (end) => degree.has(end) && degree.set(end, degree.get(end) + 1)));
    let hubs = nodes.filter((node) => ['switch', 'root_complex'].includes(kinds[node]) && degree.get(node) > 2);
    if (hubs.length * 2 > nodes.length) hubs = [];
    const outer = nodes.filter((node) => !hubs.includes(node));
    const inner = hubs.length === 1 ? 0 : hubs.length === 2 ? 0.7 : wide(hubs.length);
    const radius = Math.max(wide(outer.length), hubs.length > 0 ? inner + 1.1 : 0);
    const at = new Map();
    const start = outer.length === 4 ? TAU / 8 : outer.length === 2 ? 3 * TAU / 4 : 0;  // side by side
    const circle = (list, r) => list.forEach((node, i) => {
      const angle = start - TAU / 4 + TAU * i / list.length;
      at.set(node, [r * Math.cos(angle), r * Math.sin(angle)]);
    });
    if (outer.length === 1) at.set(outer[0], [0, 0]);
    else if (outer.length === 2) circle(outer, hubs.length > 0 ? radius : 0.8);
    else circle(outer, radius);
    circle(hubs, inner);
    return at;
  }

  /// Where the places of a lattice of `planes` are drawn, in blocks of `size` [width, height]. A third
  /// dimension goes to the upper right, by `depth` of a block, so that no plane covers another.
  function projection(planes, size, depth) {
    const shift = [depth[0] * size[0], depth[1] * size[1]];
    const cell =
        [Math.max(size[0] * 1.1, shift[0] * (planes - 1) + 0.9 * size[0]), shift[1] * (planes - 1) + 1.15 * size[1]];
    return (place) => {
      const [x, y, z] = [place[0] || 0, place[1] || 0, place[2] || 0];
      return [x * cell[0] + z * shift[0], y * cell[1] - z * shift[1]];
    };
  }

  const planes_of = (places) => places.reduce((most, place) => Math.max(most, (place[2] || 0) + 1), 1);

  /// Links that go round from one end of a lattice to the other are bowed, by `bow` of their length.
  function bows(graph, place_of) {
    return graph.links.map((link) => {
      const [a, b] = [place_of(link.from), place_of(link.to)];
      if (!a || !b || link.kind === 'nvlink') return 0;  // goes from level to level, not round
      const steps = a.map((value, i) => value - b[i]);
      const far = steps.findIndex((step) => Math.abs(step) > 1);
      if (far < 0) return 0;
      return Math.sign(steps[far]) * (far === 1 ? -1 : 1) * Math.min(0.3, 0.55 / Math.abs(steps[far]));
    });
  }

  /// Nodes that hang on one other by their only link, outside of it.
  function satellites(graph, members) {
    const on = new Map();
    const many = members.length > 0 && members.every((node) => graph.nodes[node].kind === 'terminal');
    if (many) return on;
    graph.links.forEach((link) => {
      for (const [leaf, host] of [[link.from, link.to], [link.to, link.from]])
        if (graph.nodes[leaf].kind === 'terminal' && graph.nodes[host].kind !== 'terminal') on.set(leaf, host);
    });
    return on;
  }

  function hang(at, on, outward, distance) {
    const of = new Map();
    on.forEach((host, leaf) => of.set(host, (of.get(host) || []).concat([leaf])));
    of.forEach((leaves, host) => {
      const [x, y] = at.get(host);
      const middle = outward(x, y);
      leaves.forEach((leaf, i) => {
        const angle =
            middle + (leaves.length === 1 ? 0 : (i / (leaves.length - 1) - 0.5) * Math.min(1.9, 0.45 * leaves.length));
        at.set(leaf, [x + distance * Math.cos(angle), y + distance * Math.sin(angle)]);
      });
    });
  }

  /// One level: the nodes of a group, or of a machine without groups.
  function level(graph, members, tall) {
    const inside = new Set(members);
    const links = graph.links.filter((link) => inside.has(link.from) && inside.has(link.to));
    const on =
        new Map(Array.from(satellites(graph, members)).filter(([leaf, host]) => inside.has(leaf) && inside.has(host)));
    const core = members.filter((node) => !on.has(node));
    const kinds = graph.nodes.map((node) => node.kind);
    const at =
        tree(core, links.filter((link) => !on.has(link.from) && !on.has(link.to)), tall) || ring(core, links, kinds);
    if (on.size > 0) hang(at, on, (x, y) => x === 0 && y === 0 ? TAU / 4 : Math.atan2(y, x), 0.55);
    return at;
  }

  function lattice(graph) {
    const at = new Map();
    const on = satellites(graph, graph.nodes.map((unused, i) => i));
    const planes = planes_of(graph.nodes.map((node) => node.place)), depth = [0.52, 0.44];
    const put = projection(planes, [1, 1], depth);
    graph.nodes.forEach((node, i) => { if (!on.has(i)) at.set(i, put(node.place)); });
    hang(at, on, () => TAU / 7, planes > 1 ? 0.25 : 0.34);
    return {
      at,
      groups: [],
      bow: bows(graph, (i) => on.has(i) ? null : graph.nodes[i].place),
      room: planes > 1 ? 0.5 : 0.84
    };
  }

  /// Groups by name, each with its members, its own places and its size.
  function blocks(graph, tall) {
    const members = new Map();
    graph.nodes.forEach((node, i) => members.set(node.group, (members.get(node.group) || []).concat([i])));
    return Array.from(members, ([name, nodes]) => {
      const at = level(graph, nodes, tall);
      const box = extent(Array.from(at.values()));
      const middle = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
      at.forEach((place, node) => at.set(node, [place[0] - middle[0], place[1] - middle[1]]));
      const placed = nodes.find((node) => graph.nodes[node].place.length > 0);
      return {name, nodes, at, width: box[2] - box[0] + 1.3, height: box[3] - box[1] + 1.3,
              place: placed === undefined ? null : graph.nodes[placed].place};
    });
  }

  /// Groups in a lattice where they have places, else in a ring; what is in no group is amid them.
  function grouped(graph, tall) {
    const all = blocks(graph, tall);
    const free = all.filter((block) => block.name === ''), groups = all.filter((block) => block.name !== '');
    const width = Math.max(...groups.map((block) => block.width)),
          height = Math.max(...groups.map((block) => block.height));
    const placed = groups.every((block) => block.place !== null);
    const radius = Math.max(width, height) * 0.56 / Math.sin(Math.PI / Math.max(2, groups.length)) +
        (free.length > 0 ? Math.max(...free.map((block) => Math.max(block.width, block.height))) / 4 : 0);
    const at = new Map();
    const turned = !placed && groups.length > 2;
    const put = placed ?
        projection(planes_of(groups.map((block) => block.place)), [width * 1.12, height * 1.12], [0.4, 1]) :
        null;
    const outer = (block, i) => {
      if (placed) return put(block.place);
      if (block.name === '') return [0, 0];
      const angle = TAU * i / groups.length - TAU / 4;
      return groups.length === 1 ? [0, 0] : [radius * Math.cos(angle), radius * Math.sin(angle)];
    };
    const circles = turned && groups.every((block) => Math.abs(block.width - block.height) < 0.5 * block.width);
    groups.concat(free).forEach((block, i) => {
      [block.x, block.y] = block.name === '' && placed ? [-width * 1.6, -height * 1.6] : outer(block, i);
      block.at.forEach(([x, y], node) => at.set(node, [block.x + x, block.y + y]));
      block.half = circles ? [block.width / 2, block.width / 2] : [block.width / 2, block.height / 2];
      block.round = circles;
    });
    const group_place = new Map(groups.flatMap((block) => block.nodes.map((node) => [node, block.place])));
    return {at, groups, bow: placed ? bows(graph, (i) => group_place.get(i)) : graph.links.map(() => 0), room: 0.84};
  }

  /// Routers in levels, or null where links do not go from level to level alone: places are [column, level].
  function levels_of(graph) {
    const routers = graph.nodes.map((unused, i) => i)
                        .filter((i) => graph.nodes[i].kind === 'router' && graph.nodes[i].place.length === 2);
    const inside = new Set(routers);
    const between = graph.links.filter((link) => inside.has(link.from) && inside.has(link.to));
    const level = (i) => graph.nodes[i].place[1];
    const steps = between.every((link) => Math.abs(level(link.from) - level(link.to)) === 1);
    return between.length > 0 && steps ? {routers, inside, most: Math.max(...routers.map(level))} : null;
  }

  /// What hangs below each column of routers: terminals, and groups without a router. Null where a node is
  /// neither.
  function below_columns(graph, levels, all) {
    const columns = new Map(levels.routers.map((i) => [graph.nodes[i].place[0], {terminals: [], blocks: []}]));
    const column_of = (router) => columns.get(graph.nodes[router].place[0]);
    const block_of = new Map(all.flatMap((block) => block.nodes.map((node) => [node, block])));
    const hung = new Set(levels.routers), seen = new Set();
    graph.links.forEach((link) => {
      for (const [router, other] of [[link.from, link.to], [link.to, link.from]]) {
        if (!levels.inside.has(router) || levels.inside.has(other)) continue;
        const block = block_of.get(other), free = block === undefined;
        if (seen.has(free ? other : block)) continue;
        seen.add(free ? other : block);
        if (free) column_of(router).terminals.push(other);
        else column_of(router).blocks.push(block);
        (free ? [other] : block.nodes).forEach((node) => hung.add(node));
      }
    });
    return hung.size === graph.nodes.length ? columns : null;
  }

  /// The levels of a fat tree in rows, the lowest with what hangs on it at the bottom. A column is as wide
  /// as what hangs below it; groups of one column stand in a square.
  function rows(graph, tall) {
    const levels = levels_of(graph);
    if (levels === null) return null;
    const all = blocks(graph, tall), on_routers = (block) => block.nodes.some((node) => levels.inside.has(node));
    const apart = all.filter((block) => block.name !== '' && !on_routers(block));
    const columns = below_columns(graph, levels, apart);
    if (columns === null) return null;
    const name = 0.5;  // room for it above a group's nodes
    const size = [Math.max(0, ...apart.map((b) => b.width)) * 1.08, Math.max(0, ...apart.map((b) => b.height + name)) * 1.08];
    const side = (column) => Math.ceil(Math.sqrt(column.blocks.length));
    const order = Array.from(columns.keys()).sort((a, b) => a - b);
    let width = 0;
    order.forEach((key) => {
      const column = columns.get(key), wide = Math.max(1, 0.4 + 0.34 * column.terminals.length, side(column) * size[0]);
      column.x = width + wide / 2;
      width += wide;
    });
    const gap = Math.max(1, width * (tall ? 1.1 : 0.42) / (levels.most + 1));
    const at = new Map();
    levels.routers.forEach((i) => at.set(i, [columns.get(graph.nodes[i].place[0]).x, -gap * graph.nodes[i].place[1]]));
    columns.forEach((column) => {
      const {x, terminals, blocks: hung} = column, across = side(column);
      terminals.forEach((node, i) => at.set(node, [x + 0.34 * (i - (terminals.length - 1) / 2), 0.5]));
      hung.forEach((block, i) => {
        block.x = x + size[0] * (i % across - (Math.min(across, hung.length) - 1) / 2);
        block.y = 0.4 * gap + size[1] * (Math.floor(i / across) + 0.5);
        block.half = [block.width / 2, (block.height + name) / 2];
        block.at.forEach(([dx, dy], node) => at.set(node, [block.x + dx, block.y + dy + name / 2]));
      });
    });
    all.filter((block) => block.name !== '' && on_routers(block)).forEach((block) => {
      const box = extent(block.nodes.map((node) => at.get(node)));
      [block.x, block.y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
      block.half = [(box[2] - box[0]) / 2 + 0.25, (box[3] - box[1]) / 2 + 0.3];
    });
    const groups = all.filter((block) => block.name !== '');
    groups.forEach((block) => { block.round = false; });
    return {at, groups: groups.length > 1 ? groups : [], bow: graph.links.map(() => 0), room: 0.84};
  }

  /// {x, y: of each node, groups: [{name, nodes, x, y, half, round}], bow: of each link, box, room: that
  /// the label of a node has}.
  /// `tall`: for a box that is higher than wide.
  gf.layout = (graph, tall) => {
    const names = new Set(graph.nodes.map((node) => node.group));
    const everyone = graph.nodes.map((unused, i) => i);
    const core = graph.nodes.filter((node) => node.kind !== 'terminal');
    const core_placed = core.length > 0 && core.every((node) => node.place.length > 0) &&
        new Set(core.map((node) => node.place.join())).size === core.length;
    let made = rows(graph, tall);
    if (made === null && names.size > 1 && names.size < graph.nodes.length) made = grouped(graph, tall);
    else if (made === null && core_placed) made = lattice(graph);
    else if (made === null) {
      const at = level(graph, everyone, tall);
      made = {at, groups: [], bow: graph.links.map(() => 0), room: at.room || 0.84};
    }
    const places = everyone.map((i) => made.at.get(i));
    const corners =
        made.groups.flatMap((g) => [[g.x - g.half[0], g.y - g.half[1]], [g.x + g.half[0], g.y + g.half[1]]]);
    const bowed = graph.links.flatMap((link, i) => {
      const [[ax, ay], [bx, by]] = [places[link.from], places[link.to]], bow = made.bow[i] / 2;
      return bow === 0 ? [] : [[(ax + bx) / 2 - (by - ay) * bow, (ay + by) / 2 + (bx - ax) * bow]];
    });
    return {
      x: Float64Array.from(places, (p) => p[0]),
      y: Float64Array.from(places, (p) => p[1]),
      groups: made.groups,
      bow: made.bow,
      room: made.room,
      box: places.length === 0 ? [0, 0, 1, 1] : extent(places.concat(corners, bowed))
    };
  };
}(window.gf = window.gf || {}));
