// SPDX-License-Identifier: Apache-2.0
// The commands that show a selection in a waveform: of the run that the record is of, or of the same
// run again with its signals written.
(function (gf) {
  'use strict';

  const {el} = gf;
  const DROPPED = {'--outdir': 1, '-o': 1, '--vcd': 1, '--vcd-from': 1, '--vcd-to': 1, '--force': 0, '--timeline': 0, '--series': 1, '--page': 0, '--quiet': 0, '-q': 0};

  /// A command line's words as a shell reads them.
  function words(command) {
    return Array.from(command.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g), (match) => match[0]);
  }

  /// The run's command without what it wrote.
  function again(command) {
    const kept = [], all = words(command);
    for (let i = 0; i < all.length; ++i) {
      const name = all[i].split('=')[0];
      if (!(name in DROPPED)) kept.push(all[i]);
      else if (!all[i].includes('=')) i += DROPPED[name];
    }
    return kept.join(' ');
  }

  /// Paths of the signals of a selection.
  function globs({record, kind, index}) {
    const of_link = (i) => [record.graph.links[i].there, record.graph.links[i].back].filter((end) => end.track >= 0)
        .map((end) => record.tracks[end.track].path.replace(/\.tx$/, '') + '.*');
    let all;
    if (kind === 'link') all = of_link(index);
    else if (kind === 'node') all = [record.node_label(index) + '.*'];
    else all = gf.way(record, ...gf.task_ends(record, index)).flatMap((step) => of_link(step.link));
    if (all.length === 0 && kind === 'task') all = [record.tasks.rows[record.tasks.items[index][0]][0] + '.*'];
    return all.join(',');
  }

  /// The time that the waveform should have: a task's, else what the page shows.
  function window_of({record, kind, index}) {
    if (kind === 'task') return record.tasks.items[index].slice(2, 4);
    if (gf.state.at !== null) return [gf.state.at, Math.min(gf.state.at + record.step, record.end)];
    return gf.is_whole_window() ? null : gf.state.window;
  }

  const parent = (path) => path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : '';

  gf.command_lines = (chosen) => {
    const {run} = chosen.record;
    if (run.waves !== '') return [`gtkwave ${parent(run.waves) === '' && run.directory ? run.directory + '/' : ''}${run.waves}`];
    const time = window_of(chosen), out = (run.directory || run.platform) + '_waves';
    const limits = time === null ? '' : ` --vcd-from '${gf.time_option(time[0])}' --vcd-to '${gf.time_option(time[1])}'`;
    return [`${again(run.command)} --vcd '${globs(chosen)}'${limits} --outdir ${out}`, `gtkwave ${out}/waves.gtkw`];
  };

  async function copy(text, button) {
    const said = () => { button.textContent = 'Copied'; setTimeout(() => { button.textContent = 'Copy'; }, 1500); };
    try {
      await navigator.clipboard.writeText(text);
    } catch (error) {  // pages from files may not use it in every browser
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
    const button = el('button', {class: 'tool', onclick: () => copy(lines.join('\n'), button)}, 'Copy');
    const note = chosen.record.run.waves !== '' && time !== null ? `at ${gf.time(time[0])} \u2026 ${gf.time(time[1])}` : '';
    return [el('div', {class: 'command-head'}, el('h4', {}, 'Look closer'), el('span', {class: 'muted'}, note), button), el('pre', {class: 'command'}, lines.join('\n'))];
  };
}(window.gf = window.gf || {}));
