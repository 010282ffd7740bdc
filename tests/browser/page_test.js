// SPDX-License-Identifier: Apache-2.0
// Holds: papers/report/web/* papers/report/page.h
// report.html in a real browser: node page_test.js CHROMIUM REPORT.HTML [whole]. Prints a line a check
// that does not hold and exits 1 then. `whole` is for the page of the full set: it
// leaves out what the page of made-up figures shows of single charts.
'use strict';
const path = require('path');
const {Browser} = require('./browser.js');

const {kDesktop, kPhone, expect, watch, frames, until, kSideways, smallest_text, mouse, drag, key, pinch, finish} =
    require('./checks.js');

/// Each figure comes into view once, as for a reader who scrolls.
async function scroll_through(browser) {
  const figures = await browser.value('document.querySelectorAll("figure").length');
  for (let i = 0; i < figures; ++i) {
    await browser.value(`document.querySelectorAll("figure")[${i}].scrollIntoView({behavior: "instant"})`);
    await frames();
  }
}

const kSmallest = smallest_text('.thumbnails svg');
const kCharts = 'document.querySelectorAll("figure .chart-data").length';
/// Figures whose canvas lacks the colour of their first series in the theme in use.
const kBlank = `Array.from(document.querySelectorAll('figure.live')).filter((figure) => {
  const series = JSON.parse(figure.querySelector('.chart-data').textContent).series[0];
  const hex = getComputedStyle(document.documentElement).getPropertyValue('--' + series.colour).trim();
  const wanted = [1, 3, 5].map((i) => parseInt(hex.substr(i, 2), 16));
  const canvas = figure.querySelector('canvas'), copy = document.createElement('canvas');
  copy.width = canvas.width;
  copy.height = canvas.height;
  const ctx = copy.getContext('2d', {willReadFrequently: true});
  ctx.drawImage(canvas, 0, 0);
  const data = ctx.getImageData(0, 0, copy.width, copy.height).data;
  let drawn = 0;
  for (let i = 0; i < data.length; i += 4)
    drawn += wanted.every((value, k) => Math.abs(data[i + k] - value) < 3) && data[i + 3] > 250 ? 1 : 0;
  return drawn < 15;
}).map((figure) => figure.id).join(' ')`;

/// All charts react. Brings the first one that does not yet into view again: where the machine is
/// busy, scroll_through() may have left it before a frame was drawn.
const kAllReact = `(() => {
  const waits = Array.from(document.querySelectorAll('figure')).find((figure) =>
    figure.querySelector('.chart-data') && !figure.classList.contains('live'));
  if (waits) waits.scrollIntoView({behavior: 'instant'});
  return document.querySelectorAll('figure.live').length === ${kCharts};
})()`;

async function fits(browser, url, look) {
  const where = `at ${look.width} px, ${look.scheme}`;
  await browser.look(look);
  await browser.open(url);
  expect(await browser.value(kSideways) === look.width, `no sideways scroll ${where}`,
         await browser.value(kSideways));
  await scroll_through(browser);
  const smallest = await browser.value(kSmallest);
  expect(smallest >= 11, `no text below 11 px ${where}`, smallest);
  expect(await browser.value(kSideways) === look.width, `no sideways scroll with charts ${where}`,
         await browser.value(kSideways));
  await until(browser, kAllReact, `every chart reacts ${where}`);
  const blank = await browser.value(kBlank);
  expect(blank === '', `every chart is drawn ${where}`, blank);
}

/// Links within the page land within a line of what they point to, on a page whose charts have not
/// been drawn before. Follows some thumbnails, those of the last figures among them, and on a page
/// that is not `whole` the table of contents.
async function anchors(browser, url, look, whole) {
  const where = `at ${look.width} px`;
  await browser.look(look);
  await browser.open(url);
  const links = await browser.value(`(() => {
    const all = (selector) => Array.from(document.querySelectorAll(selector), (link) => link.getAttribute('href'));
    const thumbnails = all('.thumbnails a'), step = Math.max(1, Math.floor(thumbnails.length / ${whole ? 3 : 5}));
    return (${whole} ? [] : all('nav.toc a').slice(1)).concat(
        thumbnails.filter((unused, i) => i % step === step - 1), thumbnails.slice(-1));
  })()`);
  expect(links.length > 2, 'the page has links into itself', links);
  for (const href of links) {
    await browser.open(url);
    await browser.value(`document.querySelector('a[href="${href}"]').click()`);
    const place = `(() => {
      const to = document.getElementById('${href.slice(1)}'), page = document.scrollingElement;
      const most = page.scrollHeight - page.clientHeight - page.scrollTop;
      const away = to.getBoundingClientRect().top - parseFloat(getComputedStyle(to).scrollMarginTop);
      return {scrolled: page.scrollTop, away: away > 0 && most < 1 ? 0 : away};
    })()`;
    let before, now;
    do {  // until it has come to rest
      before = now;
      for (let i = 0; i < 8; ++i) await frames();
      now = await browser.value(place);
    } while (before === undefined || before.scrolled !== now.scrolled || now.scrolled === 0);
    expect(Math.abs(now.away) < 24, `${href} leads to its target ${where}`, now.away);
  }
}

