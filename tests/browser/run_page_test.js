// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/page/web/*.js sc_main/page/web/*.css sc_main/page/web/*.html
// run.html in a real browser: node run_page_test.js CHROMIUM [RUN.HTML...]. Prints a line a check that
// does not hold and exits 1 then. Without pages it makes its own (record_fixture.js), and
// asks them for what it knows.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const {Browser} = require('./browser.js');
const fixture = require('./record_fixture.js');
const {
  kDesktop,
  kPhone,
  expect,
  watch,
  frames,
  until,
  kSideways,
  smallest_text,
  mouse,
  click,
  drag,
  key,
  pinch,
  finish
} = require('./checks.js');

const kMachine = 'gf.machines[0]';
/// The pixels of a machine's canvas: of a copy, since one that is read is drawn without the GPU.
const kPixels = `(() => {
  const {canvas} = ${kMachine}, copy = document.createElement('canvas');
  [copy.width, copy.height] = [canvas.width, canvas.height];
  const context = copy.getContext('2d', {willReadFrequently: true});
  context.drawImage(canvas, 0, 0);
  return context.getImageData(0, 0, copy.width, copy.height);
})()`;
/// How many colours it has.
const kColours = `(() => {
  const {data} = ${kPixels}, found = new Set();
  for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 250) found.add(data[i] << 16 | data[i + 1] << 8 | data[i + 2]);
  return found.size;
})()`;
/// What a machine that is shown whole has outside of its canvas: nodes, names of groups, counts of links,
/// points of lines; and what reaches its border. And nodes with a name or number that is hidden in part.
const kMisplaced = `(() => {
  const m = ${kMachine}, {width, height} = m.view, {data, width: across, height: down} = ${kPixels}, found = [];
  const box = (what, [x, y, w, h]) => {
    if (x - w < 0 || y - h < 0 || x + w > width || y + h > height) found.push(what + ' outside');
  };
  const nodes = m.graph.nodes.flatMap((node, i) => m.folded[m.group_of[i]] ? [] : [node.name]), boxes = gf.node_boxes(m);
  boxes.forEach((at, i) => box(nodes[i], at));
  m.titles.forEach((at, i) => box('title ' + i, at));
  (m.counts || []).forEach((at, i) => box('count ' + i, at));
  for (let line = 0; line < 2 * m.edges.length; ++line) {
    const l = m.lines.subarray(7 * line, 7 * line + 7), straight = l[4] === l[0] && l[5] === l[1];
    const along = (i, t) => straight ? l[i] + t * (l[i + 2] - l[i])
                                     : (1 - t) ** 2 * l[i] + 2 * t * (1 - t) * l[i + 4] + t * t * l[i + 2];
    for (let t = 0; t <= 1; t += 1 / 16) box('line ' + line, [along(0, t), along(1, t), l[6] / 2, l[6] / 2]);
  }
  for (let x = 0; x < across; ++x)
    for (let y = 0; y < down; y += x === 0 || x === across - 1 ? 1 : down - 1)
      if (data[4 * (x + across * y) + 3] > 0) found.push('border at ' + x + ', ' + y);
  boxes.forEach(([x, y, w, h], i) => boxes.slice(0, h > 6 ? i : 0).forEach(([ox, oy, ow, oh], o) => {
    if (Math.abs(x - ox) < w + ow - 1 && Math.abs(y - oy) < h + oh - 1) found.push(nodes[i] + ' on ' + nodes[o]);
  }));
  return Array.from(new Set(found));
})()`;
/// Names that two directions of links have, or two rows of the list of the busiest links.
const kSameNames = `(() => {
  const {record} = ${kMachine}, shown = Array.from(document.querySelectorAll('#details tbody th'), (th) => th.textContent);
  const all = record.graph.links.flatMap((unused, i) => [record.direction_name(i, false), record.direction_name(i, true)]);
  return [all, shown].flatMap((names) => names.filter((name, i) => names.indexOf(name) !== i));
})()`;
/// All that a canvas shows, as a text that differs where pictures do.
const picture_of = (canvas) => `${canvas}.toDataURL()`;
/// Controls without a name for who cannot see them.
const kNameless =
    `Array.from(document.querySelectorAll('button, input, canvas[tabindex], a')).filter((e) => e.checkVisibility()).filter(
    (e) => !(e.textContent.trim() || e.getAttribute('aria-label') || (e.labels && e.labels.length > 0))).map((e) => e.outerHTML.slice(0, 80))`;

