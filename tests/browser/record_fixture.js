// SPDX-License-Identifier: Apache-2.0
// Small records of runs that a test knows all about, and pages of them as the program makes them
// (sc_main/page/web/README.md has the format).
'use strict';
const fs = require('fs');
const path = require('path');

const kSource = path.join(__dirname, '../..'), kWeb = path.join(kSource, 'sc_main/page/web');
const kLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const kSteps = 40, kStep = 1e-6, kEnd = 39.5e-6;

/// A series of one value a step; what repeats is written once.
function series(values) {
  const max = Math.max(...values), pair = (n) => kLetters[n >> 6] + kLetters[n & 63];
  const numbers = values.map((value) => max > 0 ? Math.round(value / max * 4095) : 0);
  let v = '';
  for (let i = 0; i < numbers.length;) {
    let same = 1;
    while (numbers[i + same] === numbers[i]) ++same;
    v += pair(numbers[i]) + (same > 1 ? '~' + pair(same - 1) : '');
    i += same;
  }
  return {max, v};
}

const steps = (value) => series(Array.from({length: kSteps}, (unused, k) => value(k)));

/// Busy in the first half of the run and idle in the second, or the other way round; waits for
/// credit in a quarter of it.
function track(at, early) {
  const busy = (k) => (k < kSteps / 2) === early ? 1 : 0, waits = (k) => k < kSteps / 4 ? 0.5 : 0;
  return {
    path: at.replace(/\.tx$/, ''),
    stats: at,
    busy: steps(busy),
    bytes: steps((k) => 10e9 * busy(k)),
    wait: {no_credit: steps(waits), link_busy: steps((k) => 1.5 * busy(k))},
    total: {busy: kEnd / 2, bytes: 10e9 * kEnd / 2, no_credit: kEnd / 8, link_busy: 0.75 * kEnd}
  };
}

const kUnwatched = {rate: 0, track: -1};  // of terminals

/// A record of a graph of nodes [name, kind, number, group, place] and links [from, to, kind, below].
function record(platform, nodes, links) {
  const tracks = [];
  const direction = (name, early) => {
    tracks.push(track(name + '.tx', early));
    return {rate: 10e9, track: tracks.length - 1};
  };
  const graph = {
    title: platform + ' of a test',
    nodes: nodes.map(([name, kind, number = null, group = '', place = []]) => ({name, kind, number, group, place})),
    links: links.map(([from, to, kind, below = false], i) => ({
                       kind,
                       from,
                       from_port: i,
                       to,
                       to_port: null,
                       lanes: 16,
                       below,
                       there: direction(`${nodes[from][0]}.out_${i}`, true),
                       back: kind === 'terminal' ? kUnwatched : direction(`${nodes[to][0]}.in_${i}`, false)
                     }))
  };
  const gpus = graph.nodes.filter((node) => node.kind === 'gpu');
  return {
    format: 'gpufabric record',
    version: 1,
    run: {
      platform,
      title: 'a machine of a test',
      command: `gpufabric run ${platform} -p 'a=1 s' --outdir here --vcd '*'`,
      directory: 'here',
      seed: 1,
      program: '0 (test)',
      source: '[TEST], Fig. 1',
      exit_code: 0,
      exit_reason: 'done',
      partial: false,
      simulated_s: kEnd,
      waves: '',
      wait: {text: 'copy 0->1, packet 2 waits in plx_0.in_0.', from_s: 3e-6, until_s: 5e-6}
    },
    results: [{name: 'time', value: kEnd, unit: 's'}, {name: 'copies', value: gpus.length, unit: 'count'}],
    published: [{
      id: 'test.time',
      quantity: 'time of the test',
      published: '40',
      unit: 'us',
      experiment: 'test',
      kind: 'emergent',
      deviation: 'TEST-1',
      source: '[TEST], Table I'
    }],
    parameters: Array.from({length: 230}, (unused, i) => ({
                                            path: `part_${i}.latency`,
                                            value: i === 7 ? '9 ns' : '5 ns',
                                            default: '5 ns',
                                            legal: 'any',
                                            origin: 'default',
                                            meaning: 'of </script> a part',
                                            source: i % 2 ? 'assumed' : '[TEST], I'
                                          })),
    graph,
    time: {begin: 0, step: kStep, steps: kSteps, end: kEnd},
    tracks,
    curves: gpus.flatMap((gpu) => [{
                           path: gpu.name + '.memory',
                           name: 'reads',
                           unit: 'count/s',
                           description: 'reads',
                           values: steps((k) => k * 1e6)
                         }]),
    tasks: {
      rows: gpus.map((gpu) => [gpu.name, 'copy engine']),
      joined_below: 1e-9,
      items: gpus.map((gpu, i) => [i, `copy to GPU ${(i + 1) % gpus.length}`, i * 1e-6, (i + 20) * 1e-6, {
                        destination: (i + 1) % gpus.length,
                        bytes: 1048576
                      }])
    },
    notes: []
  };
}

