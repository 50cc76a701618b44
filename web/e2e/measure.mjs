// How soon the page is there and how soon it answers, over 20 tries each: node e2e/measure.mjs, after a build. Prints
// medians and maxima; a busy machine is the reader's to notice.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chromium } from '@playwright/test';
import { CHROMIUM, FLAGS } from './browser.mjs';

const TRIES = 20;
const PORT = 5393;
const url = `http://localhost:${PORT}/`;

function report(name, all) {
  const sorted = [...all].sort((a, b) => a - b);
  const median = (sorted[(TRIES - 1) >> 1] + sorted[TRIES >> 1]) / 2;
  console.log(`${name.padEnd(52)} median ${median.toFixed(0).padStart(5)} ms, max ${sorted.at(-1).toFixed(0).padStart(5)} ms`);
}

/** From the start of loading until the board, with the engine's answer of what may be done, has been painted. */
function boardShown(mark) {
  return new Promise((done) => {
    const look = () => {
      if (document.querySelector(`[data-square].${mark}`) === null) return requestAnimationFrame(look);
      requestAnimationFrame(() => setTimeout(() => done(performance.now())));
    };
    look();
  });
}

/** From a click until the squares that may follow have been painted. */
function clickAnswered([square, mark]) {
  return new Promise((done) => {
    const cell = document.querySelector(`[data-square="${square}"]`);
    const start = performance.now();
    cell.click();
    const look = () => {
      const there = cell.getAttribute('aria-selected') === 'true' && document.querySelector(`[data-square].${mark}`);
      if (!there) return requestAnimationFrame(look);
      requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
    };
    look();
  });
}

async function loads(browser, cached) {
  const found = [];
  let context = await browser.newContext();
  for (let n = 0; n < TRIES; n++) {
    if (!cached) {
      await context.close();
      context = await browser.newContext();
    }
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'commit' });
    found.push(await page.evaluate(boardShown, 'place'));
    await page.close();
  }
  await context.close();
  return found;
}

async function clicks(browser) {
  const page = await browser.newPage();
  await page.goto(`${url}#v=veletas&moves=c3,e5,g7/d4_b2,d8,f6,h3/e2`);
  await page.getByRole('switch', { name: 'Analyse this position' }).click();
  await page.getByTestId('analysis-lines').getByRole('listitem').first().waitFor();
  const found = [];
  for (let n = 0; n < TRIES; n++) {
    found.push(await page.evaluate(clickAnswered, ['e5', 'target']));
    await page.keyboard.press('Escape');
    await page.locator('[data-square].target').first().waitFor({ state: 'detached' });
    await page.waitForTimeout(100);
  }
  await page.close();
  return found;
}

const server = spawn('node', ['serve.mjs', String(PORT)], { cwd: new URL('..', import.meta.url), stdio: ['ignore', 'pipe', 'inherit'] });
await once(server.stdout, 'data');
const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
try {
  report('board shown, nothing cached', await loads(browser, false));
  report('board shown, files cached', await loads(browser, true));
  report('click answered while the engine analyses', await clicks(browser));
} finally {
  await browser.close();
  server.kill();
}