async function drawn(browser) {
  await until(browser, `window.gf && gf.machines && ${kMachine}.draw_ms > 0`, 'the machine is drawn');
}

async function open(browser, url, look) {
  await browser.look(look);
  await browser.open(url);
  await drawn(browser);
}

// --- What holds for every page.

/// Light on a desktop and dark on a phone, and where `all` also the other way round.
async function fits(browser, url, name, all) {
  for (const look of [kDesktop, kPhone])
    for (const scheme of ['light', 'dark']) {
      if (!all && (look === kDesktop) !== (scheme === 'light')) continue;
      const where = `${name} at ${look.width} px, ${scheme}`;
      await open(browser, url, Object.assign({scheme}, look));
      expect(
          await browser.value(kSideways) === look.width, `no sideways scroll: ${where}`,
          await browser.value(kSideways));
      const smallest = await browser.value(smallest_text('noscript'));
      expect(smallest >= 11, `no text below 11 px: ${where}`, smallest);
      expect(await browser.value(kColours) > 3, `the machine has colours: ${where}`, await browser.value(kColours));
      const misplaced = await browser.value(kMisplaced);
      expect(misplaced.length === 0, `all of the machine is within its canvas: ${where}`, misplaced.slice(0, 8));
      if (process.env.GF_PICTURES)
        await browser.picture(path.join(process.env.GF_PICTURES, `${name}-${look.width}-${scheme}.png`));
    }
  const same = await browser.value(kSameNames);
  expect(same.length === 0, `directions of links have names of their own: ${name}`, same.slice(0, 8));
  const nameless = await browser.value(kNameless);
  expect(nameless.length === 0, `every control has a name: ${name}`, nameless);
}

/// At the time at which most loads have other colours the picture is another one; keys move the time.
async function time_moves(browser, url, name) {
  await open(browser, url, kDesktop);
  expect(await browser.value('gf.state.at') === null, `${name} begins with the whole run`);
  const whole = await browser.value(picture_of(kMachine + '.canvas'));
  const most = await browser.value(`(() => {
    const {record} = ${kMachine}, {level} = gf.scale(), tracks = Array.from(record.track_ends.keys());
    const moved = (k) => tracks.filter((i) => level(record.value(i, 'busy', [k, k + 1])) !== level(record.value(i, 'busy', [0, record.steps]))).length;
    let found = -1, most = 0;
    for (let k = 0; k < record.steps; ++k) if (moved(k) > most) { most = moved(k); found = k; }
    return found;
  })()`);
  if (most >= 0) {
    await browser.value(`(() => { const range = document.getElementById('time-range'); range.value = ${
        most}; range.dispatchEvent(new Event('input')); })()`);
    await until(
        browser, `gf.state.at !== null && ${picture_of(kMachine + '.canvas')} !== ${JSON.stringify(whole)}`,
        `the slider moves colours: ${name}`);
  }
  await key(browser, 'w', 'w');
  await until(browser, 'gf.state.at === null', `w shows the whole run: ${name}`);
  const steps = await browser.value(`${kMachine}.record.steps`);
  if (steps < 2) return;
  await key(browser, 'ArrowRight');
  const first = await browser.value('gf.state.at');
  await key(browser, 'ArrowRight');
  expect(
      first === await browser.value('gf.begin()') && await browser.value('gf.state.at') > first,
      `arrows move the time: ${name}`, first);
  await key(browser, ' ', ' ');
  const before = await browser.value('gf.state.at');
  await until(browser, `gf.state.at !== ${before}`, `space plays: ${name}`);
  await browser.value('gf.stop_playing()');
}

/// Every layout has each node in a place of its own.
async function places(browser, name) {
  const same = await browser.value(`(() => {
    const {layout, graph} = ${kMachine}, seen = new Map(), same = [];
    graph.nodes.forEach((node, i) => {
      const at = layout.x[i].toFixed(2) + ',' + layout.y[i].toFixed(2);
      if (seen.has(at)) same.push(seen.get(at) + ' and ' + node.name); else seen.set(at, node.name);
    });
    return same.concat(Array.from(layout.x).concat(Array.from(layout.y)).some(Number.isNaN) ? ['no number'] : []);
  })()`);
  expect(same.length === 0, `nodes are apart: ${name}`, same.slice(0, 5));
}

