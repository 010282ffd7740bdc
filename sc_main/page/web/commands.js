// SPDX-License-Identifier: Apache-2.0
// Commands that show a selection in a waveform: for the recorded run, or for the same run repeated
// with its signals written.
(function (gf) {
  'use strict';

  const {el} = gf;
  const DROPPED = {
    '--outdir': 1,
    '-o': 1,
    '--vcd': 1,
    '--vcd-from': 1,
    '--vcd-to': 1,
    '--force': 0,
    '--timeline': 0,
    '--series': 1,
    '--page': 0,
    '--quiet': 0,
    '-q': 0
  };

  /// Splits a command line into words as a shell does.
  function words(command) {
    return Array.from(command.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g), (match) => match[0]);
  }

  /// Returns the run's command without its output options.
  function again(command) {
    const kept = [], all = words(command);
    for (let i = 0; i < all.length; ++i) {
      const name = all[i].split('=')[0];
      if (!(name in DROPPED)) kept.push(all[i]);
      else if (!all[i].includes('=')) i += DROPPED[name];
    }
    return kept.join(' ');
  }

  /// Returns the path of a track's statistics.
  const path_of = (record, track) => record.tracks[track].stats || record.tracks[track].path;

  /// Adds the signals at the sender of a direction to `signals`: {globs, watch}. A router has
  /// signals for all its ports together, and only if the run is told to watch it. Every glob must
  /// match some signal, or the program refuses it.
  function add_sender(signals, record, link, back) {
    const sender = record.graph.nodes[back ? link.to : link.from], track = (back ? link.back : link.there).track;
    if (sender.kind === 'router') {
      signals.globs.add(sender.name + '.*');
      signals.watch.add(sender.number);
    } else if (track >= 0 && path_of(record, track).endsWith('.tx')) {
      signals.globs.add(path_of(record, track).replace(/tx$/, '*'));
    }
  }

  function add_link(signals, record, i) {
    for (const back of [false, true]) add_sender(signals, record, record.graph.links[i], back);
  }

  function add_node(signals, record, i) {
    const node = record.graph.nodes[i];
    const own = record.links_of[i].some((l) => [record.graph.links[l].there, record.graph.links[l].back].some(
        (end) => end.track >= 0 && path_of(record, end.track).startsWith(node.name + '.')));
    if (own && !['router', 'terminal'].includes(node.kind)) signals.globs.add(node.name + '.*');
    else
      record.links_of[i].forEach(
          (l) => add_sender(signals, record, record.graph.links[l], record.graph.links[l].to === i));
    if (signals.globs.size === 0) record.links_of[i].forEach((l) => add_link(signals, record, l));
  }

  function signals_of({record, kind, index}) {
    const signals = {globs: new Set(), watch: new Set()};
    if (kind === 'link') add_link(signals, record, index);
    else if (kind === 'bundle') record.bundle(index).forEach((i) => add_link(signals, record, i));
    else if (kind === 'node') add_node(signals, record, index);
    else
      gf.way(record, ...gf.task_ends(record, index))
          .forEach((step) => add_sender(signals, record, record.graph.links[step.link], step.back));
    if (kind === 'task' && signals.globs.size === 0)
      gf.nodes_of_task(record, index).forEach((node) => add_node(signals, record, node));
    return {globs: Array.from(signals.globs).join(',') || '*', watch: Array.from(signals.watch).join(',')};
  }

  /// Returns the time window for the waveform: a task's, or else the one that the page shows.
  function window_of({record, kind, index}) {
    if (kind === 'task') return record.tasks.items[index].slice(2, 4);
    if (gf.state.at !== null)
      return [record.time_of(record.step_of(gf.state.at)), record.time_of(record.step_of(gf.state.at) + 1)];
    return gf.is_whole_window() ? null : gf.state.window;
  }

  const parent = (path) => path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : '';

  /// Returns nothing if there is nothing to see: routers, none of them concerned.
  gf.command_lines = (chosen) => {
    const {run} = chosen.record;
    if (run.waves !== '')
      return [`gtkwave ${parent(run.waves) === '' && run.directory ? run.directory + '/' : ''}${run.waves}`];
    const time = window_of(chosen), out = (run.directory || run.platform) + '_waves';
    const limits =
        time === null ? '' : ` --vcd-from '${gf.time_option(time[0])}' --vcd-to '${gf.time_option(time[1])}'`;
    const {globs, watch} = signals_of(chosen);
    if (globs === '*' && chosen.record.graph.nodes.some((node) => node.kind === 'router')) return [];
    return [
      `${again(run.command)}${watch ? ' -p watch=' + watch : ''} --vcd '${globs}'${limits} --outdir ${out}`,
      `gtkwave ${out}/waves.gtkw`
    ];
  };

  async function copy(text, button) {
    const said = () => { button.textContent = 'Copied'; setTimeout(() => { button.textContent = 'Copy'; }, 1500); };
    try {
      await navigator.clipboard.writeText(text);
    } catch (error) {  // some browsers do not allow it for pages from files
      const area = gf.el('textarea', {'aria-hidden': 'true'}, text);
      document.body.append(area);
      area.select();
      document.execCommand('copy');
      area.remove();
    }
    said();
  }

  gf.commands = (chosen) => {
    const lines = gf.command_lines(chosen), time = window_of(chosen);
    if (lines.length === 0) return [];
    const button = el('button', {class: 'tool', onclick: () => copy(lines.join('\n'), button)}, 'Copy');
    const note =
        chosen.record.run.waves !== '' && time !== null ? `at ${gf.time(time[0])} \u2026 ${gf.time(time[1])}` : '';
    return [
      el('div', {class: 'command-head'}, el('h4', {}, 'Look closer'), el('span', {class: 'muted'}, note), button),
      el('pre', {class: 'command'}, lines.join('\n'))
    ];
  };
}(window.gf = window.gf || {}));