const range = (count) => Array.from({length: count}, (unused, i) => i);

/// A root complex, two switches, four GPUs.
function tree() {
  const nodes = [['rc', 'root_complex'], ['plx_0', 'switch'], ['plx_1', 'switch']].concat(
      range(4).map((i) => [`gpu_${i}`, 'gpu', i]));
  return record('tree', nodes, [
    [0, 1, 'pcie', true], [0, 2, 'pcie', true], [1, 3, 'pcie', true], [1, 4, 'pcie', true], [2, 5, 'pcie', true],
    [2, 6, 'pcie', true]
  ]);
}

/// Four GPUs below two switches, which two switches of NVLink join by three links each: two GPUs on each.
/// Two links join these switches. Links have numbers as the program gives them.
function bundles() {
  const nodes = [['rc', 'root_complex'], ...range(4).map((i) => [`gpu_${i}`, 'gpu', i]), ['nvswitch_0', 'switch'],
                 ['nvswitch_1', 'switch']];
  const nvlinks = range(4).flatMap((i) => {
    const gpu = 1 + i, nvswitch = 5 + (i >> 1);
    return [[gpu, nvswitch, 'nvlink'], [nvswitch, gpu, 'nvlink'], [gpu, nvswitch, 'nvlink']];
  });
  const between = range(2).map(() => [5, 6, 'nvlink']);
  const made = record('bundles', nodes, range(4).map((i) => [0, 1 + i, 'pcie', true]).concat(nvlinks, between));
  made.graph.links.slice(4).forEach((link, i) => { link.number = i < 12 ? i % 3 + 1 : i - 11; });
  return made;
}

/// GPUs that are all joined to each other, and one link from a GPU to itself.
function ring() {
  const links = range(4).flatMap((i) => range(i).map((j) => [j, i, 'nvlink']));
  return record('ring', range(4).map((i) => [`gpu_${i}`, 'gpu', i]), links.concat([[0, 0, 'loop']]));
}

/// A torus of 3 x 3 x 2 routers with a terminal each.
function torus() {
  const place = (i) => [i % 3, Math.floor(i / 3) % 3, Math.floor(i / 9)];
  const at = (x, y, z) => x % 3 + 3 * (y % 3) + 9 * (z % 2);
  const nodes = range(18)
                    .map((i) => [`router_${i}`, 'router', i, '', place(i)])
                    .concat(range(18).map((i) => [`node_${i}`, 'terminal', i, '', place(i)]));
  const links = range(18).flatMap((i) => {
    const [x, y, z] = place(i);
    return [[i, i + 18, 'terminal', true], [i, at(x + 1, y, z), 'local'], [i, at(x, y + 1, z), 'local']].concat(
        z === 0 ? [[i, i + 9, 'local']] : []);
  });
  return record('torus', nodes, links);
}

