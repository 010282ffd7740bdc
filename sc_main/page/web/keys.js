// SPDX-License-Identifier: Apache-2.0
// Keys of the whole page, themes and print.
(function (gf) {
  'use strict';

  const {by_id} = gf;
  const THEMES = ['', 'light', 'dark'];

  let theme = '';

  function show_theme() {
    if (theme === '') document.documentElement.removeAttribute('data-theme');
    else document.documentElement.dataset.theme = theme;
    by_id('theme').textContent = 'Theme: ' + (theme || 'system');
    gf.theme_changed();
  }

  function next_theme() {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    show_theme();
  }

  function next_colour() {
    const names = Object.keys(gf.MEASURES);
    gf.set({colour: names[(names.indexOf(gf.state.colour) + 1) % names.length]});
  }

  function escape() {
    gf.show_tip(null);
    if (gf.state.selected !== null) gf.select(null);
    else gf.set_window(...gf.whole_window());
  }

  function find_curve() {
    by_id('curve-search').focus();
    by_id('curve-search').scrollIntoView({block: 'center'});
  }

  const KEYS = {
    ' ': gf_play,
    ArrowLeft: (event) => gf.move_step(event.shiftKey ? -10 : -1),
    ArrowRight: (event) => gf.move_step(event.shiftKey ? 10 : 1),
    w: () => {
      gf.stop_playing();
      gf.show_step(null);
    },
    c: next_colour,
    t: next_theme,
    '/': find_curve,
    Escape: escape,
    '?': () => by_id('help').showModal()
  };
  function gf_play() { gf.toggle_play(); }

  /// Returns whether the element uses the key itself: space presses a focused button, and text
  /// boxes take text.
  function own_key(event) {
    const tag = event.target.tagName;
    if (tag === 'INPUT' && event.target.type !== 'range')
      return event.key !== 'Escape' &&
          (event.target.type === 'search' || [' ', 'ArrowLeft', 'ArrowRight'].includes(event.key));
    if (tag === 'INPUT') return event.key.startsWith('Arrow');
    return ['BUTTON', 'A', 'SUMMARY'].includes(tag) && [' ', 'Enter'].includes(event.key);
  }

  function key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || by_id('help').open || own_key(event)) return;
    const act = KEYS[event.key];
    if (!act) return;
    act(event);
    event.preventDefault();
  }

  /// Chooses the next link or node in the machine, by keys.
  function step(machine, kind, by) {
    const count = kind === 'link' ? machine.graph.links.length : machine.graph.nodes.length, chosen = gf.state.selected;
    if (count === 0) return;
    const now = chosen !== null && chosen.kind === kind && chosen.record === machine.record ? chosen.index :
        by > 0                                                                              ? -1 :
                                                                                              0;
    gf.select(machine.record, kind, (now + by + count) % count);
  }

  function machine_keys(machine) {
    machine.canvas.addEventListener('keydown', (event) => {
      const act = {n: ['link', 1], p: ['link', -1], N: ['node', 1], P: ['node', -1]}[event.key];
      if (act && !event.ctrlKey && !event.altKey && !event.metaKey) step(machine, ...act);
    });
  }

  gf.start_keys = () => {
    document.addEventListener('keydown', key);
    gf.machines.forEach(machine_keys);
    by_id('theme').addEventListener('click', next_theme);
    by_id('print').addEventListener('click', () => window.print());
    by_id('help-open').addEventListener('click', () => by_id('help').showModal());
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', gf.theme_changed);
    matchMedia('print').addEventListener('change', () => {
      gf.machines.forEach((machine) => machine.arrange());
      gf.theme_changed();
      gf.draw_now();
    });
    show_theme();
  };
}(window.gf = window.gf || {}));
