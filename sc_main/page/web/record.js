// SPDX-License-Identifier: Apache-2.0
// A record of a run: decodes its series and returns values of tracks. README.md documents the
// format.
(function (gf) {
  'use strict';

  const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const DIGITS = new Int16Array(128).fill(-1);
  Array.from(LETTERS).forEach((letter, value) => { DIGITS[letter.charCodeAt(0)] = value; });
  const REPEAT = '~'.charCodeAt(0);
  const LARGEST = 4095;

  gf.CAUSES = {
    no_credit: 'no credit', link_busy: 'link busy', arbitration_lost: 'lost arbitration',
    buffer_full: 'buffer full', replay: 'replay', lane_turning: 'lanes turning'
  };

  /// Returns the values of a series `text` as 0 ... 4095, one per step. Throws if the text is no
  /// series.
  gf.decode = (text, steps) => {
    const values = new Uint16Array(steps);
    let filled = 0;
    for (let i = 0; i < text.length;) {
      const repeats = text.charCodeAt(i) === REPEAT;
      const at = repeats ? i + 1 : i;
      const high = DIGITS[text.charCodeAt(at)], low = DIGITS[text.charCodeAt(at + 1)];
      if (!(high >= 0 && low >= 0) || repeats && filled === 0)
        throw new Error(`not a series: "${text.substr(i, 3)}" at character ${i}`);
      const value = high * 64 + low;
      if (repeats) values.fill(values[filled - 1], filled, filled + value);
      else values[filled] = value;
      filled += repeats ? value : 1;
      i = at + 2;
    }
    if (filled !== steps) throw new Error(`a series of ${filled} values for ${steps} steps`);
    return values;
  };

  class Series {
    constructor(json, steps) {
      this.scale = json.max / LARGEST;
      this.values = gf.decode(json.v, steps);
    }
    at(step) { return this.values[step] * this.scale; }
    /// Returns the mean of the steps [from, to).
    mean(from, to) {
      let sum = 0;
      for (let k = from; k < to; ++k) sum += this.values[k];
      return to > from ? sum * this.scale / (to - from) : 0;
    }
    all() { return Array.from(this.values, (value) => value * this.scale); }
  }

  class Record {
    /// `letter` is '' if the page has one record, otherwise 'A' or 'B'.
    constructor(json, letter) {
      if (json.format !== 'gpufabric record' || json.version !== 1)
        throw new Error(
            `a record of ${json.format}, version ${json.version}; expected gpufabric record, version 1`);
      Object.assign(this, json, {letter, decoded: new Map()});
      // Many statistics share one description, which the record contains once.
      const words = (curve) => json.descriptions ? json.descriptions[curve.description] : curve.description;
      this.curves = json.curves.map((curve) => Object.assign({}, curve, {description: words(curve)}));
      this.begin = json.time.begin || 0;
      this.end = json.time.end;
      this.step = json.time.step;
      this.steps = json.time.steps;
      this.index_links();
    }

    index_links() {
      this.links_of = this.graph.nodes.map(() => []);
      this.track_ends = new Map();
      this.graph.links.forEach((link, i) => {
        this.links_of[link.from].push(i);
        if (link.to !== link.from) this.links_of[link.to].push(i);
        for (const back of [false, true]) {
          const track = (back ? link.back : link.there).track;
          if (track >= 0) this.track_ends.set(track, {link: i, back});
        }
      });
    }

    series(json) {
      if (!this.decoded.has(json)) this.decoded.set(json, new Series(json, this.steps));
      return this.decoded.get(json);
    }

    /// Returns the begin of step `k`.
    time_of(k) { return Math.min(this.end, this.begin + k * this.step); }

    /// Returns the step that contains `time`; before and after the run the nearest step.
    step_of(time) {
      return Math.max(0, Math.min(this.steps - 1, Math.floor((time - this.begin) / this.step + 1e-9)));
    }

    /// Returns the steps [from, to) of one time, or of a window [from, to] in seconds.
    steps_at(at, window) {
      if (at !== null)
        return at >= this.begin - 1e-9 * this.step && at < this.end ? [this.step_of(at), this.step_of(at) + 1] : [0, 0];
      if (window[0] >= this.end || window[1] <= this.begin) return [0, 0];
      return [
        this.step_of(window[0]),
        Math.min(this.steps, Math.max(1, Math.ceil((window[1] - this.begin) / this.step - 1e-9)))
      ];
    }

    now() { return this.steps_at(gf.state.at, gf.state.window); }

    /// Returns the mean of track `i` in the steps [from, to). `what` is "busy", "bytes", a cause of
    /// waiting, or "waiting" for the sum of all causes. Values are shares of the time; "bytes" is
    /// in bytes per second.
    value(i, what, [from, to] = this.now()) {
      if (i < 0) return 0;
      const track = this.tracks[i];
      if (from === 0 && to === this.steps) return this.whole(track, what);
      if (what === 'waiting')
        return Object.keys(track.wait).reduce((sum, cause) => sum + this.value(i, cause, [from, to]), 0);
      const json = what === 'busy' || what === 'bytes' ? track[what] : track.wait[what];
      if (!json) return 0;
      return to === from + 1 ? this.series(json).at(from) : this.series(json).mean(from, to);
    }

    /// Returns the value over the whole run, from the exact totals.
    whole(track, what) {
      if (this.end <= this.begin) return 0;
      const causes = what === 'waiting' ? Object.keys(track.wait) : [what];
      return causes.reduce((sum, cause) => sum + (track.total[cause] || 0), 0) / (this.end - this.begin);
    }

    /// Returns `what` for every step, for a curve.
    values_of(i, what) {
      return Array.from({length: this.steps}, (unused, k) => this.value(i, what, [k, k + 1]));
    }

    /// Returns the largest `what` in any step of any track.
    largest(what) {
      return this.tracks.reduce((most, track) => {
        if (what !== 'waiting')
          return Math.max(most, (what === 'busy' ? track.busy : track.wait[what] || {max: 0}).max);
        return Math.max(most, Object.values(track.wait).reduce((sum, series) => sum + series.max, 0));
      }, 0);
    }

    /// Returns whether the bytes of a track were counted; flits have none.
    has_bytes(i) { return Boolean(this.tracks[i].bytes); }

    node_label(i) { return this.graph.nodes[i].name; }

    /// Returns "plx_a -> k80_0", or "gpu_0 -> gpu_1 #2" for parallel links; `back` selects the
    /// other direction.
    direction_name(i, back) {
      const link = this.graph.links[i];
      const ends = [this.node_label(link.from), this.node_label(link.to)];
      return (back ? ends.reverse() : ends).join(' \u2192 ') + (link.number ? ` #${link.number}` : '') +
          (back && link.from === link.to ? ', back' : '');
    }

    /// Returns link `i` and the links of the same kind that join the same two nodes.
    bundle(i) {
      const {links} = this.graph, {kind, from, to} = links[i];
      return this.links_of[from].filter((l) => links[l].kind === kind &&
          (links[l].from === from && links[l].to === to || links[l].from === to && links[l].to === from));
    }

    /// Returns "A: " if the page has two records.
    prefix() { return this.letter ? this.letter + ': ' : ''; }
  }
  gf.Record = Record;
}(window.gf = window.gf || {}));