/// A 2-ary 3-tree: three levels of four routers, with nodes of a GPU and a card below the lowest, two each.
function fat_tree() {
  const nodes = range(12).map((i) => [`router_${i}`, 'router', i, '', [i % 4, Math.floor(i / 4)]])
                    .concat(range(8).flatMap((g) => ['gpu', 'card'].map((kind) => [`node_${g}.${kind}`, kind, g, `node_${g}`])));
  const up = (i) => range(2).map((u) => [i, i + 4 - (i & 1 << Math.floor(i / 4)) + (u << Math.floor(i / 4)), 'local']);
  const links = range(8).flatMap(up).concat(
      range(8).flatMap((g) => [[12 + 2 * g, 13 + 2 * g, 'pcie'], [Math.floor(g / 2), 13 + 2 * g, 'terminal']]));
  return record('fat_tree', nodes, links);
}

/// Groups of three routers, each joined to all others: a dragonfly of `groups` groups.
function dragonfly(groups = 5) {
  const nodes = range(groups * 3).map((i) => [`router_${i}`, 'router', i, `group_${Math.floor(i / 3)}`])
      .concat(range(groups * 3).map((i) => [`node_${i}`, 'terminal', i, `group_${Math.floor(i / 3)}`]));
  const links = range(groups * 3).map((i) => [i, i + groups * 3, 'terminal', true]);
  range(groups).forEach((g) => {
    links.push([3 * g, 3 * g + 1, 'local'], [3 * g, 3 * g + 2, 'local'], [3 * g + 1, 3 * g + 2, 'local']);
    for (let other = g + 1; other < groups; ++other) links.push([3 * g + other % 3, 3 * other + g % 3, 'global']);
  });
  return record('dragonfly', nodes, links);
}

/// Nodes in a lattice, 4 or 1, each a host, a card and a GPU below a root.
function cluster(count = 4) {
  const nodes = range(count).flatMap(
      (g) => ['root', 'host', 'card', 'gpu'].map(
          (kind) =>
              [`node_${g}.${kind}`, kind === 'root' ? 'root_complex' : kind, kind === 'gpu' ? g : null, `node_${g}`,
               [g % 2, Math.floor(g / 2), 0]]));
  const links = range(count).flatMap((g) => [1, 2, 3].map((k) => [4 * g, 4 * g + k, 'pcie', true]));
  (count === 4 ? [[0, 1], [2, 3], [0, 2], [1, 3]] : [
    [0, 0]
  ]).forEach(([a, b]) => links.push([4 * a + 2, 4 * b + 2, 'torus']));
  return record('cluster', nodes, links);
}

/// run.html of one or two records.
function page(records) {
  const read = (file) => fs.readFileSync(file, 'utf8'),
        scripts = fs.readdirSync(kWeb).filter((name) => name.endsWith('.js') && name !== 'start.js');
  const from_source = (name) => read(path.join(kSource, name)) + '\n';
  const parts = {
    '/*css*/': from_source('third_party/uplot/uPlot.min.css') + read(path.join(kWeb, 'page.css')),
    '<!--records-->': records
                          .map(
                              (one) => `<script type="application/json" class="record">${
                                  JSON.stringify(one).replace(/</g, '\\u003c')}</script>`)
                          .join('\n'),
    '/*scripts*/': from_source('third_party/uplot/uPlot.iife.min.js') + from_source('papers/report/web/chart.js') +
        scripts.concat(['start.js']).map((name) => read(path.join(kWeb, name))).join('\n')
  };
  return read(path.join(kWeb, 'page.html'))
      .replace(/\/\*css\*\/|<!--records-->|\/\*scripts\*\//g, (mark) => parts[mark]);
}

module.exports = {series, record, tree, bundles, ring, torus, fat_tree, dragonfly, cluster, page, kSteps, kStep, kEnd};
