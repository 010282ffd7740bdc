// SPDX-License-Identifier: Apache-2.0
// Selection of curves: those that the reader searched for, and those of the chosen object. There is
// one chart per unit.
(function (gf) {
  'use strict';

  const {el, by_id} = gf;
  const FOUND = 60;       // listed results of a search
  const OF_CHOSEN = 6;    // statistics of a chosen node that are drawn automatically
  const IN_CHART = 7;     // the number of colours

  /// A curve: {record, key, label, path, unit, values()}.
  const recorded = (record, curve) => ({
    record,
    key: `${record.letter}|${curve.path}.${curve.name}`,
    label: `${record.prefix()}${curve.path}.${curve.name}`,
    path: curve.path,
    unit: curve.unit,
    description: curve.description,
    values: () => record.series(curve.values).all()
  });

  const UNITS = {busy: 'share', bytes: 'B/s', waiting: 'share'};
  const TRACK_WORDS = {busy: 'load', bytes: 'data', waiting: 'waiting'};

  function of_track(record, i, what) {
    const end = record.track_ends.get(i),
          name = end ? record.direction_name(end.link, end.back) : record.tracks[i].path;
    const words = TRACK_WORDS[what] || 'waiting: ' + gf.CAUSES[what];
    return {
      record,
      key: `${record.letter}|${i}|${what}`,
      label: `${record.prefix()}${name}: ${words}`,
      path: record.tracks[i].path,
      unit: UNITS[what] || 'share',
      description: `${words} of ${record.tracks[i].path}`,
      values: () => record.values_of(i, what)
    };
  }

  const tracks_of = (record, i, whats) =>
      whats.filter((what) => what !== 'bytes' || record.has_bytes(i)).map((what) => of_track(record, i, what));

  function all_curves() {
    return gf.records.flatMap((record) => record.curves.map((curve) => recorded(record, curve)).concat(
        record.tracks.flatMap((unused, i) => tracks_of(record, i, ['busy', 'bytes', 'waiting']))));
  }

  const mean_loads = () =>
      gf.records.filter((record) => record.tracks.length > 0)
          .map((record) => ({
                 record,
                 key: record.letter + '|mean',
                 label: `${record.prefix()}mean load of ${gf.number(record.tracks.length)} directions`,
                 path: '',
                 unit: 'share',
                 description: '',
                 values: () => Array.from(gf.mean_load(record))
               }));

  /// Returns the curves of the chosen object, or of the whole machine.
  function automatic() {
    const chosen = gf.state.selected;
    if (chosen === null) return mean_loads();
    const {record, kind, index} = chosen;
    const ends =
        (i) => [record.graph.links[i].there.track, record.graph.links[i].back.track].filter((track) => track >= 0);
    if (kind === 'link')
      return ends(index).flatMap(
          (track) => tracks_of(record, track, ['busy'].concat(Object.keys(record.tracks[track].wait))));
    if (kind === 'bundle')
      return record.bundle(index).slice(0, 4).flatMap(
          (i) => ends(i).map((track) => of_track(record, track, 'busy')));
    if (kind === 'task')
      return gf.way(record, ...gf.task_ends(record, index))
          .map((step) => record.graph.links[step.link][step.back ? 'back' : 'there'].track)
          .filter((track) => track >= 0)
          .map((track) => of_track(record, track, 'busy'));
    const loads =
        record.links_of[index].slice(0, 4).flatMap((i) => ends(i).map((track) => of_track(record, track, 'busy')));
    return loads.concat(record.curves.filter((curve) => gf.path_concerned(record, curve.path))
                            .slice(0, OF_CHOSEN)
                            .map((curve) => recorded(record, curve)));
  }

  let pinned = [], charts = [], everything = null;

  /// Shows the values under the cursor, or at the page's step, above a chart.
  gf.chart_reads = (box, curves, unit, time) => {
    const at = time === null ? gf.state.at : time;
    const head = box.querySelector('.chart-head');
    head.replaceChildren(...curves.map((curve, i) => {
      const [k, end] = at === null ? [0, 0] : curve.record.steps_at(at);
      const value = k < end ? el('b', {}, ' ' + gf.with_unit(curve.cache[k], unit)) : null;
      return el(
          'span', {title: curve.description}, el('i', {
            class: 'swatch',
            style: `border-color: var(--c${i % 7})` + (curve.record.letter === 'B' ? '; border-style: dashed' : '')
          }),
          curve.label, value);
    }));
  };

  function rebuild() {
    charts.forEach((chart) => chart.chart.destroy());
    const shown = new Map();
    pinned.concat(automatic()).forEach((curve) => shown.set(curve.key, curve));
    const units = new Map();
    shown.forEach((curve) => {
      const {values} = curve;
      curve.cache = values();
      curve.values = () => curve.cache;
      const last = (units.get(curve.unit) || [[]]);
      if (last[last.length - 1].length === IN_CHART) last.push([]);
      last[last.length - 1].push(curve);
      units.set(curve.unit, last);
    });
    by_id('charts').replaceChildren();
    charts = Array.from(units).flatMap(([unit, lists]) => lists.map((curves) => {
      const box =
          el('div',
             {class: 'chart', role: 'img', 'aria-label': 'curves: ' + curves.map((curve) => curve.label).join('; ')},
             el('div', {class: 'chart-head'}));
      by_id('charts').append(box);
      gf.chart_reads(box, curves, unit, null);
      return {box, unit, curves, chart: gf.make_chart(box, unit, curves)};
    }));
    show_chips();
  }

  const update = gf.once_a_frame(() => charts.forEach(({box, unit, curves, chart}) => {
    chart.update();
    gf.chart_reads(box, curves, unit, null);
  }));

  function pin(curve, wanted) {
    pinned = pinned.filter((other) => other.key !== curve.key).concat(wanted ? [curve] : []);
    rebuild();
  }

  function show_chips() {
    by_id('curve-chips')
        .replaceChildren(...pinned.map(
            (curve) => el(
                'li', {},
                el('button', {class: 'tool', 'aria-label': 'remove ' + curve.label, onclick: () => pin(curve, false)},
                   curve.label, ' \u00d7'))));
    const {selected} = gf.state;
    by_id('curve-note').textContent = selected === null ?
        '' :
        `of ${selected.record.prefix()}${gf.selection_name(selected)}` +
            (pinned.length > 0 ? ', and search results' : '');
  }

  function search() {
    const words = by_id('curve-search').value.toLowerCase().split(/\s+/).filter((word) => word !== ''),
          list = by_id('curve-list');
    list.hidden = words.length === 0;
    if (list.hidden) return;
    everything = everything ||
        all_curves().map(
            (curve) => Object.assign(curve, {text: `${curve.label} ${curve.path} ${curve.description}`.toLowerCase()}));
    const found = everything.filter((curve) => words.every((word) => curve.text.includes(word)))
                      .sort((a, b) => gf.path_concerned(b.record, b.path) - gf.path_concerned(a.record, a.path));
    const items = found.slice(0, FOUND).map(
        (curve) =>
            el('li', {},
               el('button', {class: 'plain', type: 'button', onclick: () => pin(curve, true)}, curve.label, ' ',
                  el('span', {class: 'muted'}, [curve.unit, curve.description].filter((text) => text).join(', ')))));
    if (found.length !== items.length || found.length === 0)
      items.push(
          el('li', {class: 'muted'},
             found.length === 0 ? 'no statistic matches' : `and ${found.length - items.length} more`));
    list.replaceChildren(...items);
  }

  gf.start_curves = () => {
    by_id('curve-search').addEventListener('input', search);
    by_id('curve-search').addEventListener('keydown', (event) => {
      if (event.key === 'Escape') { by_id('curve-search').value = ''; search(); event.stopPropagation(); }
    });
    document.addEventListener('pointerdown', (event) => {
      if (!by_id('curves').contains(event.target)) by_id('curve-list').hidden = true;
    });
    gf.on('selected', gf.once_a_frame(rebuild));
    gf.on('at window theme', update);
    new ResizeObserver(update).observe(by_id('charts'));
    rebuild();
  };
}(window.gf = window.gf || {}));