/// The routers of a level are in a row, higher levels above lower ones, and what hangs on them is below.
async function levels(browser, url) {
  await open(browser, url, kDesktop);
  const rows = await browser.value(`(() => {
    const {layout, graph} = ${kMachine}, ys = new Map();
    graph.nodes.forEach((node, i) => {
      const level = node.kind === 'router' ? node.place[1] : -1;
      ys.set(level, (ys.get(level) || []).concat([layout.y[i]]));
    });
    return [-1, 0, 1, 2].map((level) => [Math.min(...ys.get(level)), Math.max(...ys.get(level))]);
  })()`);
  expect(rows.slice(1).every(([low, high]) => low === high), 'a level is a row', rows);
  expect(rows.slice(1).every(([, high], i) => high < rows[i][0]), 'levels stand one above the other', rows);
}

async function every_page(browser, url, name, all = true) {
  await fits(browser, url, name, all);
  await time_moves(browser, url, name);
  await places(browser, name);
  await open(browser, url, Object.assign({media: 'print'}, kDesktop));
  expect(await browser.value(`${kMachine}.canvas.checkVisibility()`), `print shows the machine: ${name}`);
  expect(
      await browser.value(`Array.from(document.querySelectorAll('tr.row')).every((row) => row.checkVisibility())`),
      `print shows whole tables: ${name}`);
}

// --- What holds for the pages that the test made.

/// The middle of a link's direction, or of a node, in px of the window.
const link_at = (i, back) => `(() => {
  const m = ${kMachine}, l = m.lines.subarray(14 * ${i} + ${back ? 7 : 0}), box = m.canvas.getBoundingClientRect();
  return [box.left + l[0] * 0.35 + l[2] * 0.65, box.top + l[1] * 0.35 + l[3] * 0.65];
})()`;
const node_at = (i) => `(() => {
  const m = ${kMachine}, box = m.canvas.getBoundingClientRect();
  return [box.left + m.view.to_x(m.layout.x[${i}]), box.top + m.view.to_y(m.layout.y[${i}])];
})()`;
const colour_at = (point) => `(() => {
  const [x, y] = ${point}, {data, width} = ${kPixels}, box = ${kMachine}.canvas.getBoundingClientRect();
  const at = 4 * (Math.floor(x - box.left) + width * Math.floor(y - box.top));
  return 'rgb(' + Array.from(data.slice(at, at + 3)).join(',') + ')';
})()`;

const kTip = 'document.getElementById("tip")';
const kDetails = 'document.getElementById("details").textContent';

async function colours_are_values(browser, url) {
  await open(browser, url, kDesktop);
  const scale = await browser.value('gf.scale().colours');
  for (const [step, back, level] of [[3, false, 31], [3, true, 0], [30, false, 0], [30, true, 31]]) {
    await browser.value(`gf.show_step(${step})`);
    await until(
        browser, `${colour_at(link_at(0, back))} === ${JSON.stringify(scale[level])}`,
        `step ${step} has the colour of its load, back ${back}`);
  }
  await key(browser, 'c', 'c');
  await browser.value('gf.show_step(3)');
  expect(await browser.value('gf.state.colour') === 'no_credit', 'c changes the colours');
  await until(
      browser, `${colour_at(link_at(0, false))} === gf.scale().colours[31]`,
      'a wait of 0.5 has the colour of the highest');
  expect(
      (await browser.value('document.getElementById("legend").textContent')).includes('50'),
      'the legend has its values');
}

async function wait(browser, url) {
  await open(browser, url, kDesktop);
  const note = 'document.querySelector("#notes .note")';
  expect((await browser.value(note + '.textContent')).includes('copy 0->1, packet 2 waits in plx_0.in_0.'), 'a note has the wait of --vcd auto');
  await browser.value(note + '.querySelector("button").click()');
  expect((await browser.value('gf.state.window')).join() === '0.000003,0.000005', 'its button shows the time of the wait');
}