/// Verdicts that stand outside of the window, by the ids of their rows.
const kHiddenVerdicts = `Array.from(document.querySelectorAll('#numbers tr.row:not([hidden])')).filter((row) => {
  const box = row.querySelector('.badge').getBoundingClientRect();
  return box.width === 0 || box.left < 0 || box.right > innerWidth;
}).map((row) => row.querySelector('.id').textContent)`;

/// Names of quantities that a reader cannot tell from the others of their table: ones that refer to
/// another row, and ones that stand twice.
const kUnclearNames = `Array.from(document.querySelectorAll('#numbers tbody')).flatMap((table) => {
  const names = Array.from(table.querySelectorAll('td.quantity'), (cell) => cell.firstChild.textContent.trim());
  return names.filter((name, i) => /(^|: )the same\\b/.test(name) || names.indexOf(name) !== i);
})`;

/// What a reader of the full set meets first: each verdict is in the window, each quantity has a
/// name of its own.
async function names_and_verdicts(browser, url) {
  for (const look of [kDesktop, kPhone]) {
    await browser.look(look);
    await browser.open(url);
    const hidden = await browser.value(kHiddenVerdicts);
    expect(hidden.length === 0, `every verdict is in the window at ${look.width} px`, hidden.slice(0, 9));
  }
  const unclear = await browser.value(kUnclearNames);
  expect(unclear.length === 0, 'quantities of a table have different names', unclear);
}

const kFirst = 'document.querySelector("figure .chart-data").closest("figure")';
const kValues = `Array.from(${kFirst}.querySelectorAll('.legend .value')).map((e) => e.textContent).join('')`;
const kZoomed = `!${kFirst}.querySelector('.chart-bar button').hidden`;

