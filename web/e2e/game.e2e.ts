// Whole games on the smallest board, from the setup to the result, by clicks.

import { expect, test } from './table';

test('the engine sets up, the person swaps, and the game is played to its end', async ({ table }) => {
  await table.open();
  await table.shot('start');
  await table.begin({ first: 'gentlest' });
  await expect(table.page.getByTestId('swap-offer')).toBeVisible();
  await table.shot('swap-offer');
  await table.button('Swap: take Black').click();
  await expect(table.moves.nth(1)).toHaveText('swap');
  await expect(table.page.getByTestId('player-b')).toContainText('You');
  await expect(table.page.getByTestId('player-w')).toContainText('Cierzo');
  await table.playOut();
  await expect(table.status).toHaveText(/^(Black|White) wins with 2 of 3 shooters$/);
  await table.shot('result');
  for (const mark of ['pick', 'target', 'shot']) await expect(table.offered(mark)).toHaveCount(0);
});

test('the person sets up, the engine swaps or not, and the game is played to its end', async ({ table }) => {
  await table.open();
  await table.begin({ second: 'strongest' });
  await expect(table.status).toHaveText('Black to move: place shooter 1 of 3.');
  await table.shot('setup');
  await table.click('d4');
  await expect(table.offered('stone').first()).toBeVisible();
  await expect(table.status).toHaveText('Black to move: place a black stone.');
  await table.click('a1');
  await expect(table.moves.first()).toHaveText('d4/a1');
  await expect(table.status).toHaveText(/ to move: /);
  const swapped = (await table.moves.nth(1).innerText()) === 'swap';
  await expect(table.page.getByTestId(swapped ? 'player-w' : 'player-b')).toContainText('You');
  await table.playOut();
  await expect(table.status).toHaveText(/^(Black|White) wins with [23] of 3 shooters$/);
  await expect(table.page.getByTestId('claims')).toBeVisible();
  await table.shot('claims');
});

test('both players swapped in one record: who plays which colour follows the swap', async ({ table }) => {
  await table.open();
  await table.begin();
  await table.click('d4', 'a1');
  await expect(table.page.getByTestId('swap-offer')).toBeVisible();
  await table.button('Swap: take Black').click();
  await expect(table.page.getByTestId('swap-offer')).toBeHidden();
  await expect(table.page.getByTestId('player-b')).toContainText('Player 2');
  await expect(table.status).toHaveText('White to move: place shooter 2 of 3.');
  await table.click('c3', 'e5', 'g7');
  await expect(table.moves).toHaveText(['d4/a1', 'swap', 'c3,e5/g7']);
});

test('every rule set and size begins', async ({ table }) => {
  await table.open();
  for (const rules of ['veletas', 'nocorners', 'boardspace', 'interim', 'classic'])
    for (const size of ['10', '9', '7']) {
      await table.begin({ rules, size });
      await expect(table.page.locator('[data-square]')).toHaveCount(Number(size) ** 2);
      await expect(table.offered('place').first()).toBeVisible();
    }
  await expect(table.status).toHaveText('Black to move: place shooter 1 of 3.');
});

test('a turn by clicks and one by dragging, with the squares that may follow at every step', async ({ table }) => {
  await table.open();
  await table.paste('d6/g3 c2,d5/b4');
  await expect(table.status).toHaveText('Black to move: pick a shooter to move, or shoot at an empty square.');
  await expect(table.offered('pick')).toHaveCount(3);
  await table.shot('play');
  await table.click('d5');
  await expect(table.offered('target').first()).toBeVisible();
  await expect(table.square('d5')).toHaveAttribute('aria-selected', 'true');
  await expect(table.page.getByTestId('sight')).toBeVisible();
  await table.shot('play-targets');
  await table.click('f5');
  await expect(table.status).toHaveText('Black to move: d5 goes to f5: choose the square to shoot at.');
  await expect(table.offered('shot').first()).toBeVisible();
  await table.shot('play-shots');
  await table.click('f7');
  await expect(table.moves.last()).toHaveText('d5-f5/f7');
  await table.square('c2').dragTo(table.square('a2'));
  await expect(table.status).toContainText('c2 goes to a2');
  await table.click('f2');
  await expect(table.moves.last()).toHaveText('c2-a2/f2');
  await table.click('d4');
  await expect(table.moves.last()).toHaveText('d4');
});

test('a square that means nothing changes nothing', async ({ table }) => {
  await table.open();
  await table.paste('d6/g3 c2,d5/b4');
  await table.click('g3');
  await table.click('d5', 'g3');
  await expect(table.status).toContainText('choose where d5 goes');
  await expect(table.moves).toHaveCount(2);
});
