// SPDX-License-Identifier: Apache-2.0
// Positions of a machine's nodes: trees as trees, tori as lattices, fat trees in rows, dragonflies
// as a ring of groups, anything else as a ring. The unit is the distance between two neighbours.
(function (gf) {
  'use strict';

  const TAU = 2 * Math.PI;
  const ROUND = 48;  // more leaves of trees around hubs than this form a circle
  const ARC = 0.75;  // height in rows of the longest arc between nodes of a row

  const wide = (count) => Math.max(1, count / TAU * 1.25);
  const extent = (points) => points.reduce((box, [x, y]) => [
    Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x), Math.max(box[3], y)
  ], [Infinity, Infinity, -Infinity, -Infinity]);

  const row_of = (count, from, to) => Array.from(
      {length: count}, (unused, i) => (from + to) / 2 + (i - (count - 1) / 2) * Math.max(1, (to - from) / count));

  /// Returns the tree relation between nodes. `hubs` are nodes outside the trees that others are
  /// joined to, such as NVLink switches. Returns null if no link is a tree link, or if tree links
  /// form a cycle.
  function forest(nodes, links) {
    const below = new Map(nodes.map((node) => [node, []])), hangs = new Set(), joined = new Set();
    links.forEach((link) => {
      if (!below.has(link.from) || !below.has(link.to)) return;
      if (!link.below) [link.from, link.to].forEach((node) => joined.add(node));
      if (!link.below || hangs.has(link.to)) return;
      below.get(link.from).push(link.to);
      hangs.add(link.to);
    });
    if (hangs.size === 0) return null;
    const tops = nodes.filter((node) => !hangs.has(node));
    const hubs = tops.filter((node) => below.get(node).length === 0 && joined.has(node));
    const roots = tops.filter((node) => !hubs.includes(node)), reached = new Set();
    const reach = (node) => { reached.add(node); below.get(node).forEach(reach); };
    roots.forEach(reach);
    return reached.size + hubs.length === nodes.length ? {below, roots, hubs, reached} : null;
  }

  /// Returns the hubs sorted by the mean position of the nodes they are joined to.
  function in_order(hubs, links, place_of) {
    const near = new Map(hubs.map((hub) => [hub, []]));
    links.forEach(({from, to}) => {
      for (const [hub, other] of [[from, to], [to, from]])
        if (near.has(hub) && !near.has(other)) near.get(hub).push(place_of(other));
    });
    const middle = (hub) => near.get(hub).reduce((sum, x) => sum + x, 0) / Math.max(1, near.get(hub).length);
    return hubs.map((hub, i) => [hub, middle(hub), i]).sort((a, b) => a[1] - b[1] || a[2] - b[2]).map(([hub]) => hub);
  }

  /// Places leaves in a row, each other node above the middle of its children, and hubs in a row
  /// below the leaves. Very many leaves around hubs form a circle. Returns the position of each
  /// node, or null if there is no tree.
  function tree(nodes, links, tall) {
    const found = forest(nodes, links);
    if (found === null) return null;
    const {below, roots, hubs, reached} = found, at = new Map();
    if (hubs.length > 0 && Array.from(reached).filter((node) => below.get(node).length === 0).length > ROUND)
      return circle_of_trees(found, links, tall);
    let leaves = 0, levels = 1;
    const put = (node, level) => {
      levels = Math.max(levels, level + 1);
      const children = below.get(node);
      children.forEach((child) => put(child, level + 1));
      const x = children.length === 0 ? leaves++
                                      : (at.get(children[0])[0] + at.get(children[children.length - 1])[0]) / 2;
      at.set(node, [x, level]);
    };
    roots.forEach((root) => put(root, 0));
    const row = row_of(hubs.length, -0.5, leaves - 0.5);
    const lowest = levels - 1 + (hubs.length > 0 ? 1.4 : 0);
    in_order(hubs, links, (node) => at.get(node)[0]).forEach((hub, i) => at.set(hub, [row[i], lowest]));
    const arcs = bow_rows(at, links, lowest), steps = lowest + (arcs.lowest ? ARC : 0);
    const down = tall ? Math.max(1.1, Math.min(4, leaves / (steps + 1))) :
                        Math.max(0.75, Math.min(5, 0.62 * (leaves - 1) / steps));
    at.rooms = rooms(at, down, tall);
    at.forEach((place, node) => at.set(node, tall ? [place[1] * down, place[0]] : [place[0], place[1] * down]));
    at.bows = new Map(Array.from(arcs.heights, ([link, height]) => [link, bow_of(at, link, height * down, tall)]));
    return at;
  }

  /// Returns the heights in rows of the arcs of links within a row of a tree, so that they pass
  /// over no node. Arcs of the lowest row are below it. In other rows there is an arc only if
  /// something is in the way.
  function bow_rows(at, links, last) {
    const heights = new Map(), rows = new Map();
    at.forEach(([x, row]) => rows.set(row, (rows.get(row) || []).concat([x])));
    const span = ({from, to}) => Math.abs(at.get(from)[0] - at.get(to)[0]);
    const level = links.filter((link) => at.has(link.from) && at.has(link.to) && span(link) > 0 &&
                                   at.get(link.from)[1] === at.get(link.to)[1]);
    const longest = level.reduce((most, link) => Math.max(most, span(link)), 1);
    let lowest = false;  // whether the last row has arcs
    level.forEach((link) => {
      const [[a, row], [b]] = [at.get(link.from), at.get(link.to)];
      const blocked = rows.get(row).some((x) => x > Math.min(a, b) && x < Math.max(a, b));
      if (row < last && !blocked) return;
      if (row === last) lowest = true;
      heights.set(link, (row === 0 ? -ARC : ARC) * Math.sqrt(span(link) / longest));
    });
    return {heights, lowest};
  }

  /// Returns the bow, as a share of its length, of a link whose arc is `height` below it or to its
  /// right.
  function bow_of(at, {from, to}, height, tall) {
    const [[ax, ay], [bx, by]] = [at.get(from), at.get(to)], length = Math.hypot(bx - ax, by - ay);
    const outward = (tall ? -(by - ay) : bx - ax) / length;  // along place_lines()' normal
    return 2 * height / length * Math.sign(outward);
  }

  /// Returns the room for each node's label in units, across and down: up to its neighbours in the
  /// row.
  function rooms(at, down, tall) {
    const rows = new Map(), found = new Map();
    at.forEach(([x, row], node) => rows.set(row, (rows.get(row) || []).concat([[x, node]])));
    rows.forEach((row) => {
      row.sort((a, b) => a[0] - b[0]);
      const gap = row.reduce((least, [x], i) => i > 0 ? Math.min(least, x - row[i - 1][0]) : least, 4);
      row.forEach(([, node]) => found.set(node, tall ? [Math.max(0.84, 0.6 * down), 0.84 * gap] : [0.84 * gap, 0.6 * down]));
    });
    return found;
  }

  /// Places trees around their hubs: nodes joined to hubs on a circle, their parents outside it,
  /// and other children of those farther out.
  function circle_of_trees({below, roots, hubs}, links, tall) {
    const at = new Map(), hub = new Set(hubs), near = new Set();
    links.forEach(({from, to}) => {
      if (hub.has(from)) near.add(to);
      if (hub.has(to)) near.add(from);
    });
    const inner = new Map();  // whether a node or something below it is joined to a hub
    const look = (node) => inner.set(node, below.get(node).map(look).some((is) => is) || near.has(node)).get(node);
    roots.forEach(look);
    const inside = (node) => below.get(node).filter((child) => inner.get(child));
    const depth = (node) => 1 + inside(node).reduce((most, child) => Math.max(most, depth(child)), 0);
    const levels = roots.reduce((most, root) => Math.max(most, depth(root)), 1);
    const polar = [];
    let places = 0;
    /// Places nodes not joined to hubs outside `level`, between the positions `from` and `to`.
    const fan = (list, from, to, level) => list.forEach((node, i) => {
      const width = (to - from) / list.length;
      polar.push([node, from + width * (i + 0.5), level - 1]);
      fan(below.get(node), from + width * i, from + width * (i + 1), level - 1);
    });
    const put = (node, level) => {
      const first = places, within = inside(node);
      within.forEach((child) => put(child, level + 1));
      if (within.length === 0) ++places;
      polar.push([node, (first + places) / 2, within.length === 0 ? levels - 1 : level]);
      fan(below.get(node).filter((child) => !inner.get(child)), first, places, level);
    };
    roots.forEach((root) => put(root, 0));
    const radius = wide(places) / 1.25, step = Math.max(1, 0.17 * radius);
    const stretch = tall ? [1, 1.2] : [1.55, 1];
    const place = (angle, r) => [stretch[0] * r * Math.cos(angle), stretch[1] * r * Math.sin(angle)];
    polar.forEach(([node, x, level]) => at.set(node, place(TAU * (x / places - 0.25), radius + step * (levels - 1 - level))));
    hubs.forEach((node, i) => at.set(node, place(TAU * (i / hubs.length - 0.25), hubs.length === 1 ? 0 : 0.4 * radius)));
    return at;
  }

  /// Returns a ring in the order of the record. Nodes that join many others (a switch among GPUs)
  /// are inside it.
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

  /// Returns the drawn positions of a lattice of `planes`, in blocks of `size` [width, height]. The
  /// third dimension is shifted to the upper right, by `depth` of a block, so that no plane covers
  /// another.
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

  /// Returns the bows of links that wrap around from one end of a lattice to the other, as shares
  /// of their length.
  function bows(graph, place_of) {
    const found = new Map();
    graph.links.forEach((link) => {
      const [a, b] = [place_of(link.from), place_of(link.to)];
      if (!a || !b || link.kind === 'nvlink') return;  // connects levels and does not wrap around
      const steps = a.map((value, i) => value - b[i]);
      const far = steps.findIndex((step) => Math.abs(step) > 1);
      if (far < 0) return;
      found.set(link, Math.sign(steps[far]) * (far === 1 ? -1 : 1) * Math.min(0.3, 0.55 / Math.abs(steps[far])));
    });
    return found;
  }

  /// Returns the extreme points of bowed links and of links from a node to itself.
  function reaches(at, links, bows) {
    const points = [];
    links.forEach((link) => {
      if (!at.has(link.from) || !at.has(link.to)) return;
      const [[ax, ay], [bx, by]] = [at.get(link.from), at.get(link.to)], bow = (bows.get(link) || 0) / 2;
      if (link.from === link.to) points.push([ax - gf.LOOP_REACH, ay - 1.7 * gf.LOOP_REACH], [ax + gf.LOOP_REACH, ay]);
      else if (bow !== 0) points.push([(ax + bx) / 2 - (by - ay) * bow, (ay + by) / 2 + (bx - ax) * bow]);
    });
    return points;
  }

  /// Returns nodes joined to only one other node, by a single link; they are drawn outside it.
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

  /// Places one level: the nodes of a group, or of a machine without groups.
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
      bows: bows(graph, (i) => on.has(i) ? null : graph.nodes[i].place),
      room: planes > 1 ? 0.5 : 0.84
    };
  }

  /// Joins a member that some groups' layouts have.
  const joined = (all, member) => new Map(all.flatMap((block) => Array.from(block.at[member] || [])));

  /// Returns the groups by name, each with its members, their positions and its size.
  function blocks(graph, tall) {
    const members = new Map();
    graph.nodes.forEach((node, i) => members.set(node.group, (members.get(node.group) || []).concat([i])));
    return Array.from(members, ([name, nodes]) => {
      const at = level(graph, nodes, tall);
      const box = extent(Array.from(at.values()).concat(reaches(at, graph.links, at.bows || new Map())));
      const middle = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
      at.forEach((place, node) => at.set(node, [place[0] - middle[0], place[1] - middle[1]]));
      const placed = nodes.find((node) => graph.nodes[node].place.length > 0);
      return {name, nodes, at, width: box[2] - box[0] + 1.3, height: box[3] - box[1] + 1.3,
              place: placed === undefined ? null : graph.nodes[placed].place};
    });
  }

  /// Places groups in a lattice if they have positions, otherwise in a ring. Nodes in no group are
  /// in the middle.
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
    const round = placed ? bows(graph, (i) => group_place.get(i)) : [];
    return {at, groups, bows: new Map([...round, ...joined(all, 'bows')]), rooms: joined(all, 'rooms'), room: 0.84};
  }

  /// Returns routers in levels, or null if some link does not connect adjacent levels. Positions
  /// are [column, level].
  function levels_of(graph) {
    const routers = graph.nodes.map((unused, i) => i)
                        .filter((i) => graph.nodes[i].kind === 'router' && graph.nodes[i].place.length === 2);
    const inside = new Set(routers);
    const between = graph.links.filter((link) => inside.has(link.from) && inside.has(link.to));
    const level = (i) => graph.nodes[i].place[1];
    const steps = between.every((link) => Math.abs(level(link.from) - level(link.to)) === 1);
    return between.length > 0 && steps ? {routers, inside, most: Math.max(...routers.map(level))} : null;
  }

  /// Returns the terminals and groups without a router below each column of routers. Null if some
  /// node is neither.
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

  /// Places the levels of a fat tree in rows, the lowest and everything attached to it at the
  /// bottom. A column is as wide as the nodes below it; groups of one column form a square.
  function rows(graph, tall) {
    const levels = levels_of(graph);
    if (levels === null) return null;
    const all = blocks(graph, tall), on_routers = (block) => block.nodes.some((node) => levels.inside.has(node));
    const apart = all.filter((block) => block.name !== '' && !on_routers(block));
    const columns = below_columns(graph, levels, apart);
    if (columns === null) return null;
    const name = 0.5;  // room for the name above a group's nodes
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
    return {
      at,
      groups: groups.length > 1 ? groups : [],
      bows: joined(apart, 'bows'),
      rooms: joined(apart, 'rooms'),
      room: 0.84
    };
  }

  /// Returns {x, y: of each node, groups: [{name, nodes, x, y, half, round}], bow: of each link,
  /// box, rooms: of each node's label, across and down}. `tall` is for a box that is higher than
  /// wide.
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
      made = {at, groups: [], bows: at.bows || new Map(), rooms: at.rooms, room: 0.84};
    }
    const places = everyone.map((i) => made.at.get(i));
    const corners =
        made.groups.flatMap((g) => [[g.x - g.half[0], g.y - g.half[1]], [g.x + g.half[0], g.y + g.half[1]]]);
    const points = places.concat(corners, reaches(made.at, graph.links, made.bows));
    return {
      x: Float64Array.from(places, (p) => p[0]),
      y: Float64Array.from(places, (p) => p[1]),
      groups: made.groups,
      bow: graph.links.map((link) => made.bows.get(link) || 0),
      rooms: everyone.map((i) => made.rooms && made.rooms.get(i) || [made.room, Infinity]),
      box: places.length === 0 ? [0, 0, 1, 1] : extent(points)
    };
  };
}(window.gf = window.gf || {}));
