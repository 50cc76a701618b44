// On a phone everything can be reached, and nothing makes the page scroll sideways.

import type { Page } from '@playwright/test';
import { expect, FINISHED, test } from './table';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('a turn by touch, every button in reach, no scrolling sideways', async ({ table }) => {
  const { page } = table;
  await table.open('#v=veletas&moves=c3,e5,g7/d4_b2,d8,f6,h3/e2');
  await table.shot('phone');
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  const board = await table.board.boundingBox();
  expect(board?.width).toBeGreaterThan(320);
  await table.square('e5').tap();
  await expect(table.offered('target').first()).toBeVisible();
  await table.shot('phone-targets');
  await table.square('d6').tap();
  await expect(table.offered('target')).toHaveCount(0);
  await expect(table.offered('shot').first()).toBeVisible();
  await table.square('d7').tap();
  await expect(table.moves.last()).toHaveText('e5-d6/d7');
  await table.accessible();
  for (const button of await page.getByRole('button').all()) {
    await button.scrollIntoViewIfNeeded();
    const box = await button.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 360, await button.innerText()).toBe(true);
  }
});

test('every dialog fits', async ({ table }) => {
  const { page } = table;
  await table.open();
  await table.paste(FINISHED.join(' '));
  const dialog = page.getByRole('dialog');
  for (const name of ['New game', 'Copy & paste', 'My games', 'How to play']) {
    await table.button(name).click();
    const box = await dialog.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 360, name).toBe(true);
    await table.shot(`phone-${name.toLowerCase().replace(/\W+/g, '-')}`);
    expect(await sideways(page), name).toBeLessThanOrEqual(0);
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth), name).toBeLessThanOrEqual(0);
    for (const button of await dialog.getByRole('button').all()) await button.scrollIntoViewIfNeeded();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
  }
});
