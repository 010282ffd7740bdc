// SPDX-License-Identifier: Apache-2.0
// What the tests of pages share: checks, waiting, a pointer, keys.
'use strict';

const kDesktop = {width: 1280, height: 900};
const kPhone = {width: 390, height: 844, touch: true};
let failures = 0;

/// Prints a line where `holds` is false.
function expect(holds, what, found) {
  if (holds) return;
  ++failures;
  console.log(`FAILED ${what}` + (found === undefined ? '' : `: ${JSON.stringify(found)}`));
}

/// What a page must never do: errors in its scripts, words on the console, requests.
function watch(browser) {
  const trouble = [];
  browser.listeners.push((method, params) => {
    if (method === 'Runtime.exceptionThrown') trouble.push(params.exceptionDetails.exception.description);
    if (method === 'Runtime.consoleAPICalled') trouble.push('console.' + params.type);
    if (method === 'Log.entryAdded') trouble.push(params.entry.text);
    if (method === 'Network.requestWillBeSent' && !params.request.url.startsWith('file:'))
      trouble.push('request of ' + params.request.url);
  });
  return trouble;
}

/// Time for the page to draw; not asked of the page, whose scripts may be off.
function frames() { return new Promise((done) => setTimeout(done, 30)); }

/// Long, since the machine may be busy; within the time that ctest gives the test.
const kPatience = 100_000;

async function until(browser, expression, what) {
  for (const end = Date.now() + kPatience; Date.now() < end;) {
    if (await browser.value(expression)) return;
    await frames();
  }
  expect(false, what);
}

const kSideways = 'document.scrollingElement.scrollWidth';

/// The size of the smallest text in px, as it is shown; pictures of `left_out` do not count.
function smallest_text(left_out) {
  return `Math.min(...Array.from(document.querySelectorAll('body *')).filter(
      (e) => e.checkVisibility() && e.closest('${left_out}') === null &&
          Array.from(e.childNodes).some((n) => n.nodeType === 3 && n.textContent.trim() !== '')).map(
      (e) => {
        const svg = e.closest('svg');
        const scale = svg && svg.viewBox.baseVal ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
        return parseFloat(getComputedStyle(e).fontSize) * scale;
      }))`;
}

async function mouse(browser, type, x, y, clickCount = 0) {
  const pressed = type === 'mouseMoved' ? 0 : 1;
  await browser.call('Input.dispatchMouseEvent', {
    type, x, y, clickCount, button: type === 'mouseMoved' ? 'none' : 'left', buttons: pressed});
}

async function click(browser, x, y) {
  await mouse(browser, 'mouseMoved', x, y);
  await mouse(browser, 'mousePressed', x, y, 1);
  await mouse(browser, 'mouseReleased', x, y, 1);
}

async function drag(browser, from, to, y) {
  await mouse(browser, 'mouseMoved', from, y);
  await mouse(browser, 'mousePressed', from, y, 1);
  for (let i = 1; i <= 5; ++i)
    await browser.call('Input.dispatchMouseEvent', {
      type: 'mouseMoved', x: from + (to - from) * i / 5, y, button: 'left', buttons: 1});
  await mouse(browser, 'mouseReleased', to, y, 1);
}

async function key(browser, name, text) {
  await browser.call('Input.dispatchKeyEvent', {type: 'keyDown', key: name, text});
  await browser.call('Input.dispatchKeyEvent', {type: 'keyUp', key: name});
}

/// Two fingers about (x, y) go from `first` to `last` px on either side of it.
async function pinch(browser, x, y, first, last) {
  const fingers = (apart) => [{x: x - apart, y, id: 0}, {x: x + apart, y, id: 1}];
  const send = (type, touchPoints) => browser.call('Input.dispatchTouchEvent', {type, touchPoints});
  await send('touchStart', fingers(first));
  for (let i = 1; i <= 4; ++i) await send('touchMove', fingers(first + (last - first) * i / 4));
  await send('touchEnd', []);
}

/// The exit code of a test, with a word where all is well.
function finish() {
  if (failures > 0) process.exitCode = 1;
  else console.log('all checks hold');
}

module.exports = {kDesktop, kPhone, expect, watch, frames, until, kSideways, smallest_text, mouse, click, drag, key, pinch, finish};
