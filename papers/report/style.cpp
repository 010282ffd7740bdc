// SPDX-License-Identifier: Apache-2.0
#include "papers/report/style.h"

namespace gf::papers::report {

// Series colours: Okabe and Ito's palette, told apart by colour-blind readers; lighter in the dark.
const char* const kStyle = R"css(
:root {
  color-scheme: light dark;
  --page: #f6f7f9; --card: #ffffff; --text: #1b2027; --muted: #5a6472; --rule: #dde1e7;
  --grid: #e7eaef; --axis: #7b8491; --accent: #0b5cad; --tint: #eef3f9;
  --pass: #1a6e3c; --pass-bg: #dff3e6; --fail: #a4201f; --fail-bg: #fbe3e1;
  --info: #40526b; --info-bg: #e4eaf2;
  --c0: #0072b2; --c1: #d55e00; --c2: #009e73; --c3: #b8568f; --c4: #b77900; --c5: #3d8fc4;
  --c6: #4a4f57;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --page: #12151a; --card: #1a1f26; --text: #e6e9ee; --muted: #9aa5b4; --rule: #2f3742;
    --grid: #272e38; --axis: #8a95a5; --accent: #74b3f2; --tint: #202833;
    --pass: #7fd6a2; --pass-bg: #16382a; --fail: #ff9a92; --fail-bg: #471f20;
    --info: #b3c3da; --info-bg: #27313f;
    --c0: #56b4e9; --c1: #f0803c; --c2: #2fc49a; --c3: #e095c2; --c4: #f0b429; --c5: #9db2ff;
    --c6: #c9ced6;
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
body { margin: 0; background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
main, header.top > div, footer > div { max-width: 1180px; margin: 0 auto; padding: 0 24px; }
header.top { background: var(--card); border-bottom: 1px solid var(--rule); padding: 26px 0 18px; }
h1 { font-size: 26px; line-height: 1.2; margin: 0 0 6px; letter-spacing: -0.01em; }
h2 { font-size: 20px; margin: 38px 0 12px; letter-spacing: -0.005em; }
h3 { font-size: 17px; margin: 0 0 4px; }
h4 { font-size: 14.5px; margin: 0 0 10px; }
p { margin: 0 0 10px; max-width: 80ch; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
code, .id { font-family: ui-monospace, "SF Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace;
  font-size: 0.88em; }
.muted { color: var(--muted); }
.facts { display: flex; flex-wrap: wrap; gap: 4px 22px; color: var(--muted); font-size: 14px;
  margin: 0; padding: 0; list-style: none; }
.facts b { color: var(--text); font-weight: 600; }
nav.toc { margin-top: 14px; display: flex; flex-wrap: wrap; gap: 4px 18px; font-size: 14px; }
.banner { border: 1px solid var(--fail); background: var(--fail-bg); color: var(--fail);
  border-radius: 8px; padding: 10px 14px; margin: 20px 0 0; font-weight: 600; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px;
  margin: 22px 0 0; }
.tile { background: var(--card); border: 1px solid var(--rule); border-left-width: 4px;
  border-radius: 8px; padding: 12px 16px; }
.tile b { display: block; font-size: 28px; line-height: 1.15; font-variant-numeric: tabular-nums; }
.tile span { color: var(--muted); font-size: 13.5px; }
.tile.pass { border-left-color: var(--pass); } .tile.fail { border-left-color: var(--fail); }
.tile.info { border-left-color: var(--info); } .tile.all { border-left-color: var(--accent); }
.filters { display: flex; flex-wrap: wrap; gap: 8px 18px; align-items: center; margin: 0 0 12px;
  font-size: 14px; }
.filters fieldset { border: 0; margin: 0; padding: 0; display: flex; gap: 6px; align-items: center;
  flex-wrap: wrap; }
.filters legend { float: left; padding: 0 4px 0 0; color: var(--muted); }
.filters label { border: 1px solid var(--rule); background: var(--card); border-radius: 999px;
  padding: 2px 11px; cursor: pointer; }
.filters label:has(input:not(:checked)) { opacity: 0.5; text-decoration: line-through; }
.filters label:focus-within { outline: 2px solid var(--accent); outline-offset: 1px; }
.filters label input { position: absolute; opacity: 0; width: 0; }
.filters input[type=search] { font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--rule); border-radius: 6px; padding: 3px 10px; width: 210px; }
.scroll { overflow-x: auto; background: var(--card); border: 1px solid var(--rule);
  border-radius: 8px; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
th, td { text-align: left; padding: 7px 12px; vertical-align: top; border-top: 1px solid var(--rule); }
thead th { border-top: 0; color: var(--muted); font-weight: 600; font-size: 12.5px;
  white-space: nowrap; background: var(--card); }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.text { white-space: normal; min-width: 110px; }
tr.group th { background: var(--tint); font-size: 13.5px; padding: 8px 12px; }
tr.group .muted { font-weight: 400; }
td:first-child { min-width: 230px; }
td .id { overflow-wrap: anywhere; color: var(--muted); font-size: 12px; display: block; }
td .why { display: block; color: var(--muted); font-size: 12.5px; max-width: 56ch; }
.failure { color: var(--fail); }
td .failure { display: block; color: var(--fail); font-size: 13px; max-width: 60ch;
  overflow-wrap: anywhere; }
.badge { display: inline-block; border-radius: 999px; padding: 0 9px; font-size: 12.5px;
  font-weight: 600; line-height: 20px; white-space: nowrap; }
.badge.pass { color: var(--pass); background: var(--pass-bg); }
.badge.fail { color: var(--fail); background: var(--fail-bg); }
.badge.info { color: var(--info); background: var(--info-bg); }
.kind { white-space: nowrap; }
svg.gauge { display: block; margin: 3px 0 0 auto; width: 74px; height: 9px; }
.gauge .rail { stroke: var(--rule); stroke-width: 1.5; }
.gauge .band { fill: var(--info-bg); stroke: var(--axis); stroke-width: 0.6; }
.gauge .zero { stroke: var(--axis); stroke-width: 1; }
.gauge .pass { fill: var(--pass); } .gauge .fail { fill: var(--fail); }
article { background: var(--card); border: 1px solid var(--rule); border-radius: 10px;
  padding: 20px 24px; margin: 0 0 18px; scroll-margin-top: 12px; }
article > header { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 2px 20px;
  margin-bottom: 8px; }
.notes { margin: 0 0 12px; padding-left: 20px; max-width: 84ch; }
.runs { font-size: 13.5px; margin: 14px 0 0; padding-left: 20px; }
figure { margin: 20px 0 0; padding: 16px 0 0; border-top: 1px solid var(--rule); break-inside: avoid; }
figure > svg:not(.defs) { max-width: 100%; height: auto; display: block; margin: 0 auto; }
figcaption { color: var(--muted); font-size: 13.5px; margin: 10px auto 0; max-width: 84ch;
  text-align: center; text-wrap: balance; }
.legend { list-style: none; margin: 8px 0 0; padding: 0; display: flex; flex-wrap: wrap;
  gap: 3px 22px; justify-content: center; font-size: 13.5px; }
.legend li { display: flex; align-items: center; gap: 7px; }
.legend svg { width: 30px; height: 14px; flex: none; }
.legend .role { color: var(--muted); }
.c0 { color: var(--c0); } .c1 { color: var(--c1); } .c2 { color: var(--c2); }
.c3 { color: var(--c3); } .c4 { color: var(--c4); } .c5 { color: var(--c5); }
.c6 { color: var(--c6); }
svg.defs { position: absolute; }
svg text { font-size: 12px; fill: var(--text); font-family: inherit; }
svg .tick { fill: var(--muted); font-variant-numeric: tabular-nums; }
svg .axis-title { font-size: 13px; font-weight: 600; }
svg .grid { stroke: var(--grid); stroke-width: 1; }
svg .axis { stroke: var(--axis); stroke-width: 1; }
svg .guide { stroke: var(--axis); stroke-width: 1; stroke-dasharray: 2 3; }
svg .guide-label { fill: var(--muted); paint-order: stroke; stroke: var(--card); stroke-width: 4px;
  stroke-linejoin: round; }
svg .line { fill: none; stroke: currentColor; stroke-width: 2; stroke-linejoin: round; }
svg .line.analytic { stroke-dasharray: 7 4; }
svg .line.published { stroke-dasharray: 1.5 4; stroke-linecap: round; stroke-width: 2.4; }
svg .marker { fill: currentColor; stroke: var(--card); stroke-width: 1; }
svg .marker.analytic, svg .marker.published { fill: var(--card); stroke: currentColor;
  stroke-width: 1.8; }
svg .bar { stroke: currentColor; stroke-width: 1; }
svg .bar.simulated { fill: currentColor; }
svg .bar.bin.simulated { stroke: var(--card); }
svg .bar.published { fill: var(--card); stroke-width: 1.8; }
svg .paper { fill: var(--card); }
svg .cell.empty { fill: var(--grid); }
svg .cell-text.on-light { fill: #16181c; } svg .cell-text.on-dark { fill: #ffffff; }
svg .panel { fill: var(--tint); stroke: var(--rule); rx: 8px; }
svg .panel-title { font-size: 13px; font-weight: 600; }
svg .node { fill: var(--card); stroke: var(--axis); stroke-width: 1.3; }
svg .node-label { font-size: 13.5px; font-weight: 600; }
svg .arrow { fill: none; stroke: var(--c0); stroke-width: 2; }
svg .arrow.marked { stroke: var(--c1); stroke-width: 2.6; }
svg .arrow.head { fill: var(--c0); stroke: none; }
svg .arrow.marked.head { fill: var(--c1); }
dl.meaning { display: grid; grid-template-columns: max-content 1fr; gap: 6px 18px; margin: 0; }
dl.meaning dt { font-weight: 600; } dl.meaning dd { margin: 0; max-width: 84ch; }
footer { color: var(--muted); font-size: 13px; padding: 26px 0 40px; }
@media (max-width: 640px) {
  main, header.top > div, footer > div { padding: 0 14px; }
  article { padding: 16px; }
  dl.meaning { grid-template-columns: 1fr; }
}
@media print {
  :root { color-scheme: light; --page: #ffffff; --tint: #f3f5f8; }
  body { font-size: 10.5pt; }
  .filters, nav.toc { display: none; }
  .scroll { overflow: visible; border: 0; }
  article { border: 0; padding: 0; break-inside: auto; }
  tr, .tile { break-inside: avoid; }
  a { color: inherit; }
  thead { display: table-header-group; }
  table { font-size: 8.5pt; }
  th, td { padding: 3px 5px; }
  td:first-child, td.text { min-width: 0; }
  td .id, td .why, td .failure, .badge { font-size: 7.5pt; line-height: 1.35; }
  tr.group th { font-size: 8.5pt; padding: 4px 5px; }
  svg.gauge { display: none; }
}
)css";

const char* const kScript = R"js(
(function () {
  var boxes = document.querySelectorAll('.filters input');
  var search = document.querySelector('.filters input[type=search]');
  var shown = document.getElementById('shown');
  function apply() {
    var on = {}, words = search.value.toLowerCase(), visible = 0;
    boxes.forEach(function (box) { if (box.checked) on[box.value] = true; });
    document.querySelectorAll('#numbers tbody').forEach(function (body) {
      var any = false;
      body.querySelectorAll('tr.row').forEach(function (row) {
        var keep = on[row.dataset.verdict] && on[row.dataset.kind] &&
            row.textContent.toLowerCase().indexOf(words) >= 0;
        row.hidden = !keep;
        if (keep) { any = true; visible += 1; }
      });
      body.hidden = !any;
    });
    shown.textContent = visible;
  }
  boxes.forEach(function (box) { box.addEventListener('input', apply); });
}());
)js";

}  // namespace gf::papers::report
