// SPDX-License-Identifier: Apache-2.0
// Reads the records and starts every part of the page. This is the last script.
(function (gf) {
  'use strict';

  const {el, by_id} = gf;

  function read() {
    const found = Array.from(document.querySelectorAll('script.record'), (script) => JSON.parse(script.textContent));
    return found.map((json, i) => new gf.Record(json, found.length === 2 ? 'AB'[i] : ''));
  }

  const same_graph = ([a, b]) => JSON.stringify(shape(a.graph)) === JSON.stringify(shape(b.graph));
  const shape = (graph) => [graph.nodes.map((node) => node.name), graph.links.map((link) => [link.from, link.to])];

  function title() {
    const names = gf.records.map((record) => record.run.platform + (record.letter ? ` (${record.letter})` : ''));
    by_id('title').textContent = names.join(' and ');
    document.title = names.join(' and ') + ' \u2013 GPUFabric run';
    const titles = new Set(gf.records.map((record) => record.run.title).filter((text) => text));
    by_id('subtitle').textContent = Array.from(titles).join('\n');
  }

  /// Returns a note on the wait that the run's waveform shows, with a button for its time.
  function wait_of(record) {
    const {wait} = record.run;
    if (!wait) return [];
    const show = () => gf.set({window: [wait.from_s, wait.until_s]});
    return [el(
        'p', {class: 'note'}, `${record.prefix()}Longest wait at the bottleneck: ${wait.text} `,
        el('button', {class: 'tool', onclick: show}, 'Show its time'))];
  }

  function facts() {
    const fact = (name, value) => el('li', {}, name + ' ', el('b', {}, value));
    by_id('facts').replaceChildren(...gf.records.map(
        ({run, letter}) => el(
            'ul', {class: 'facts'}, letter ? el('li', {}, el('b', {}, letter)) : null,
            fact('simulated', gf.time(run.simulated_s)), run.wall_s > 0 ? fact('in', gf.time(run.wall_s, 3)) : null,
            fact('seed', String(run.seed)), fact('ended', run.exit_reason),
            run.source ? fact('models', run.source) : null, run.directory ? fact('directory', run.directory) : null)));
    by_id('notes').replaceChildren(...gf.records.flatMap((record) => {
      const bad = record.run.exit_code !== 0 ?
          [el('p', {class: 'banner'},
              `${record.prefix()}this run ended with exit code ${record.run.exit_code}: ${record.run.exit_reason}`)] :
          [];
      return bad.concat(wait_of(record), record.notes.map((note) => el('p', {class: 'note'}, record.prefix() + note)));
    }));
    by_id('footer').replaceChildren(...gf.records.map(
        (record) =>
            el('p', {}, record.prefix(), el('code', {}, record.run.command),
               ` \u2013 gpufabric ${record.run.program}${record.run.date ? ', ' + record.run.date : ''}`)));
  }

  /// Adds a row of radio buttons for a member of the state.
  function choice(id, member, options) {
    by_id(id).append(...options.map(([value, text, words]) => {
      const input = el('input', {
        type: 'radio',
        name: id,
        value: String(value),
        checked: gf.state[member] === value,
        onchange: () => gf.set({[member]: value})
      });
      return el('label', {title: words || null}, input, text);
    }));
    gf.on(member, () => by_id(id).querySelectorAll('input').forEach((input) => {
      input.checked = input.value === String(gf.state[member]);
    }));
  }

  /// Creates one machine per record, or one that shows the difference of two equal machines on
  /// request.
  function machines() {
    const make = (record, words) => {
      const canvas = el('canvas', {
        tabindex: 0,
        role: 'img',
        'aria-label': `the machine of ${words}: ${record.graph.nodes.length} nodes and ${
            record.graph.links.length} links. ${record.graph.title}`
      });
      const box = el('div', {class: 'machine'}, record.letter ? el('h3', {}, record.letter) : null, canvas);
      by_id('machines').append(box);
      return Object.assign(new gf.Machine(record, canvas), {box});
    };
    gf.machines = gf.records.map((record) => make(record, record.prefix() + record.run.platform));
    if (gf.records.length === 2 && same_graph(gf.records)) {
      by_id('compare').hidden = false;
      choice('compare', 'difference', [[false, 'A and B'], [true, 'B \u2212 A']]);
      gf.on('difference', () => {
        gf.machines[0].box.hidden = gf.state.difference;
        gf.machines[1].box.querySelector('h3').textContent = gf.state.difference ? 'B \u2212 A' : 'B';
      });
    }
    const all = (act) => () => gf.machines.forEach((machine) => act(machine.view));
    by_id('zoom-in').addEventListener('click', all((view) => view.zoom(1.4)));
    by_id('zoom-out').addEventListener('click', all((view) => view.zoom(1 / 1.4)));
    by_id('fit').addEventListener('click', all((view) => view.fit()));
    by_id('merge').hidden = gf.machines.every(
        (machine) => machine.layout.groups.length < 2 && machine.edges.every((edge) => edge.links.length < 2));
  }

  function kinds() {
    const found = new Set(gf.records.flatMap((record) => record.graph.nodes.map((node) => node.kind)));
    const items = Array.from(
        found,
        (kind) => el('span', {}, el('i', {style: `background: ${gf.kind_colour(kind)}`}), kind.replace(/_/g, ' ')));
    by_id('legend').querySelector('.words').before(el('div', {class: 'kinds'}, items));
  }

  function legend() {
    gf.update_legend();
    kinds();
  }

  function say(text) { by_id('notes').append(el('p', {class: 'banner'}, text)); }

  /// Starts a part. If it fails, shows the error on the page and the console; the other parts go
  /// on.
  function part(name, begin) {
    try {
      begin();
    } catch (error) {
      say(`${name}: ${error.message}`);
      setTimeout(() => { throw error; });
    }
  }

  function start() {
    try {
      gf.records = read();
    } catch (error) {
      return say('This page cannot be shown: ' + error.message);
    }
    if (gf.records.length === 0) return say('This page contains no run.');
    gf.state.window = gf.whole_window();
    title();
    facts();
    choice(
        'colour', 'colour', Object.entries(gf.MEASURES).map(([name, measure]) => [name, measure.label, measure.text]));
    choice('merge', 'merge', [['max', 'max'], ['mean', 'mean']]);
    part('machine', machines);
    part('channels', gf.start_channels);
    gf.on('colour theme difference', legend);
    legend();
    part('time', gf.start_slider);
    const update_details = gf.once_a_frame(gf.update_details);
    gf.on('at window selected', update_details);
    update_details();
    part('timeline', gf.start_gantt);
    part('curves', gf.start_curves);
    part('tables', gf.start_tables);
    gf.start_keys();
  }

  start();
}(window.gf = window.gf || {}));
