// SPDX-License-Identifier: Apache-2.0
// Filters of the table of numbers, values of heat maps, commands to copy. The page works without it.
(function () {
  'use strict';
  function select(text) {
    const range = document.createRange();
    range.selectNodeContents(text);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
  }

  // A page that was opened as a file may be refused the clipboard: then the text is selected, so
  // that a key copies it.
  document.querySelectorAll('details.command').forEach(function (box) {
    const text = box.querySelector('pre'), button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', function () {
      select(text);
      const done = function () { button.textContent = 'Copied'; };
      if (navigator.clipboard)
        navigator.clipboard.writeText(text.textContent).then(done, function () {});
      else if (document.execCommand('copy'))
        done();
    });
    text.before(button);
  });
}());

(function () {
  'use strict';
  const numbers = document.getElementById('numbers');
  if (numbers === null) return;  // a page of figures alone
  const boxes = Array.from(numbers.querySelectorAll('input[type=checkbox]'));
  const search = numbers.querySelector('input[type=search]');
  const rows = Array.from(numbers.querySelectorAll('tr.row')).map(function (row) {
    return {row: row, text: row.textContent.toLowerCase()};
  });

  function chosen(filter) {
    return new Set(boxes.filter(function (box) {
      return box.dataset.filter === filter && box.checked;
    }).map(function (box) { return box.value; }));
  }

  function apply() {
    const verdicts = chosen('verdict'), kinds = chosen('kind'), papers = chosen('paper');
    const words = search.value.toLowerCase();
    let shown = 0;
    rows.forEach(function (entry) {
      const of = entry.row.dataset;
      const keep = verdicts.has(of.verdict) && kinds.has(of.kind) && papers.has(of.paper) &&
          entry.text.includes(words);
      entry.row.hidden = !keep;
      shown += keep ? 1 : 0;
    });
    numbers.querySelectorAll('tbody').forEach(function (body) {
      body.hidden = !body.querySelector('tr.row:not([hidden])');
    });
    document.getElementById('shown').textContent = shown;
  }

  /// Checks only `values[filter]` where it is given, and every box of the other filters.
  function choose(values) {
    boxes.forEach(function (box) {
      const wanted = values[box.dataset.filter];
      box.checked = wanted === undefined || wanted === box.value;
    });
    search.value = '';
    apply();
  }

  boxes.concat([search]).forEach(function (input) { input.addEventListener('input', apply); });
  numbers.querySelector('button[type=reset]').addEventListener('click', function () { choose({}); });
  document.querySelectorAll('#score a[data-paper]').forEach(function (link) {
    link.addEventListener('click', function () { choose(link.dataset); });
  });
  // A link to an experiment's numbers must not end at rows that a filter hides.
  document.querySelectorAll('a[href^="#numbers-"]').forEach(function (link) {
    link.addEventListener('click', function () { choose({}); });
  });

  // Cells and arrows carry their words as titles, which a finger cannot call up.
  document.querySelectorAll('figure .wide').forEach(function (box) {
    const readout = document.createElement('p');
    readout.className = 'readout muted';
    readout.setAttribute('role', 'status');
    box.after(readout);
    function show(event) {
      const title = event.target.querySelector(':scope > title');
      if (title) readout.textContent = title.textContent;
    }
    box.addEventListener('pointerover', show);
    box.addEventListener('click', show);
  });
  apply();
}());
