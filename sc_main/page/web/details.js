// SPDX-License-Identifier: Apache-2.0
// Facts about a link, a node or a task: in a tip under the pointer and, for the chosen object, in
// the panel next to the machine, with the commands to look closer.
(function (gf) {
  'use strict';

  const {el} = gf;

  const BUSIEST = 10;  // listed links if nothing is chosen
  const OF_WAY = 12;   // listed link directions of a task's way
  const LISTED = 24;   // listed links of a node or a bundle

  /// Returns rows for a direction: its rate, load and data, and its waiting by cause; now and over
  /// the run.
  function direction_rows(record, i, back) {
    const link = record.graph.links[i], direction = back ? link.back : link.there;
    const head =
        el('tr', {class: 'direction'},
           el('th', {scope: 'rowgroup', colspan: 3}, record.direction_name(i, back),
              direction.rate > 0 ? el('span', {class: 'muted'}, ' ' + gf.si(direction.rate, 'B/s')) : null));
    if (direction.track < 0) return [head, el('tr', {}, el('td', {colspan: 3, class: 'muted'}, 'nothing recorded'))];
    const track = record.tracks[direction.track], all = [0, record.steps];
    const row = (name, what, format, cls) => el('tr', {class: cls}, el('th', {scope: 'row'}, name),
        el('td', {class: 'number'}, format(record.value(direction.track, what))),
        el('td', {class: 'number'}, format(record.value(direction.track, what, all))));
    const causes = Object.keys(gf.CAUSES).filter((cause) => track.wait[cause]);
    return [
      head, row('load', 'busy', gf.percent),
      record.has_bytes(direction.track) ? row('data', 'bytes', (value) => gf.si(value, 'B/s', 3)) : null,
      causes.length > 1 ? row('waiting', 'waiting', gf.waiting) : null,
      ...causes.map(
          (cause) =>
              row((causes.length > 1 ? '' : 'waiting: ') + gf.CAUSES[cause], cause, gf.waiting,
                  causes.length > 1 ? 'cause' : ''))
    ];
  }

  function facts(rows) {
    const heads = ['', gf.state.at === null && gf.is_whole_window() ? 'mean' : 'now', 'run'];
    return el(
        'table', {class: 'facts-table'},
        el('thead', {}, el('tr', {}, heads.map((head) => el('th', {scope: 'col', class: 'number'}, head)))),
        el('tbody', {}, rows));
  }

  const link_facts = (record, i) => facts([...direction_rows(record, i, false), ...direction_rows(record, i, true)]);

  /// Describes a link; with `each`, each link of a bundle.
  function link_words(record, i, each = false) {
    const link = record.graph.links[i], port = each ? null : link.from_port;
    return [
      link.kind, link.lanes > 0 ? `${link.lanes} lanes${each ? ' each' : ''}` : '',
      port === null ? '' : `port ${port}` + (link.to_port === null ? '' : ` to ${link.to_port}`)
    ].filter((word) => word !== '')
        .join(', ');
  }

  function node_words(record, i) {
    const node = record.graph.nodes[i];
    return [node.kind.replace('_', ' ') + (node.number === null ? '' : ' ' + node.number), node.group,
            node.place.length > 0 ? `(${node.place.join(', ')})` : ''].filter((word) => word !== '').join(', ');
  }

  /// Returns both directions of links, one per row.
  function links_facts(record, links) {
    const rows = links.slice(0, LISTED).flatMap((l) => {
      const link = record.graph.links[l];
      return [false, true].map((back) => {
        const track = (back ? link.back : link.there).track;
        const show = (what) =>
            track < 0 ? '\u2013' : (what === 'busy' ? gf.percent : gf.waiting)(record.value(track, what));
        const name = el('button', {class: 'plain', onclick: () => gf.select(record, 'link', l)}, record.direction_name(l, back));
        return el('tr', {}, el('th', {scope: 'row'}, name),
                  el('td', {class: 'number'}, show('busy')), el('td', {class: 'number'}, show('waiting')));
      });
    });
    const head = ['', 'load', 'waiting'].map((name) => el('th', {scope: 'col', class: 'number'}, name));
    const left = links.length - LISTED;
    return [el('table', {class: 'facts-table'}, el('thead', {}, el('tr', {}, head)), el('tbody', {}, rows)),
            left > 0 ? el('p', {class: 'muted'}, `and ${left} more links`) : null];
  }

  const ARGUMENT_UNITS = {bytes: 'B'};
  function argument(name, value) {
    if (typeof value !== 'number') return String(value);
    return name.endsWith('_s') ? gf.time(value) : gf.with_unit(value, ARGUMENT_UNITS[name] || '');
  }

  function task_facts(record, i) {
    const [row, , begin, end, args] = record.tasks.items[i];
    const entries = [['on', record.tasks.rows[row].join(', ')], ['begin', gf.time(begin, 6)], ['end', gf.time(end, 6)],
                     ['takes', gf.time(end - begin)]];
    if (args.bytes > 0 && end > begin) entries.push(['mean rate', gf.si(args.bytes / (end - begin), 'B/s')]);
    Object.entries(args).forEach(
        ([name, value]) => entries.push([name.replace(/_s$/, '').replace(/_/g, ' '), argument(name, value)]));
    return el(
        'dl', {class: 'task-facts'}, entries.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]));
  }

  // --- The tip.

  gf.tip_of = (machine, found) => {
    const {record} = machine;
    if (found.kind === 'link')
      return [el('b', {}, record.prefix() + link_words(record, found.index)), link_facts(record, found.index)];
    if (found.kind === 'node')
      return [
        el('b', {}, record.prefix() + record.node_label(found.index)),
        el('div', {class: 'muted'}, node_words(record, found.index))
      ];
    if (found.kind === 'group') {
      const group = machine.layout.groups[found.index];
      return [
        el('b', {}, group.name),
        el('div', {class: 'muted'},
           `${group.nodes.length} nodes; click to ${machine.is_folded(found.index) ? 'open' : 'fold'}`)
      ];
    }
    const edge = machine.edges[found.edge], show = (value) => Number.isNaN(value) ? '\u2013' : gf.waiting(value);
    const name = found.kind === 'bundle' ? record.prefix() + gf.selection_name({record, ...found}) :
                                           `${edge.links.length} links, folded`;
    return [
      el('b', {}, name),
      found.kind === 'bundle' ? el('div', {class: 'muted'}, link_words(record, found.index, true)) : null,
      el('div', {},
         `${gf.MEASURES[gf.state.colour].label}, ${gf.state.merge}: ` +
             `${show(machine.values[2 * found.edge])} there, ${show(machine.values[2 * found.edge + 1])} back`)
    ];
  };

  gf.task_tip = (record, i) => [el('b', {}, record.prefix() + record.tasks.items[i][1]), task_facts(record, i)];

  /// Shows `content` near (x, y) px of `box`; null hides the tip.
  gf.show_tip = (content, box, x, y) => {
    const tip = gf.by_id('tip');
    tip.hidden = content === null;
    if (content === null) return;
    tip.replaceChildren(...content.filter((child) => child !== null));
    const at = box.getBoundingClientRect(), size = tip.getBoundingClientRect();
    const left = at.left + x + 16, top = at.top + y + 16;
    const wide = document.documentElement.clientWidth, high = window.innerHeight;
    tip.style.left =
        Math.max(6, left + size.width > wide - 6 ? Math.min(left - size.width - 32, wide - size.width - 6) : left) +
        'px';
    tip.style.top = Math.max(6, top + size.height > high - 6 ? top - size.height - 32 : top) + 'px';
  };

  // --- The panel.

  function panel_words() {
    const {record, kind, index} = gf.state.selected;
    if (kind === 'link') return [el('p', {class: 'muted'}, link_words(record, index)), link_facts(record, index)];
    if (kind === 'bundle')
      return [
        el('p', {class: 'muted'}, link_words(record, index, true)), ...links_facts(record, record.bundle(index))
      ];
    if (kind === 'node')
      return [el('p', {class: 'muted'}, node_words(record, index)), ...links_facts(record, record.links_of[index])];
    return [
      task_facts(record, index), way_words(record, 'path: ', gf.way(record, ...gf.task_ends(record, index))),
      way_words(record, 'possible path (dashed; shortest paths only): ', gf.possible_ways(record, index))
    ];
  }

  /// Returns directions of links, each as a button that chooses its link; only the first ones of
  /// many.
  function way_words(record, title, way) {
    if (way.length === 0) return null;
    const button = (step) => el('button', {class: 'plain', onclick: () => gf.select(record, 'link', step.link)},
                                record.direction_name(step.link, step.back));
    const shown = way.slice(0, OF_WAY).map((step, i) => [i > 0 ? ', ' : '', button(step)]);
    return el('p', {class: 'way'}, el('span', {class: 'muted'}, title), shown,
              way.length > OF_WAY ? ` and ${way.length - OF_WAY} more` : null);
  }

  /// Returns the tracks with the highest loads at present: [track, load].
  function busiest_of(record) {
    const found = [], now = record.now();
    record.track_ends.forEach((unused, track) => {
      const load = record.value(track, 'busy', now);
      if (found.length === BUSIEST && load <= found[BUSIEST - 1][1]) return;
      const after = found.findIndex((other) => other[1] < load);
      found.splice(after < 0 ? found.length : after, 0, [track, load]);
      found.length = Math.min(found.length, BUSIEST);
    });
    return found;
  }

  function nothing_chosen() {
    const record = gf.records[0];
    const busiest = busiest_of(record);
    const rows = busiest.map(([track, load]) => {
      const end = record.track_ends.get(track);
      return el(
          'tr', {},
          el('th', {scope: 'row'},
             el('button', {class: 'plain', onclick: () => gf.select(record, 'link', end.link)},
                record.direction_name(end.link, end.back))),
          el('td', {class: 'number'}, gf.percent(load)),
          el('td', {class: 'number'}, gf.waiting(record.value(track, 'waiting'))));
    });
    const head = ['', 'load', 'waiting'].map((name) => el('th', {scope: 'col', class: 'number'}, name));
    return [
      el('h3', {}, 'Busiest links' + (record.letter ? ' of ' + record.letter : '')),
      el('p', {class: 'muted'}, gf.moment()),
      rows.length === 0 ?
          el('p', {}, 'This run recorded no links.') :
          el('table', {class: 'facts-table'}, el('thead', {}, el('tr', {}, head)), el('tbody', {}, rows)),
      el('p', {class: 'muted hint'}, 'Select a link, a node or a task for details.')
    ];
  }

  gf.update_details = () => {
    const panel = gf.by_id('details'), chosen = gf.state.selected;
    const focus = panel.contains(document.activeElement);
    if (chosen === null) panel.replaceChildren(...nothing_chosen());
    else panel.replaceChildren(...[
      el('h3', {}, chosen.record.prefix() + gf.selection_name(chosen)), ...panel_words(), ...gf.commands(chosen),
      el('button', {class: 'tool clear', onclick: () => gf.select(null)}, 'Clear selection')
    ].filter((child) => child !== null));
    if (focus) panel.focus();
  };
}(window.gf = window.gf || {}));
