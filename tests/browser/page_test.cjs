// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Opens a report page in a browser and uses it: keys, mouse, every step; fails on any console message.
// usage: node page_test.cjs PAGE.html SCREENSHOT_DIR
'use strict';
const assert = require('node:assert');
const { chromium } = require('playwright-core');

const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];

async function withPage(file, options, use) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: flags });
  try {
    const page = await browser.newPage({ viewport: { width: 1366, height: 720 }, ...options });
    const said = [];
    page.on('console', (message) => said.push(message.text()));
    page.on('pageerror', (error) => said.push(error.message));
    page.on('request', (request) => { if (!/^(file|data):/.test(request.url())) said.push(request.url()); });
    await page.goto(`file://${file}`);
    await use(page);
    assert.deepStrictEqual(said, [], 'the page should say nothing and ask for nothing');
  } finally {
    await browser.close();
  }
}

const shownBoxes = (page) => page.$$eval('svg .box', (boxes) => boxes.filter((b) => b.style.display !== 'none').map((b) => b.dataset.id));
const shownEdges = (page) => page.$$eval('svg .edge', (edges) => edges.filter((e) => e.style.display !== 'none' && !e.classList.contains('gone')).map((e) => e.textContent).sort());
const count = (page) => page.textContent('.controls .count');

async function main() {
  const [, , file, shots] = process.argv;
  await withPage(file, {}, async (page) => {
    // Opens on the first violation, before the call.
    assert.strictEqual(await page.textContent('nav .chosen .label'), 'ends');
    assert.strictEqual(await count(page), 'before (16 steps)');
    assert.deepStrictEqual(await shownBoxes(page), ['Queue0', 'Job0', 'Job1']);
    assert.deepStrictEqual(await shownEdges(page), ['Job0.next = Job1', 'Job1.prev = Job0', 'Queue0.head_ = Job0', 'Queue0.tail_ = Job1']);
    assert.strictEqual(await page.$$eval('svg .end', (ends) => ends.length), 2, 'two null ends');

    // Into the callee, which opens under its call; the store to Job0.next is shown on the line and in the heap.
    for (let i = 0; i < 4; ++i) await page.keyboard.press('ArrowRight');
    assert.strictEqual(await page.textContent('.call .line.current .effect'), 'Job0.next = null');
    assert.strictEqual(await page.textContent('.call .title b'), 'Queue::unlink');
    assert.deepStrictEqual(await page.$$eval('svg .row.changed .label', (labels) => labels.map((l) => l.textContent)), ['next']);
    assert.strictEqual(await page.$$eval('svg .edge.gone', (edges) => edges.length), 1);
    await page.screenshot({ path: `${shots}/step.png` });

    // Back, over the callee, to the end, where the false part and its witness stand out.
    await page.keyboard.press('ArrowLeft');
    assert.strictEqual(await count(page), 'step 3 of 16');
    await page.keyboard.press('Home');
    for (let i = 0; i < 3; ++i) await page.keyboard.press('Shift+ArrowRight');
    assert.strictEqual(await page.textContent('.line.current .number'), '25');
    await page.keyboard.press('End');
    assert.strictEqual(await page.textContent('.property .now'), "no j.next'");
    assert.deepStrictEqual(await page.$$eval('svg .box.witness', (boxes) => boxes.map((b) => b.dataset.id)), ['Job1']);
    assert.deepStrictEqual(await page.$$eval('svg .tag.witness', (tags) => tags.map((t) => t.textContent)), ['j']);
    assert.deepStrictEqual(await shownEdges(page), ['Job0.prev = Job1', 'Job1.next = Job0', 'Queue0.head_ = Job1', 'Queue0.tail_ = Job1']);
    // What the call changed is shown with what it was.
    assert.deepStrictEqual(await page.$$eval('svg .was', (texts) => texts.map((t) => t.textContent)),
      ['was Job0', 'was Job1', 'was null', 'was null', 'was Job0']);
    await page.screenshot({ path: `${shots}/end.png` });

    // The mouse: a line, the slider's buttons, a callee that is not running.
    await page.click('.line.executed:has-text("unlink(job);")');
    assert.strictEqual(await count(page), 'step 2 of 16');
    await page.click('button[aria-label^="One step (→)"]');
    assert.strictEqual(await count(page), 'step 3 of 16');
    await page.click('.call .title:has-text("pushFront")');
    assert.strictEqual(await page.$$eval('.call .line', (lines) => lines.length > 8), true);

    // Properties: the next one, filtering, the address of a step.
    await page.keyboard.press('j');
    assert.strictEqual(await page.textContent('nav .chosen .label'), 'front');
    assert.strictEqual(await page.$('.stepper'), null);
    await page.click('.pill.holds >> nth=0');
    assert.strictEqual(await page.$$eval('nav button', (buttons) => buttons.length), 4);
    await page.keyboard.press('/');
    await page.keyboard.type('free');
    assert.strictEqual(await page.$$eval('nav button', (buttons) => buttons.length), 1);
    await page.click('nav button');
    await page.keyboard.press('End');
    assert.match(page.url(), /use-after-free@5$/);
    assert.match(await page.textContent('.said'), /which was freed at line 48/);
    assert.deepStrictEqual(await page.$$eval('svg .box.freed', (boxes) => boxes.map((b) => b.dataset.id)), ['Job0']);
  });
  // Readable on a laptop: nothing is wider than the window.
  for (const [width, scheme] of [[1280, 'dark'], [760, 'light']]) {
    await withPage(file, { viewport: { width, height: 720 }, colorScheme: scheme }, async (page) => {
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
      await page.screenshot({ path: `${shots}/${scheme}-${width}.png` });
    });
  }
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