async function pointer(browser, url) {
  await open(browser, url, kDesktop);
  await browser.value('gf.show_step(3)');
  const [x, y] = await browser.value(link_at(0, false));
  await mouse(browser, 'mouseMoved', x, y);
  await until(browser, `!${kTip}.hidden`, 'a link has a tip');
  const tip = await browser.value(kTip + '.textContent');
  for (const words of ['rc \u2192 plx_0', 'plx_0 \u2192 rc', '10\u202fGB/s', '100\u202f%', 'no credit', 'link busy'])
    expect(tip.includes(words), `the tip has ${words}`, tip);
  await click(browser, x, y);
  await until(browser, `${kDetails}.includes('Look closer')`, 'a click shows the link beside the machine');
  await browser.value('document.querySelector("#details .command-head button").click()');
  await until(browser, 'document.querySelector("#details .command-head button").textContent === "Copied"', 'a command can be copied');
  const command = await browser.value('gf.command_lines(gf.state.selected)');
  expect(
      command[0] ===
          'gpufabric run tree -p \'a=1 s\' --vcd \'rc.out_0.*,plx_0.in_0.*\' --vcd-from \'3 us\' --vcd-to \'4 us\' --outdir here_waves',
      'the command has the window', command);
  expect(command[1] === 'gtkwave here_waves/waves.gtkw', 'and then gtkwave', command);
  await browser.value('gf.records[0].run.waves = "waves.gtkw"');
  expect(
      (await browser.value('gf.command_lines(gf.state.selected)')).join() === 'gtkwave here/waves.gtkw',
      'a run with a waveform needs no other');
  const rows = 'gf.gantts[0].lines.map((line) => line.title)';
  expect(
      JSON.stringify(await browser.value(rows)) ===
          JSON.stringify(['gpu_1 \u00b7 copy engine', 'gpu_3 \u00b7 copy engine']),
      'the timeline has the copies that pass the link', await browser.value(rows));
  await until(
      browser, `document.getElementById('charts').textContent.includes('rc \u2192 plx_0')`,
      'curves are those of the link');
  await key(browser, 'Escape');
  await until(
      browser, 'gf.state.selected === null && gf.gantts[0].lines.length === 4', 'Escape shows everything again');

  const [nx, ny] = await browser.value(node_at(3));
  await click(browser, nx, ny);
  await until(browser, `${kDetails}.includes('gpu_0 \u2192 plx_0')`, 'a node shows its links');
  await until(
      browser, `document.getElementById('charts').textContent.includes('gpu_0.memory.reads')`, 'and its curves');
  await key(browser, 'Escape');
}

async function zoom(browser, url) {
  await open(browser, url, kDesktop);
  const scale = await browser.value(kMachine + '.view.scale');
  await browser.value(`${kMachine}.canvas.focus()`);
  await key(browser, '+', '+');
  expect(await browser.value(kMachine + '.view.scale') > scale * 1.2, 'plus zooms the machine');
  const x = await browser.value(kMachine + '.view.x');
  await key(browser, 'ArrowRight');
  expect(await browser.value(kMachine + '.view.x') !== x, 'an arrow moves it');
  await key(browser, '0', '0');
  expect(Math.abs(await browser.value(kMachine + '.view.scale') - scale) < 1e-6, '0 fits it');
  await key(browser, 'n', 'n');
  expect(
      await browser.value('gf.state.selected.kind + gf.state.selected.index') === 'link0', 'n chooses the next link');
  await key(browser, 'N', 'N');
  expect(
      await browser.value('gf.state.selected.kind + gf.state.selected.index') === 'node0', 'N chooses the next node');
  await browser.look(kPhone);
  await browser.open(url);
  await drawn(browser);
  await browser.value(`${kMachine}.canvas.scrollIntoView({block: 'center', behavior: 'instant'})`);
  const box = await browser.value(`(() => { const b = ${
      kMachine}.canvas.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]; })()`);
  const before = await browser.value(kMachine + '.view.scale');
  await pinch(browser, ...box, 30, 90);
  await until(browser, `${kMachine}.view.scale > ${before} * 1.5`, 'two fingers zoom the machine');
}

async function timeline(browser, url) {
  await open(browser, url, kDesktop);
  await browser.value('document.getElementById("timeline").scrollIntoView({block: "center", behavior: "instant"})');
  const box = await browser.value(
      `(() => { const b = gf.gantts[0].canvas.getBoundingClientRect(); return [b.left, b.top, b.width]; })()`);
  const left = box[0] + await browser.value('gf.gantts[0].gutter'), width = box[0] + box[2] - left,
        row = box[1] + 24 + 11;
  await mouse(browser, 'mouseMoved', left + width * 0.2, row);
  await until(
      browser,
      `!${kTip}.hidden && ${kTip}.textContent.includes('copy to GPU 1') && ${
          kTip}.textContent.includes('1.049\u202fMB')`,
      'a task has a tip');
  await click(browser, left + width * 0.2, row);
  await until(browser, `${kDetails}.includes('gpu_0 \u2192 plx_0')`, 'a copy shows its way');
  expect(await browser.value(`gf.links_concerned(gf.records[0]).size`) === 2, 'and marks it in the machine');
  expect(
      (await browser.value('gf.command_lines(gf.state.selected)[0]')).includes('--vcd-from \'0 s\' --vcd-to \'20 us\''),
      'the command has its time');
  await key(browser, 'Escape');
  await drag(browser, left + width * 0.25, left + width * 0.5, row);
  const window_now = await browser.value('gf.state.window.map((time) => time * 1e6)');
  expect(
      Math.abs(window_now[0] - 9.875) < 0.3 && Math.abs(window_now[1] - 19.75) < 0.3, 'dragging zooms into the time',
      window_now);
  expect(
      await browser.value('document.getElementById("time-range").min') === '9', 'the slider has the window',
      await browser.value('document.getElementById("time-range").min'));
  expect(
      (await browser.value('document.getElementById("moment").textContent')).startsWith('mean of'),
      'the mean is that of the window');
  await key(browser, 'Escape');
  expect(await browser.value('gf.is_whole_window()'), 'Escape shows the whole time');
}

