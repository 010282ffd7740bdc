// SPDX-License-Identifier: Apache-2.0
// A picture of a page, or of one element of it, in a Chromium without a window.
// Usage: node picture.js CHROMIUM PAGE.html OUT.png WIDTH HEIGHT [SELECTOR]
'use strict';
const fs = require('fs');
const path = require('path');
const {Browser} = require('../../tests/browser/browser.js');

const kMargin = 8;  // pixels around an element

async function main([program, page, out, width, height, selector]) {
  const browser = await Browser.start(program);
  try {
    await browser.look({width: Number(width), height: Number(height)});
    await browser.open('file://' + path.resolve(page));
    await new Promise((resolve) => setTimeout(resolve, 1000));  // until the machine is fitted and drawn
    if (!selector) return await browser.picture(out);
    const {x, y, width: w, height: h} = await browser.value(
        `(({x, y, width, height}) => ({x: x + scrollX, y: y + scrollY, width, height}))(` +
        `document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect())`);
    const {data} = await browser.call('Page.captureScreenshot', {
      format: 'png',
      captureBeyondViewport: true,
      clip: {x: x - kMargin, y: y - kMargin, width: w + 2 * kMargin, height: h + 2 * kMargin, scale: 1}
    });
    fs.writeFileSync(out, Buffer.from(data, 'base64'));
  } finally {
    await browser.stop();
  }
}

main(process.argv.slice(2)).catch((error) => {
  console.error('picture: ' + error.message);
  process.exit(1);
});
