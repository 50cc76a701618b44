// Without a mouse: a whole turn by arrows and Enter, the focus seen, steps taken back, and everything said aloud.

import type { Page } from '@playwright/test';
import { expect, FINISHED, test } from './table';

const focused = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['square'] ?? '');

/** Arrows from the focused square to another. */
async function walk(page: Page, to: string): Promise<void> {
  const from = await focused(page);
  const files = to.charCodeAt(0) - from.charCodeAt(0);
  const ranks = Number(to.slice(1)) - Number(from.slice(1));
  for (let n = Math.abs(files); n > 0; n--) await page.keyboard.press(files > 0 ? 'ArrowRight' : 'ArrowLeft');
  for (let n = Math.abs(ranks); n > 0; n--) await page.keyboard.press(ranks > 0 ? 'ArrowUp' : 'ArrowDown');
  expect(await focused(page)).toBe(to);
}

async function press(page: Page, square: string): Promise<void> {
  await walk(page, square);
  await page.keyboard.press('Enter');
}

/** Tab until the board has the focus; a dialog that is still closing would keep it. */
async function tabToBoard(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).toBeHidden();
  for (let n = 0; n < 40 && (await focused(page)) === ''; n++) await page.keyboard.press('Tab');
  expect(await focused(page)).not.toBe('');
}

test('a game is begun and a turn played by keys alone', async ({ table }) => {
  const { page } = table;
  await table.open();
  await table.button('New game').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.getByRole('dialog').getByLabel('Board').focus();
  await page.keyboard.press('End');
  await page.getByRole('dialog').getByRole('group', { name: /^Player 2/ }).getByRole('radio').first().focus();
  await page.keyboard.press('Space');
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.locator('[data-square]')).toHaveCount(49);

  await tabToBoard(page);
  await press(page, 'd6');
  await expect(table.offered('stone').first()).toBeVisible();
  await press(page, 'g3');
  await expect(table.said).toHaveText('Player 1, Black: places d6, stone g3.');
  await press(page, 'c2');
  await expect(table.square('c2')).toHaveAttribute('aria-selected', 'true');
  await expect(table.offered('place').first()).toBeVisible();
  await press(page, 'd5');
  await expect(table.offered('stone').first()).toBeVisible();
  await press(page, 'b4');
  await expect(table.said).toHaveText('Player 2, White: places c2, d5, stone b4.');

  await walk(page, 'd5');
  await expect(table.square('d5')).toHaveAttribute('aria-label', /^d5, shooter, unclaimed.*can be picked$/);
  await page.keyboard.press('Enter');
  await expect(table.offered('target').first()).toBeVisible();
  await press(page, 'f5');
  await expect(table.status).toContainText('d5 goes to f5');
  await expect(table.offered('shot').first()).toBeVisible();
  await walk(page, 'f7');
  await table.shot('keyboard');
  const seen = await table.square('f7').evaluate((cell) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(cell);
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || boxShadow !== 'none';
  });
  expect(seen).toBe(true);
  await page.keyboard.press('Enter');
  await expect(table.said).toHaveText('Player 1, Black: d5 to f5, shoots f7.');
  await expect(table.square('f7')).toHaveAttribute('aria-label', /^f7, black stone, group of 1/);
  expect(await focused(page)).toBe('f7');
});

test('Escape takes a turn back step by step', async ({ table }) => {
  const { page } = table;
  await table.open();
  await table.paste('d6/g3 c2,d5/b4');
  await tabToBoard(page);
  await press(page, 'd5');
  await expect(table.offered('target').first()).toBeVisible();
  await press(page, 'f5');
  await expect(table.status).toContainText('d5 goes to f5');
  await page.keyboard.press('Escape');
  await expect(table.status).toContainText('choose where d5 goes');
  await page.keyboard.press('Escape');
  await expect(table.status).toContainText('pick a shooter to move');
  await expect(table.moves).toHaveCount(2);
});

test('arrows outside the board go through the turns; claims and the result are said', async ({ table }) => {
  const { page } = table;
  await table.open();
  await table.paste(FINISHED.slice(0, -1).join(' '));
  await table.button('To the start').click();
  await page.keyboard.press('ArrowRight');
  await expect(table.moves.first()).toHaveAttribute('aria-current', 'step');
  await table.button('To the end').click();
  await table.board.locator('[role="gridcell"][tabindex="0"]').focus();
  await press(page, 'g2');
  await expect(table.offered('target').first()).toBeVisible();
  await press(page, 'g1');
  await expect(table.status).toContainText('g2 goes to g1');
  await press(page, 'g2');
  await expect(table.said).toHaveText(/shoots g2\. g1 goes to White: .* White wins with 2 of 3 shooters$/);
});

test('Escape closes a dialog, and the focus goes back to where it was', async ({ table }) => {
  const { page } = table;
  await table.open();
  for (const name of ['New game', 'Copy & paste', 'My games', 'How to play']) {
    await table.button(name).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await table.accessible();
    await table.shot(`dialog-${name.toLowerCase().replace(/\W+/g, '-')}`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(table.button(name)).toBeFocused();
  }
});