async function texts(browser, url) {
  await open(browser, url, kDesktop);
  expect(await browser.value(`document.querySelectorAll('#charts canvas').length`) > 0, 'there are charts');
  await browser.value(
      `(() => { const box = document.getElementById('curve-search'); box.value = 'gpu_2 reads'; box.dispatchEvent(new Event('input')); })()`);
  expect(
      await browser.value('document.querySelectorAll("#curve-list button").length') === 1,
      'a search finds a statistic by its words');
  await browser.value('document.querySelector("#curve-list button").click()');
  await until(
      browser, 'document.querySelectorAll("#charts .chart").length === 2', 'which has a chart of its unit then');
  const shown =
      `Array.from(document.querySelectorAll('#parameters tr.row')).map((row) => row.querySelector('code').textContent)`;
  expect((await browser.value(shown))[0] === 'part_7.latency', 'changed parameters come first');
  await browser.value(
      `(() => { const box = document.getElementById('parameter-search'); box.value = 'part_22'; box.dispatchEvent(new Event('input')); })()`);
  await until(browser, `${shown}.length === 11`, 'parameters are found by their words');
  await browser.value(`document.getElementById('only-assumed').click()`);
  await until(browser, `${shown}.length === 5`, 'and by their source');
  expect(
      (await browser.value(`document.getElementById('results').textContent`)).includes('[TEST], Table I'),
      'published numbers are there');
  await browser.value('document.activeElement.blur()');
  await key(browser, '?', '?');
  expect(await browser.value('document.getElementById("help").open'), '? shows the keys');
  await key(browser, 'Escape');
  await browser.value('document.getElementById("help").close()');
  const light = await browser.value('gf.colour("page")');
  await browser.value('document.getElementById("theme").click(); document.getElementById("theme").click()');
  expect(await browser.value('gf.colour("page")') !== light, 'the theme can be dark', light);
}

async function decoding(browser, url) {
  await open(browser, url, kDesktop);
  const value = (text, steps) => browser.value(`(() => { try { return Array.from(gf.decode(${JSON.stringify(text)}, ${
      steps})); } catch (error) { return error.message; } })()`);
  expect(
      JSON.stringify(await value('AAAB~AD__', 6)) === '[0,1,1,1,1,4095]', 'a series is decoded',
      await value('AAAB~AD__', 6));
  expect(
      await value('AA~AB', 3) === 'a series of 2 values for 3 steps', 'a short one is refused',
      await value('AA~AB', 3));
  expect(await value('~AB', 1) === 'not a series: "~AB" at character 0', 'nothing cannot repeat', await value('~AB', 1));
  expect(String(await value('A!', 1)).startsWith('not a series'), 'other characters are refused');
}

