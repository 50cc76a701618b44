// Who plays, how strong, how fast; and the ways to take things back.

import { expect, FINISHED, test } from './table';

test('undo, redo, take back, new game and resign', async ({ table }) => {
  await table.open();
  await table.begin({ second: 'gentlest' });
  await table.anyTurn();
  await expect(table.status).toHaveText(/ to move: /);
  const turns = await table.moves.count();
  await table.anyTurn();
  await expect.poll(() => table.moves.count()).toBeGreaterThan(turns + 1);
  await expect(table.status).toHaveText(/ to move: /);
  const before = await table.moves.allInnerTexts();
  await table.button('Take back').click();
  await expect(table.moves).toHaveText(before.slice(0, turns));
  await table.button('Undo').click();
  await expect(table.moves).toHaveText(before);
  await table.button('Redo').click();
  await expect(table.moves).toHaveText(before.slice(0, turns));
  await table.button('Resign').click();
  await table.button('Really resign?').click();
  await expect(table.status).toHaveText(/^(Black|White) resigned: (Black|White) wins$/);
  await table.shot('resigned');
  await table.button('Play again').click();
  await expect(table.moves).toHaveCount(0);
  await table.button('Undo').click();
  await expect(table.status).toHaveText(/ resigned: /);
});

test('levels: what is chosen stands beside the board and is there the next time', async ({ table }) => {
  await table.open();
  await table.begin({ second: 800 });
  await expect(table.page.getByTestId('player-w')).toContainText('Cierzo, level 800');
  await table.begin({ second: 'strongest' });
  await expect(table.page.getByTestId('player-w')).toContainText('Cierzo');
  await expect(table.page.getByTestId('player-w')).not.toContainText('level');
  await table.page.reload();
  await table.loaded();
  await table.button('New game').click();
  await expect(table.page.getByRole('group', { name: /^Player 2/ }).locator('output')).toHaveText('Full strength');
});

test('a clock runs for whoever is to move, and who is out of time has lost', async ({ table }) => {
  await table.page.clock.install();
  await table.open();
  await table.begin({ minutes: 0.5, second: 'gentlest' });
  const clock = table.page.getByRole('timer', { name: /^Clock of You/ });
  await expect(clock).toBeVisible();
  await table.anyTurn();
  await expect(table.status).toHaveText(/ to move: /);
  await table.shot('clock');
  // The person thinks for longer than there is time.
  await table.page.clock.fastForward('00:40');
  await expect(table.status).toHaveText(/^(Black|White) is out of time: (Black|White) wins$/);
  await expect(clock).toHaveText('0:00.0');
});

test('the engine against itself, paused and looked back at', async ({ table }) => {
  await table.open();
  await table.begin({ first: 'gentlest', second: 'strongest' });
  await expect.poll(() => table.moves.count()).toBeGreaterThan(3);
  await table.button('Pause').click();
  await expect(table.button('Go on')).toBeVisible();
  await expect(table.board).toHaveAttribute('data-thinking', 'false');
  const paused = await table.moves.count();
  await table.button('One turn back').click();
  await expect(table.status).toHaveText(`Turn ${paused - 1} of ${paused}: an earlier position.`);
  await table.button('To the end').click();
  await table.button('Go on').click();
  await expect.poll(() => table.moves.count()).toBeGreaterThan(paused);
  await expect(table.status).toHaveText(/ wins /, { timeout: 200_000 });
});

test('both sides by hand; an earlier position branches, and undo brings the rest back', async ({ table }) => {
  await table.open();
  await table.paste(FINISHED.slice(0, 6).join(' '));
  await table.moves.nth(3).click();
  await expect(table.status).toContainText('Black to move');
  await table.anyMove();
  await expect(table.moves).toHaveCount(5);
  await table.button('Undo').click();
  await expect(table.moves).toHaveText(FINISHED.slice(0, 6));
});

test('groups show their sizes, the board turns round', async ({ table }) => {
  await table.open();
  await table.paste(FINISHED.join(' '));
  await table.button('Groups').click();
  await expect(table.page.getByTestId('group-sizes').locator('text').first()).toBeVisible();
  await table.shot('groups');
  const corner = await table.square('a1').boundingBox();
  await table.button('Turn the board').click();
  const turned = await table.square('g7').boundingBox();
  expect(turned?.x).toBeCloseTo(corner?.x ?? 0, 0);
  expect(turned?.y).toBeCloseTo(corner?.y ?? 0, 0);
});
