// SPDX-License-Identifier: Apache-2.0
// The reader's selection and related objects. A selection is {record, kind, index}. Its kind is
// "link", "bundle" (links drawn as one: record.bundle()), "node" or "task". Its index refers to the
// record's graph.links, graph.nodes or tasks.items; for a bundle it is that of its first link.
(function (gf) {
  'use strict';

  gf.select = (record, kind, index) => gf.set({selected: record === null ? null : {record, kind, index}});

  gf.is_selected = (record, kind, index) => {
    const chosen = gf.state.selected;
    return chosen !== null && chosen.record === record && chosen.kind === kind && chosen.index === index;
  };

  gf.selection_name = ({record, kind, index}) => {
    if (kind === 'node') return record.node_label(index);
    const both_ways = (name) => name.replace('\u2192', '\u2194');
    if (kind === 'link') return both_ways(record.direction_name(index, false));
    if (kind === 'bundle')
      return `${both_ways(record.direction_name(index, false).replace(/ #\d+$/, ''))}, ${
          record.bundle(index).length} links`;
    const [row, name] = record.tasks.items[index];
    return `${name} (${record.tasks.rows[row].join(', ')})`;
  };

  /// Returns the node that a part of the timeline is or is within, or -1.
  function node_of_part(record, part) {
    if (!record.nodes_by_name)
      record.nodes_by_name = new Map(record.graph.nodes.map((node, i) => [node.name, i]));
    for (let path = part; path !== ''; path = path.slice(0, Math.max(0, path.lastIndexOf('.'))))
      if (record.nodes_by_name.has(path)) return record.nodes_by_name.get(path);
    return -1;
  }

  /// Returns source and destination of a task as nodes, -1 if there is none. They are the node of
  /// the task's part and its argument "destination", or else the two numbers of a name such as
  /// "2->4". Numbers refer to nodes of the source's kind, or to GPUs if the source is unknown.
  gf.task_ends = (record, index) => {
    if (!record.ends_of_tasks) record.ends_of_tasks = new Map();
    if (!record.ends_of_tasks.has(index)) record.ends_of_tasks.set(index, find_ends(record, record.tasks.items[index]));
    return record.ends_of_tasks.get(index);
  };

  function find_ends(record, [row, name, , , args]) {
    const {nodes} = record.graph, from = node_of_part(record, record.tasks.rows[row][0]);
    const kind = from >= 0 ? nodes[from].kind : 'gpu';
    const numbered = (number) =>
        number === undefined ? -1 : nodes.findIndex((node) => node.number === number && node.kind === kind);
    const named = /^(\d+)->(\d+)$/.exec(name);
    if (from < 0 && named) return [numbered(Number(named[1])), numbered(Number(named[2]))];
    return [from >= 0 ? from : numbered(args.source), numbered(args.destination)];
  }

  /// Returns the nodes of a task: its ends, or the group of nodes named like its part.
  gf.nodes_of_task = (record, index) => {
    const ends = gf.task_ends(record, index).filter((node) => node >= 0);
    if (ends.length > 0) return ends;
    const part = record.tasks.rows[record.tasks.items[index][0]][0];
    return record.graph.nodes.flatMap(
        (node, i) => node.group !== '' && (part === node.group || part.startsWith(node.group + '.')) ? [i] : []);
  };

  /// Returns the links on the way between two nodes, [{link, back}], if there is only one way.
  /// Otherwise returns the links that join the two, or nothing (see possible_ways()).
  gf.way = (record, from, to) => {
    if (from < 0 || to < 0) return [];
    if (!record.ways) record.ways = new Map();
    const key = from * record.graph.nodes.length + to;
    if (!record.ways.has(key)) record.ways.set(key, find_way(record, from, to));
    return record.ways.get(key);
  };

  /// Returns whether no two nodes have two ways between them.
  function has_single_ways(record) {
    if (record.single_ways !== undefined) return record.single_ways;
    const top = record.graph.nodes.map((unused, i) => i);
    const top_of = (node) => { while (top[node] !== node) node = top[node] = top[top[node]]; return node; };
    record.single_ways = record.graph.links.every((link) => {
      const [a, b] = [top_of(link.from), top_of(link.to)];
      top[a] = b;
      return a !== b || link.from === link.to;
    });
    return record.single_ways;
  }

  function find_way(record, from, to) {
    const {links} = record.graph;
    const joining = record.links_of[from].filter((i) => links[i].from === to || links[i].to === to);
    if (joining.length > 0) return joining.map((link) => ({link, back: links[link].from === to}));
    if (!has_single_ways(record)) return [];
    const came = new Map([[from, null]]), queue = [from];
    for (const node of queue)
      for (const i of record.links_of[node]) {
        const next = links[i].from === node ? links[i].to : links[i].from;
        if (came.has(next)) continue;
        came.set(next, {link: i, back: links[i].to === node, node});
        queue.push(next);
      }
    const way = [];
    for (let step = came.get(to); step; step = came.get(step.node)) way.unshift(step);
    return way;
  }

  /// Returns each node's distance from `node` in links, -1 if there is no way.
  function distances(record, node) {
    if (!record.distances) record.distances = new Map();
    if (record.distances.has(node)) return record.distances.get(node);
    const {links} = record.graph, far = new Int32Array(record.graph.nodes.length).fill(-1), queue = [node];
    far[node] = 0;
    for (const at of queue)
      for (const i of record.links_of[at]) {
        const next = links[i].from === at ? links[i].to : links[i].from;
        if (far[next] >= 0) continue;
        far[next] = far[at] + 1;
        queue.push(next);
      }
    record.distances.set(node, far);
    return far;
  }

  /// Returns the link directions, [{link, back}], on a shortest way between two nodes.
  function shortest_ways(record, from, to) {
    if (from < 0 || to < 0) return [];
    if (!record.shortest) record.shortest = new Map();
    const key = from * record.graph.nodes.length + to;
    if (!record.shortest.has(key)) {
      const there = distances(record, from), left = distances(record, to), steps = [];
      const on = (a, b) => there[a] >= 0 && left[b] >= 0 && there[a] + 1 + left[b] === there[to];
      record.graph.links.forEach((link, i) => {
        if (on(link.from, link.to)) steps.push({link: i, back: false});
        if (on(link.to, link.from)) steps.push({link: i, back: true});
      });
      record.shortest.set(key, steps);
    }
    return record.shortest.get(key);
  }

  /// Returns the link directions that a task may have used if it has more than one way: those on
  /// shortest ways that sent something during the task. A record does not say whose packets a link
  /// sent, and detours (non-minimal ways of a dragonfly) are not found.
  gf.possible_ways = (record, index) => {
    const ends = gf.task_ends(record, index);
    if (gf.way(record, ...ends).length > 0) return [];
    const [, , begin, end] = record.tasks.items[index], during = record.steps_at(null, [begin, end]);
    return shortest_ways(record, ...ends).filter((step) => {
      const {track} = record.graph.links[step.link][step.back ? 'back' : 'there'];
      return track < 0 || record.value(track, 'busy', during) > 0;
    });
  };

  /// Returns the links of these ways, which the selection marks in addition to links_concerned().
  gf.links_possible = (record) => {
    const chosen = gf.state.selected;
    if (chosen === null || chosen.record !== record || chosen.kind !== 'task') return new Set();
    return new Set(gf.possible_ways(record, chosen.index).map((step) => step.link));
  };

  /// Returns the links that the selection marks: its own, those of a node, those of a copy's way.
  gf.links_concerned = (record) => {
    const chosen = gf.state.selected;
    if (chosen === null || chosen.record !== record) return new Set();
    if (chosen.kind === 'link') return new Set([chosen.index]);
    if (chosen.kind === 'bundle') return new Set(record.bundle(chosen.index));
    if (chosen.kind === 'node') return new Set(record.links_of[chosen.index]);
    return new Set(gf.way(record, ...gf.task_ends(record, chosen.index)).map((step) => step.link));
  };

  const is_of_links = (kind) => kind === 'link' || kind === 'bundle';

  function nodes_concerned({record, kind, index}) {
    if (kind === 'node') return new Set([index]);
    if (is_of_links(kind)) return new Set([record.graph.links[index].from, record.graph.links[index].to]);
    return new Set(gf.nodes_of_task(record, index));
  }

  /// Returns the indices of the tasks that the selection concerns; null: all.
  gf.tasks_concerned = (record) => {
    const chosen = gf.state.selected;
    if (chosen === null || chosen.record !== record) return null;
    const nodes = nodes_concerned(chosen);
    const keep = new Set(), about = (i) => gf.nodes_of_task(record, i).some((node) => nodes.has(node));
    const links = gf.links_concerned(record);
    const in_links = (step) => links.has(step.link);
    const passes = (i) => gf.way(record, ...gf.task_ends(record, i)).some(in_links) ||
        gf.possible_ways(record, i).some(in_links);
    record.tasks.items.forEach((unused, i) => {
      if (chosen.kind !== 'task' && passes(i) || !is_of_links(chosen.kind) && about(i)) keep.add(i);
    });
    if (chosen.kind === 'task') keep.add(chosen.index);
    if (is_of_links(chosen.kind) && keep.size === 0)
      record.tasks.items.forEach((unused, i) => { if (about(i)) keep.add(i); });
    return keep;
  };

  const matches = (glob, text) => glob === text ||
      glob.includes('*') &&
          new RegExp('^' + glob.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')).join('.*') + '$')
              .test(text);

  /// Returns whether a path, or a glob of paths ("k80_*.lanes"), is within a selected node.
  gf.path_concerned = (record, path) => {
    const chosen = gf.state.selected;
    if (chosen === null || chosen.record !== record) return true;
    const parts = path.split('.');
    return Array.from(nodes_concerned(chosen)).some((node) => {
      const outer = record.node_label(node).split('.');
      return outer.length < parts.length + (path.includes('*') ? 0 : 1) &&
          outer.every((part, i) => matches(parts[i], part));
    });
  };
}(window.gf = window.gf || {}));