/// A router has signals only where it is watched; all nodes and links have some.
async function signals(browser, url) {
  await open(browser, url, kDesktop);
  const commands = await browser.value(`(() => {
    const record = gf.records[0], of = (kind) => (unused, index) => gf.command_lines({record, kind, index})[0];
    return {link: of('link')(null, 18), nodes: record.graph.nodes.map(of('node')), links: record.graph.links.map(of('link'))};
  })()`);
  expect(
      commands.link.includes(' -p watch=1,3 --vcd \'router_1.*,router_3.*\''), 'routers at a link are watched',
      commands.link);
  expect(
      commands.nodes.concat(commands.links).every((command) => / -p watch=[0-9,]+ --vcd 'router_/.test(command)),
      'terminals have the signals of their router', commands.nodes[17]);
}

async function folding(browser, url) {
  await open(browser, url, kDesktop);
  const edges = await browser.value(kMachine + '.edges.length');
  await browser.value(`${kMachine}.toggle(0)`);
  await until(browser, `${kMachine}.edges.length < ${edges}`, 'a group folds');
  const merged = await browser.value(`${kMachine}.edges.filter((edge) => edge.a >= 30 || edge.b >= 30).length`);
  expect(merged === 4, 'links between two groups are one then', merged);
  await browser.value(`gf.show_step(3)`);
  await until(
      browser, `Math.max(...Array.from(${kMachine}.values || []).filter((value) => value >= 0)) === 1`,
      'with the highest load');
  await browser.value(`${kMachine}.toggle(0)`);
  await until(browser, `${kMachine}.edges.length === ${edges}`, 'and opens');
}

/// Links of a kind between two nodes are one line, with their count and the highest or mean load of them.
async function bundles(browser, url) {
  await open(browser, url, kDesktop);
  const seen = await browser.value(
      `({edges: ${kMachine}.edges.map((edge) => edge.links.length), counts: ${kMachine}.counts.length})`);
  expect(seen.edges.join() === '1,1,1,1,3,3,3,3,2', 'NVLinks between two nodes are one line', seen);
  expect(seen.counts === 5, 'with their count', seen.counts);
  const below = await browser.value(`(() => {
    const {layout} = ${kMachine}, low = Math.max(...layout.y.slice(0, 5));
    return Array.from(layout.y.slice(5)).every((y) => y > low);
  })()`);
  expect(below, 'what joins GPUs is below them');
  // The first and the last of three are busy in one half of the run, the middle one in the other.
  await browser.value('gf.show_step(3)');
  for (const [merge, there] of [['mean', 2 / 3], ['max', 1]]) {
    await browser.value(`gf.set({merge: '${merge}'})`);
    await until(
        browser, `${kMachine}.values && Math.abs(${kMachine}.values[8] - ${there}) < 0.01`,
        `a line has the ${merge} of its links`);
  }
  await click(browser, ...await browser.value(link_at(4, false)));
  await until(browser, `${kDetails}.includes('gpu_0 \u2194 nvswitch_0, 3 links')`, 'a click shows all links of a line');
  expect(await browser.value('gf.links_concerned(gf.records[0]).size') === 3, 'and marks them');
  const shown = await browser.value(kDetails);
  for (const name of ['gpu_0 \u2192 nvswitch_0 #1', 'nvswitch_0 \u2192 gpu_0 #2', 'gpu_0 \u2192 nvswitch_0 #3'])
    expect(shown.includes(name), `the panel has ${name}`, shown);
  await browser.value(
      `Array.from(document.querySelectorAll('#details button')).find((b) => b.textContent.includes('#2')).click()`);
  await until(browser, `${kDetails}.startsWith('nvswitch_0 \u2194 gpu_0 #2')`, 'each of them can be chosen');
}

async function two_records(browser, url) {
  await open(browser, url, kDesktop);
  expect(
      await browser.value('document.title') === 'tree (A) and tree (B) \u2013 GPUFabric run', 'the title has both',
      await browser.value('document.title'));
  expect(
      await browser.value('gf.machines.length') === 2 &&
          await browser.value('gf.machines[0].box.offsetTop === gf.machines[1].box.offsetTop'),
      'machines are side by side');
  expect(
      await browser.value('gf.end()') === fixture.kEnd * 2, 'the time is that of the longer run',
      await browser.value('gf.end()'));
  await browser.value(`gf.show_step(${fixture.kSteps + 10})`);
  expect(await browser.value('gf.records[0].value(0, "busy")') === 0, 'the shorter one has ended');
  await browser.value('gf.show_step(3)');
  await browser.value('document.querySelector("#compare input[value=true]").click()');
  await until(
      browser, 'gf.machines[1].values && Math.abs(gf.machines[1].values[0] + 0.5) < 0.01', 'the difference is B - A');
  expect(await browser.value('gf.machines[0].box.checkVisibility()') === false, 'and one machine shows it');
  const row = await browser.value(`document.querySelector('#results tr.row').textContent`);
  expect(
      row.includes('39.5\u202fus') && row.includes('79\u202fus') && row.endsWith('2'), 'results have their ratio', row);
  expect(
      await browser.value(`document.querySelector('#parameters tr.row code').textContent`) === 'part_3.latency',
      'parameters that differ come first');
  await browser.look(kPhone);
  await until(
      browser, 'gf.machines[0].box.offsetTop <= gf.machines[1].box.offsetTop', 'on a phone they are below each other');
}

/// A run twice as long with half the load.
function slower() {
  const other = fixture.tree();
  other.time = {begin: 0, step: 2 * fixture.kStep, steps: fixture.kSteps, end: 2 * fixture.kEnd};
  other.results[0].value *= 2;
  other.parameters[3].value = '6 ns';
  other.tracks.forEach((track) => { track.busy.max *= 0.5; });
  return other;
}

/// A run that took no time, of a machine of nothing.
async function nothing(browser, make) {
  const empty = Object.assign(
      fixture.record('empty', [], []), {results: [], published: [], parameters: [], curves: [], notes: []});
  empty.time = {begin: 0, step: 1e-6, steps: 1, end: 0};
  const url = make('empty', [empty]);
  await open(browser, url, kDesktop);
  await key(browser, 'ArrowRight');
  for (const words of ['recorded no link', 'recorded no tasks', 'has no results'])
    expect(
        (await browser.value('document.body.textContent')).includes(words), `an empty page says that the run ${words}`);
  empty.version = 2;
  await browser.open(make('newer', [empty]));
  expect(
      (await browser.value('document.getElementById("notes").textContent')).includes('version 2'),
      'a newer record is refused');
}

/// A record that begins at 10 us, of flits, which have no bytes.
async function later(browser, make) {
  const late = fixture.ring();
  late.time = {begin: 10e-6, step: fixture.kStep, steps: fixture.kSteps, end: 10e-6 + fixture.kEnd};
  late.tracks.forEach((track) => { delete track.bytes; });
  const url = make('late', [late]);
  await time_moves(browser, url, 'late');
  await browser.value('gf.show_step(3)');
  expect(
      await browser.value('gf.moment()') === '13\u202fus \u2026 14\u202fus', 'times count from zero',
      await browser.value('gf.moment()'));
  expect(await browser.value('gf.records[0].value(0, "busy")') === 1, 'steps from the beginning of the record');
  await browser.value('gf.set_window(0, 20e-6)');
  expect(
      JSON.stringify(await browser.value('gf.records[0].steps_at(null, gf.state.window)')) === '[0,20]',
      'a window begins with the record', await browser.value('gf.records[0].steps_at(null, gf.state.window)'));
  await browser.value('gf.select(gf.records[0], "link", 0)');
  await until(
      browser, `${kDetails}.includes('load') && !${kDetails}.includes('B/s\u202f')`,
      'a link without bytes has its load');
}

/// Four cards in a ring: from GPU 1 to GPU 2 there are two ways.
async function ways_that_are_not_unique(browser, url) {
  await open(browser, url, kDesktop);
  const names = (task) => browser.value(`gf.possible_ways(gf.records[0], ${task}).map((step) =>
      gf.records[0].direction_name(step.link, step.back)).sort()`);
  const inside = (from, to) => [`node_${from}.gpu \u2192 node_${from}.root`, `node_${from}.root \u2192 node_${from}.card`,
                                `node_${to}.card \u2192 node_${to}.root`, `node_${to}.root \u2192 node_${to}.gpu`];
  const torus = (from, to) => `node_${from}.card \u2192 node_${to}.card`;
  const wanted = inside(1, 2).concat([torus(1, 0), torus(0, 2), torus(1, 3), torus(3, 2)]);
  const order = (way) => Array.from(way).sort((a, b) => a < b ? -1 : 1).join('; ');
  const two = await names(1), one = await names(0);
  expect(order(two) === order(wanted), 'both shortest ways', two);
  // Its copy lasts for the first half of the run, in which the senders towards roots are idle.
  expect(order(one) === order([torus(0, 1), inside(0, 1)[1], inside(0, 1)[3]]), 'only what sent meanwhile', one);
  await browser.value('gf.select(gf.records[0], "task", 1)');
  await until(browser, `${kDetails}.includes('possible path')`, 'the panel says which links');
  expect(await browser.value('gf.links_possible(gf.records[0]).size') === 8 &&
             await browser.value('gf.links_concerned(gf.records[0]).size') === 0, 'they are marked as possible');
  const tasks = await browser.value(`(() => {
    const record = gf.records[0], link = record.graph.links.findIndex((one) => one.kind === 'torus');
    gf.select(record, 'link', link);  // of the cards of nodes 0 and 1
    return Array.from(gf.tasks_concerned(record)).sort().join();
  })()`);
  // 0 -> 1; 1 -> 2 and 3 -> 0 by one of their ways, 2 -> 3 never.
  expect(tasks === '0,1,3', 'a click on a link finds what may have taken it', tasks);
}

/// A ring of GPUs with the channels of a collective: 0 and 2 go the same way, 1 the other one.
function with_channels() {
  const made = fixture.ring(), ring = [0, 1, 2, 3];
  [0, 1, 2].forEach((channel) => ring.forEach((gpu) => {
    made.tasks.rows.push([`channel ${channel}`, `${gpu}->${(gpu + (channel === 1 ? 3 : 1)) % 4}`]);
    made.tasks.items.push([made.tasks.rows.length - 1, 'slice', 1e-6, 2e-6, {bytes: 64}]);
  }));
  return made;
}

/// Channels are curves over the machine, one of each colour for all that go the same way.
async function channels(browser, url) {
  const chosen = 'document.getElementById("channel")';
  // Pixels in the colour of a path, and the same without channels: GPUs have one of the colours.
  const drawn = (colour) => `(() => {
    const hex = gf.colour('${colour}'), wanted = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
    const {data} = ${kPixels};
    let count = 0;
    for (let i = 0; i < data.length; i += 4) count += wanted.every((value, k) => Math.abs(data[i + k] - value) < 3);
    return count;
  })()`;
  for (const look of [kDesktop, kPhone]) {
    const where = `at ${look.width} px`;
    await open(browser, url, look);
    const options = await browser.value(`Array.from(${chosen}.options, (option) => option.text).join()`);
    expect(options === 'none,all,channels 0 and 2,channel 1', `channels that go the same way are one choice ${where}`, options);
    expect(await browser.value(`${chosen}.value`) === 'all', `few are all shown ${where}`);
    const choose = async (value) => {
      await browser.value(`${chosen}.value = '${value}'; ${chosen}.dispatchEvent(new Event('change'))`);
      await frames();
      await frames();
      return [await browser.value(drawn('c1')), await browser.value(drawn('c2'))];
    };
    const none = await choose('none'), first = await choose('0'), second = await choose('1'), all = await choose('all');
    expect(none[0] === 0 && first[0] > 200 && first[1] <= none[1], `a choice draws its path ${where}`, {none, first});
    expect(second[0] === 0 && second[1] > none[1] + 200, `and no other ${where}`, {none, second});
    expect(all[0] > 200 && all[1] > none[1] + 200, `or all paths ${where}`, all);
  }
}

async function own_pages(browser, directory) {
  const make = (name, records) => {
    const file = path.join(directory, name + '.html');
    fs.writeFileSync(file, fixture.page(records));
    return 'file://' + file;
  };
  const tree = make('tree', [fixture.tree()]), dragonfly = make('dragonfly', [fixture.dragonfly()]),
        two = make('two', [fixture.tree(), slower()]);
  const pages = {
    tree,
    dragonfly,
    two,
    ring: make('ring', [fixture.ring()]),
    torus: make('torus', [fixture.torus()]),
    fat_tree: make('fat_tree', [fixture.fat_tree()]),
    cluster: make('cluster', [fixture.cluster()]),
    bundles: make('bundles', [fixture.bundles()]),
    channels: make('channels', [with_channels()]),
    single: make('single', [fixture.cluster(1)])
  };
  for (const [name, url] of Object.entries(pages)) await every_page(browser, url, name, name === 'tree');
  for (const test of [decoding, colours_are_values, wait, pointer, zoom, timeline]) await test(browser, tree);
  await texts(browser, tree);
  await nothing(browser, make);
  await later(browser, make);
  await signals(browser, dragonfly);
  await folding(browser, dragonfly);
  await bundles(browser, pages.bundles);
  await channels(browser, pages.channels);
  await ways_that_are_not_unique(browser, pages.cluster);
  await two_records(browser, two);
  await levels(browser, pages.fat_tree);
}

async function main(chromium, files) {
  const browser = await Browser.start(chromium), directory = fs.mkdtempSync(path.join(os.tmpdir(), 'gpufabric-pages-'));
  try {
    const trouble = watch(browser);
    if (files.length === 0) await own_pages(browser, directory);
    for (const file of files.map((name) => path.resolve(name)))
      await every_page(browser, 'file://' + file, path.basename(path.dirname(file)));
    await frames();
    expect(trouble.length === 0, 'no errors, no console output, no requests', trouble);
  } finally {
    await browser.stop();
    fs.rmSync(directory, {recursive: true, force: true});
  }
  finish();
}

main(process.argv[2], process.argv.slice(3)).catch((error) => {
  console.log(error);
  process.exitCode = 1;
});
