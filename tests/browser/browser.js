// SPDX-License-Identifier: Apache-2.0
// Drives a Chromium without a window by the DevTools protocol over a pipe: node alone suffices.
'use strict';
const {spawn} = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

class Browser {
  static async start(program) {
    const browser = new Browser();
    browser.profile = fs.mkdtempSync(path.join(os.tmpdir(), 'gpufabric-browser-'));
    browser.process = spawn(program, [
      '--headless', '--remote-debugging-pipe', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage',
      '--no-first-run', '--hide-scrollbars', '--host-resolver-rules=MAP * ~NOTFOUND',
      '--user-data-dir=' + browser.profile, 'about:blank'
    ], {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], detached: true});
    browser.next = 1;
    browser.waiting = new Map();
    browser.listeners = [];
    browser.process.on('exit', () => browser.waiting.forEach(
        (call) => call.reject(new Error('the browser ended'))));
    browser.listen();
    const {targetId} = await browser.send('Target.createTarget', {url: 'about:blank'});
    const {sessionId} = await browser.send('Target.attachToTarget', {targetId, flatten: true});
    browser.session = sessionId;
    for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await browser.call(domain + '.enable');
    return browser;
  }

  /// Messages are JSON, each ended by a zero byte.
  listen() {
    let rest = Buffer.alloc(0);
    this.process.stdio[4].on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
        this.take(JSON.parse(rest.subarray(0, end).toString()));
        rest = rest.subarray(end + 1);
      }
    });
  }

  take(message) {
    const call = this.waiting.get(message.id);
    if (!call) return this.listeners.forEach((listener) => listener(message.method, message.params));
    this.waiting.delete(message.id);
    if (message.error) call.reject(new Error(call.method + ': ' + message.error.message));
    else call.resolve(message.result);
  }

  send(method, params, session) {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, {resolve, reject, method});
      this.process.stdio[3].write(JSON.stringify({id, method, params, sessionId: session}) + '\0');
    });
  }

  /// In the page.
  call(method, params) { return this.send(method, params, this.session); }

  /// The value of an expression in the page; promises are awaited.
  async value(expression) {
    const answer = await this.call('Runtime.evaluate',
                                   {expression, awaitPromise: true, returnByValue: true});
    if (answer.exceptionDetails)
      throw new Error(expression + ': ' + answer.exceptionDetails.exception.description);
    return answer.result.value;
  }

  /// Resolved when the next page is loaded: ask for it before the step that leaves the present one,
  /// which may not be asked anything any more.
  loaded() {
    return new Promise((resolve) => {
      const listener = (method) => {
        if (method !== 'Page.loadEventFired') return;
        this.listeners.splice(this.listeners.indexOf(listener), 1);
        resolve();
      };
      this.listeners.push(listener);
    });
  }

  /// Opens `url` and waits until it is loaded.
  async open(url) {
    const loaded = this.loaded();
    await this.call('Page.navigate', {url});
    await loaded;
  }

  /// How the page is looked at. `scheme` is light or dark; `touch` stands for a phone.
  async look({width, height, scheme = 'light', touch = false, media = ''}) {
    await this.call('Emulation.setDeviceMetricsOverride',
                    {width, height, deviceScaleFactor: 1, mobile: touch});
    await this.call('Emulation.setTouchEmulationEnabled', {enabled: touch});
    await this.call('Emulation.setEmulatedMedia',
                    {media, features: [{name: 'prefers-color-scheme', value: scheme}]});
  }

  async picture(file) {
    const {data} = await this.call('Page.captureScreenshot', {format: 'png'});
    fs.writeFileSync(file, Buffer.from(data, 'base64'));
  }

  /// Ends the browser with its helper processes, which are a process group of their own: one that
  /// lives on would still write into the profile that is being removed.
  async stop() {
    const ended = new Promise((resolve) => this.process.on('exit', resolve));
    process.kill(-this.process.pid, 'SIGKILL');
    await ended;
    await removed(this.profile);
  }
}

/// Removes `directory`. What a process that is just ending put in meanwhile is removed by the next
/// try; rmSync's own retries do not list the directory again.
async function removed(directory) {
  for (let tries = 50;; --tries) {
    try {
      return fs.rmSync(directory, {recursive: true, force: true});
    } catch (error) {
      if (tries === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

module.exports = {Browser};
