// SPDX-License-Identifier: Apache-2.0
// Results with published numbers, and parameters with their sources; two runs side by side.
(function (gf) {
  'use strict';

  const {el} = gf;
  const SHOWN = 200;  // rows of a long table shown before its button is pressed

  const cell = (text, cls) => el('td', {class: cls}, text);
  const heads = (names) =>
      el('thead', {},
         el('tr', {},
            names.map((name) => el('th', {scope: 'col', class: name.number ? 'number' : ''}, name.text || name))));

  function ratio(a, b) {
    if (typeof a !== 'number' || typeof b !== 'number') return a === b ? '' : '\u2260';
    if (a === b) return '1';
    return a === 0 ? '\u2013' : gf.number(b / a);
  }

  /// Returns the names in the lists of all records, in the order of the first.
  function names_of(lists, key) {
    const names = new Set();
    lists.forEach((list) => list.forEach((entry) => names.add(entry[key])));
    return Array.from(names);
  }

  function result_rows() {
    const maps = gf.records.map((record) => new Map(record.results.map((result) => [result.name, result])));
    return names_of(gf.records.map((record) => record.results), 'name').map((name) => {
      const found = maps.map((map) => map.get(name)), any = found.find((result) => result);
      const values = found.map((result) => cell(result ? gf.with_unit(result.value, result.unit) : '\u2013', 'number'));
      if (found.length === 2)
        values.push(cell(found[0] && found[1] ? ratio(found[0].value, found[1].value) : '\u2013', 'number'));
      return el(
          'tr', {class: 'row'},
          el('th', {scope: 'row'}, el('code', {}, name),
             any.description ? el('span', {class: 'why'}, any.description) : null),
          values);
    });
  }

  function published_rows() {
    return gf.records.flatMap(
        (record) => record.published.map(
            (claim) => el(
                'tr', {class: 'row'},
                el('th', {scope: 'row'}, record.prefix() + claim.quantity, el('span', {class: 'id'}, claim.id)),
                cell(
                    claim.published +
                        (/[0-9]$/.test(claim.published) && claim.unit && claim.unit !== 'ratio' ?
                             '\u202f' + claim.unit :
                             ''),
                    'number text'),
                el('td', {}, el('span', {class: 'badge ' + badge(claim.verdict)}, claim.verdict || claim.kind),
                   claim.deviation ?
                       [' ', el('span', {class: 'badge deviates', title: 'a row of DEVIATIONS.md'}, claim.deviation)] :
                       null),
                cell(claim.source, 'source'))));
  }

  const badge = (verdict) => ['pass', 'fail', 'deviates'].includes(verdict) ? verdict : 'info';

  /// Returns a table that shows its first rows, and the others by a button. It is printed whole.
  function long_table(rows, head, caption, cls = '') {
    const table = el('table', {class: 'stack ' + cls}, el('caption', {}, caption), heads(head), el('tbody', {}, rows));
    if (rows.length <= SHOWN) return [table];
    table.classList.add('cut');
    const more =
        el('button', {
          class: 'tool',
          onclick: () => {
            table.classList.remove('cut');
            more.remove();
          }
        },
           `Show all ${rows.length}`);
    return [table, more];
  }

  function results() {
    const two = gf.records.length === 2;
    const columns = ['result'].concat(
        two ? ['A', 'B', 'B / A'].map((text) => ({text, number: true})) : [{text: 'value', number: true}]);
    const rows = result_rows(), claims = published_rows();
    gf.by_id('results').replaceChildren(
        ...(rows.length > 0 ? long_table(rows, columns, 'Printed results', 'values') :
                              [el('p', {class: 'muted'}, 'This run has no results.')]),
        ...(claims.length > 0 ?
                long_table(
                    claims, ['published', {text: 'value', number: true}, 'kind', 'source'],
                    'Published numbers for this platform; gpufabric reproduce makes the runs to compare') :
                []));
  }

  // --- Parameters.

  const is_assumed = (source) => /^assumed/i.test(source);

  function parameter_entries() {
    const maps = gf.records.map((record) => new Map(record.parameters.map((parameter) => [parameter.path, parameter])));
    const entries = names_of(gf.records.map((record) => record.parameters), 'path').map((path) => {
      const found = maps.map((map) => map.get(path)), any = found.find((parameter) => parameter);
      const values = found.map((parameter) => parameter ? parameter.value : null);
      return {
        path,
        any,
        values,
        differs: values.length === 2 && values[0] !== values[1],
        changed: found.some((parameter) => parameter && parameter.value !== parameter.default),
        assumed: is_assumed(any.source),
        text: [path, any.meaning, any.source, ...values].join(' ').toLowerCase()
      };
    });
    const rank = (entry) => entry.differs ? 0 : entry.changed ? 1 : 2;
    return entries.sort((a, b) => rank(a) - rank(b));
  }

  function parameter_row(entry) {
    const marks = [
      entry.differs ? ['differs', 'fail'] : null, entry.changed ? ['changed', 'info'] : null,
      entry.assumed ? ['assumed', 'deviates'] : null
    ];
    const value = (text, i) =>
        el('td', {class: 'number text', 'data-label': gf.records.length === 2 ? 'AB'[i] : 'value'},
           text === null   ? '\u2013' :
               text === '' ? '(empty)' :
                             text);
    return el(
        'tr', {class: 'row'},
        el('th', {scope: 'row'}, el('code', {}, entry.path), ' ',
           marks.filter((mark) => mark).map(([text, kind]) => [el('span', {class: 'badge ' + kind}, text), ' ']),
           el('span', {class: 'why'}, entry.any.meaning)),
        entry.values.map(value),
        el('td', {class: 'number text', 'data-label': 'default'},
           entry.any.default === '' ? '(empty)' : entry.any.default),
        cell(entry.any.source, 'source'));
  }

  function show_parameters(entries) {
    const words = gf.by_id('parameter-search').value.toLowerCase().split(/\s+/).filter((word) => word !== '');
    const only = (id, member) => !gf.by_id(id).checked || member;
    const concerned = gf.state.selected === null ?
        [] :
        entries.filter((entry) => gf.path_concerned(gf.state.selected.record, entry.path));
    const of = concerned.length > 0 ? ` of ${gf.selection_name(gf.state.selected)}` : '';
    const shown =
        (concerned.length > 0 ? concerned : entries)
            .filter(
                (entry) => words.every((word) => entry.text.includes(word)) &&
                    only('only-changed', entry.changed || entry.differs) && only('only-assumed', entry.assumed));
    const values = gf.records.length === 2 ? ['A', 'B'] : ['value'];
    const columns = ['parameter'].concat(values.concat(['default']).map((text) => ({text, number: true})), ['source']);
    const assumed = entries.filter((entry) => entry.assumed).length;
    gf.by_id('parameters')
        .replaceChildren(...long_table(
            shown.map(parameter_row), columns,
            `${shown.length} of ${entries.length} parameters${of}; of all, ${
                assumed} are assumed, the others have a source or none that is needed`));
  }

  gf.start_tables = () => {
    results();
    const entries = parameter_entries();
    const show = gf.once_a_frame(() => show_parameters(entries));
    gf.on('selected', show);
    ['parameter-search', 'only-changed', 'only-assumed'].forEach((id) => gf.by_id(id).addEventListener('input', show));
    show_parameters(entries);
  };
}(window.gf = window.gf || {}));
