// SPDX-License-Identifier: Apache-2.0
// The machine of a record on a canvas: folded groups, values of visible edges, objects under the
// pointer. machine_draw.js draws it.
(function (gf) {
  'use strict';

  const SMALL = 15;   // px: groups with a smaller radius fold
  const OPENED = 150; // px: the radius that a click gives them
  const REST_MS = 140;     // pause after which a moved view is drawn anew
  gf.MANY_LINES = 4000;    // more lines than this are not drawn while a view moves

  /// Returns the highest rate of a direction, summed over links of the same kind between two nodes.
  function highest_rate(links) {
    const sums = new Map();
    links.forEach(({kind, from, to, there, back}) => {
      const key = `${kind} ${Math.min(from, to)} ${Math.max(from, to)}`, sum = sums.get(key) || [0, 0];
      sums.set(key, from < to ? [sum[0] + there.rate, sum[1] + back.rate] : [sum[0] + back.rate, sum[1] + there.rate]);
    });
    return Array.from(sums.values()).flat().reduce((most, rate) => Math.max(most, rate), 0);
  }

  class Machine {
    constructor(record, canvas) {
      Object.assign(this, {record, canvas, graph: record.graph, by_hand: new Map(), hovered: null, folds: null});
      this.redraw = gf.once_a_frame(() => gf.draw_machine(this));
      this.view = new gf.View(canvas, {
        changed: () => this.moved(), hover: (x, y) => this.hover(x, y), click: (x, y, touch) => this.click(x, y, touch),
        reach: () => this.reach()
      });
      this.highest_rate = highest_rate(this.graph.links);
      this.arrange();
      this.update_edges();
      new ResizeObserver(() => this.arrange()).observe(canvas);
      gf.on('theme selected', () => this.redraw());
      gf.on('at window colour merge difference', () => { this.values = null; this.redraw(); });
    }

    moved() {
      clearTimeout(this.rest);
      if (!(this.seen > gf.MANY_LINES) || !this.picture) return this.redraw();
      gf.move_picture(this);
      this.rest = setTimeout(() => this.redraw(), REST_MS);
    }

    /// Computes the layout for the shape of the canvas.
    arrange() {
      this.view.measure();
      const tall = this.canvas.clientWidth < 560;
      if (!this.layout || this.tall !== tall) {
        this.tall = tall;
        this.layout = gf.layout(this.graph, tall);
        this.names = null;
        this.view.box = this.layout.box;
        this.group_of = new Int32Array(this.graph.nodes.length).fill(-1);
        this.layout.groups.forEach((group, g) => group.nodes.forEach((node) => { this.group_of[node] = g; }));
        this.folds = null;
        this.view.fitted = true;
      }
      if (this.view.fitted) this.view.fit();
      this.redraw();
    }

    /// Returns how far nodes at the left and right side extend beyond the layout's box, in px.
    reach() {
      const {box, x} = this.layout, {scale} = this.view;
      return x.reduce((most, at, i) =>
          Math.max(most, gf.node_size(this, i)[0] + 4 - scale * Math.min(at - box[0], box[2] - at)), 0);
    }

    is_folded(g) {
      const group = this.layout.groups[g];
      if (group.name === '' || group.nodes.length < 2) return false;
      if (this.by_hand.has(g)) return this.by_hand.get(g);
      return Math.max(...group.half) * this.view.scale < SMALL;
    }

    /// Updates the edges between visible objects for the current folds: one for all links to a
    /// folded group, or one for all links of a kind between two nodes.
    update_edges() {
      const folds = this.layout.groups.map((unused, g) => this.is_folded(g) ? '1' : '0').join('');
      if (folds === this.folds) return;
      this.folds = folds;
      this.values = null;
      this.folded = Array.from(folds, (fold) => fold === '1');
      const count = this.graph.nodes.length;
      const shown = (node) => this.folded[this.group_of[node]] ? count + this.group_of[node] : node;
      const pairs = new Map();  // edges between two nodes or groups, by kind
      this.edges = [];
      this.graph.links.forEach((link, i) => {
        const a = shown(link.from), b = shown(link.to);
        if (a === b && link.from !== link.to) return;
        const is_folded = a >= count || b >= count, kind = is_folded ? '' : link.kind;
        const pair = Math.min(a, b) * 2097152 + Math.max(a, b);
        if (!pairs.has(pair)) pairs.set(pair, []);
        const between = pairs.get(pair);
        let edge = between.find((other) => other.kind === kind);
        if (!edge) {
          edge = {a, b, kind, is_folded, links: [], bow: this.layout.bow[i], slot: between.length, between};
          between.push(edge);
          this.edges.push(edge);
        }
        edge.links.push({i, back: edge.a !== a});
      });
      this.edges.forEach((edge) => { edge.slots = edge.between.length; this.rate_edge(edge); });
      gf.prepare_lines(this);
    }

    rate_edge(edge) {
      const rate = (back) => edge.links.reduce((sum, link) => {
        const of = this.graph.links[link.i];
        return sum + (link.back !== back ? of.back : of.there).rate;
      }, 0);
      edge.rates = [rate(false), rate(true)];
    }

    place(shown) {
      const count = this.graph.nodes.length;
      if (shown < count) return [this.layout.x[shown], this.layout.y[shown]];
      const group = this.layout.groups[shown - count];
      return [group.x, group.y];
    }

    /// Returns the measure of a link direction in the steps `now` (of each record); NaN if nothing
    /// was recorded.
    value(i, back, now) {
      const link = this.graph.links[i], what = gf.state.colour;
      const track = (back ? link.back : link.there).track;
      if (track < 0) return NaN;
      if (!gf.state.difference) return this.record.value(track, what, now[0]);
      const first = gf.records[0], other = first.graph.links[i];
      return gf.records[1].value(track, what, now[1]) -
          first.value((back ? other.back : other.there).track, what, now[0]);
    }

    /// Updates the values of each edge, there and back.
    update_values() {
      if (this.values) return;
      this.values = new Float32Array(2 * this.edges.length);
      const now = gf.state.difference ? gf.records.map((record) => record.now()) : [this.record.now()];
      this.edges.forEach((edge, e) => {
        for (const back of [false, true]) {
          let sum = 0, most = NaN, known = 0;
          edge.links.forEach((link) => {
            const value = this.value(link.i, link.back !== back, now);
            if (Number.isNaN(value)) return;
            sum += value;
            ++known;
            if (!(Math.abs(most) >= Math.abs(value))) most = value;
          });
          this.values[2 * e + back] = known === 0 ? NaN : gf.state.merge === 'max' ? most : sum / known;
        }
      });
    }

    // --- Objects under the pointer.

    /// Returns {kind: "node", "link", "bundle", "edge" (of folded groups) or "group", index, edge:
    /// of links}, or null.
    find(x, y, reach) {
      const node = this.find_node(x, y, reach);
      if (node >= 0) return {kind: 'node', index: node};
      const edge = gf.nearest_edge(this, x, y, reach);
      if (edge >= 0) {
        const {links, is_folded} = this.edges[edge];
        const kind = links.length === 1 ? 'link' : is_folded ? 'edge' : 'bundle';
        return {kind, index: links[0].i, edge};
      }
      const g = this.layout.groups.findIndex((group) => group.name !== '' &&
          Math.abs(this.view.to_x(group.x) - x) <= group.half[0] * this.view.scale &&
          Math.abs(this.view.to_y(group.y) - y) <= group.half[1] * this.view.scale);
      return g < 0 ? null : {kind: 'group', index: g};
    }

    find_node(x, y, reach) {
      let found = -1, nearest = Infinity;
      for (let i = 0; i < this.graph.nodes.length; ++i) {
        if (this.folded && this.folded[this.group_of[i]]) continue;
        const dx = Math.abs(this.view.to_x(this.layout.x[i]) - x), dy = Math.abs(this.view.to_y(this.layout.y[i]) - y);
        if (dx > 200 || dy > 40) continue;
        const size = gf.node_size(this, i);
        if (dx > Math.max(size[0], reach / 2) || dy > Math.max(size[1], reach / 2) || dx + dy >= nearest) continue;
        nearest = dx + dy;
        found = i;
      }
      return found;
    }

    hover(x, y) {
      const found = x === null ? null : this.find(x, y, 9);
      const same = JSON.stringify(found) === JSON.stringify(this.hovered);
      this.hovered = found;
      this.canvas.style.cursor = found ? 'pointer' : '';
      gf.show_tip(found ? gf.tip_of(this, found) : null, this.canvas, x, y);
      if (!same) this.redraw();
    }

    click(x, y, touch) {
      const found = this.find(x, y, touch ? 18 : 9);
      if (found === null) return gf.select(null);
      if (found.kind === 'group') return this.toggle(found.index);
      if (found.kind === 'edge') return gf.show_tip(gf.tip_of(this, found), this.canvas, x, y);
      if (gf.is_selected(this.record, found.kind, found.index)) gf.select(null);
      else gf.select(this.record, found.kind, found.index);
    }

    /// Folds an open group. Opens a folded one, and zooms in if it is too small to be seen.
    toggle(g) {
      const folded = this.is_folded(g), group = this.layout.groups[g];
      this.by_hand.set(g, !folded);
      const radius = Math.max(...group.half) * this.view.scale;
      if (folded && radius < SMALL * 2) {
        this.by_hand.delete(g);
        Object.assign(this.view, {x: group.x, y: group.y});
        this.view.zoom(OPENED / radius);
      }
      this.redraw();
    }
  }
  gf.Machine = Machine;
}(window.gf = window.gf || {}));