/// The plot area of the first chart in the window, once two frames in a row find it at one place:
/// charts above it may still grow, and move it.
const kBox = `new Promise((done) => {
  let before = '';
  const look = () => {
    const {x, y, width, height} = ${kFirst}.querySelector('.u-over').getBoundingClientRect();
    const box = {x, y, width, height}, text = JSON.stringify(box);
    if (text === before) return done(box);
    before = text;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;

/// Middle of the first chart's plot area, in the window.
async function plot(browser) {
  await browser.value(`${kFirst}.scrollIntoView({behavior: "instant"})`);
  await until(browser, `${kFirst}.classList.contains("live")`, 'the first chart reacts');
  const box = await browser.value(kBox);
  return {x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width};
}

async function pointer_and_keys(browser, url) {
  await browser.look(kDesktop);
  await browser.open(url);
  const at = await plot(browser);
  await mouse(browser, 'mouseMoved', at.x, at.y);
  await until(browser, `${kValues} !== ''`, 'the crosshair shows values');
  expect((await browser.value(`${kFirst}.querySelector('.at').textContent`)).startsWith('at '),
         'the crosshair says where');

  expect(!await browser.value(kZoomed), 'a chart starts whole');
  await drag(browser, at.x - at.width / 5, at.x + at.width / 5, at.y);
  await until(browser, kZoomed, 'dragging zooms');
  await browser.value(`${kFirst}.querySelector('.chart-bar button').click()`);
  await until(browser, `!${kZoomed}`, 'the button shows everything');

  await browser.value(`${kFirst}.querySelector('.uplot').focus()`);
  await key(browser, 'ArrowRight');
  await until(browser, `${kValues} !== ''`, 'the right arrow moves the cursor');
  const first = await browser.value(`${kFirst}.querySelector('.at').textContent`);
  await key(browser, 'ArrowRight');
  await until(browser, `${kFirst}.querySelector('.at').textContent !== ${JSON.stringify(first)}`,
              'the right arrow moves it on');
  await key(browser, '+', '+');
  await until(browser, kZoomed, 'plus zooms');
  await key(browser, 'Escape');
  await until(browser, `!${kZoomed}`, 'Escape shows everything');

  const button = `${kFirst}.querySelector('.legend button')`;
  const shown = await browser.value(`${button}.getAttribute('aria-pressed')`);
  await browser.value(`${button}.click()`);
  expect(shown === 'true' && await browser.value(`${button}.getAttribute('aria-pressed')`) === 'false',
         'a click on its name turns a series off');
}

async function touch(browser, url) {
  await browser.look(kPhone);
  await browser.open(url);
  const at = await plot(browser);
  await pinch(browser, at.x, at.y, 30, 90);
  await until(browser, kZoomed, 'two fingers zoom');
  await browser.call('Input.dispatchTouchEvent', {type: 'touchStart', touchPoints: [{x: at.x, y: at.y}]});
  await browser.call('Input.dispatchTouchEvent', {type: 'touchEnd', touchPoints: []});
  await until(browser, `${kValues} !== ''`, 'a finger shows values');
}

const kShown = 'document.querySelectorAll("#numbers tr.row:not([hidden])").length';

async function numbers(browser, url) {
  await browser.look(kDesktop);
  await browser.open(url);
  const all = await browser.value(kShown);
  expect(all > 5, 'the report has rows', all);
  await browser.value('document.querySelector("#numbers input[value=emergent]").click()');
  const rest = await browser.value(kShown);
  expect(rest > 0 && rest < all, 'a kind can be left out', rest);
  expect(await browser.value('document.getElementById("shown").textContent') === String(rest),
         'the number of rows shown is said');
  await browser.value('document.querySelector("#numbers button[type=reset]").click()');
  expect(await browser.value(kShown) === all, 'all rows come back');
  await browser.value('document.querySelector("#score a[data-kind=emergent]").click()');
  expect(await browser.value(`Array.from(document.querySelectorAll('#numbers tr.row:not([hidden])')).every(
             (row) => row.dataset.kind === 'emergent')`), 'a count of the score filters the numbers');
  await browser.value('document.querySelector("#numbers button[type=reset]").click()');
  // Scrolls again until it rests: the count's link still scrolls the page smoothly.
  await until(browser, `(() => {
    const rows = document.querySelectorAll('#numbers tr.row');
    rows[rows.length - 1].scrollIntoView({behavior: 'instant', block: 'end'});
    return Math.abs(document.querySelector('#numbers thead th').getBoundingClientRect().top) < 1;
  })()`, 'the table\'s head stays in view');
}

/// Print shows every chart, also those that never came into view, in the colours of paper.
async function print(browser, url) {
  await browser.look(Object.assign({scheme: 'dark'}, kDesktop));
  await browser.open(url);
  await browser.look(Object.assign({scheme: 'dark', media: 'print'}, kDesktop));
  await until(browser, `document.querySelectorAll('figure.live').length === ${kCharts}`, 'print draws all charts');
  const blank = await browser.value(kBlank);
  expect(blank === '', 'print shows every chart', blank);
  expect(await browser.value(`getComputedStyle(document.documentElement).getPropertyValue('--card').trim() === '#ffffff'`),
         'print is on white');
  expect(await browser.value(`Array.from(document.querySelectorAll('figure canvas')).every(
             (canvas) => canvas.checkVisibility() && canvas.getBoundingClientRect().width <= 670)`),
         'charts fit on paper');
}

/// The pages of runs open from a report that was carried elsewhere; where there is none, the command
/// can be copied.
async function pages_of_runs(browser, url) {
  await browser.look(kDesktop);
  await browser.open(url);
  expect(await browser.value(`(() => {
    const box = document.querySelector('details.command');
    box.closest('.runs').open = box.open = true;
    box.querySelector('button').click();
    return getSelection().toString() === box.querySelector('pre').textContent;
  })()`), 'the command that makes a page is there to be copied');
  const loaded = browser.loaded();
  // Later than the answer to this call, which a page that is being left would not give.
  await browser.value(`(() => {
    const link = document.querySelector('a.run-page');
    link.closest('details').open = true;
    setTimeout(() => link.click());
  })()`);
  await loaded;
  expect(await browser.value('document.body.textContent.includes("the page of works")'),
         'the page of a run opens');
}

async function main(chromium, report, whole) {
  const browser = await Browser.start(chromium);
  try {
    const url = 'file://' + path.resolve(report);
    const trouble = watch(browser);
    await browser.look(kDesktop);
    await browser.open(url);
    for (const look of [kDesktop, kPhone])
      for (const scheme of whole ? ['light'] : ['light', 'dark'])
        await fits(browser, url, Object.assign({scheme}, look));
    for (const look of [kDesktop, kPhone]) await anchors(browser, url, look, whole);
    await names_and_verdicts(browser, url);
    await numbers(browser, url);
    if (!whole) {
      await touch(browser, url);
      await pointer_and_keys(browser, url);
      await pages_of_runs(browser, url);
      await print(browser, url);
    }
    expect(trouble.length === 0, 'no errors, no console output, no requests', trouble);
  } finally {
    await browser.stop();
  }
  finish();
}

main(process.argv[2], process.argv[3], process.argv[4] === 'whole').catch((error) => {
  console.log(error);
  process.exitCode = 1;
});
