// What outlives a reload, and where the page works: links, plain hosts, a store that is forbidden or full of rubbish.

import { PLAIN } from './hosts.mjs';
import { expect, Table, test } from './table';

test('a reload keeps the game, whose turn it is, and the choices', async ({ table }) => {
  await table.open();
  await table.begin({ second: 'gentlest' });
  await table.anyTurn();
  await expect(table.status).toHaveText(/ to move: /);
  await table.button('Groups').click();
  const before = await table.copied('game');
  await table.page.reload();
  await table.loaded();
  expect(await table.copied('game')).toBe(before);
  await expect(table.button('Groups')).toHaveAttribute('aria-pressed', 'true');
  await table.anyTurn();
  await expect(table.status).toHaveText(/ to move: /);
  await table.button('Resign').click();
  await table.button('Really resign?').click();
  await expect(table.status).toHaveText(/ wins$/);
  const result = await table.status.innerText();
  await table.page.reload();
  await table.loaded();
  await expect(table.status).toHaveText(result);
});

test('a link opens its position, and a reload after that keeps the turns made since', async ({ table }) => {
  await table.open('#v=veletas-7&moves=d6/g3_c2,d5/b4');
  await expect(table.moves).toHaveCount(2);
  const link = await table.copied('link');
  expect(link).toContain('v=veletas-7&moves=d6/g3_c2,d5/b4');
  await table.click('f6');
  await expect(table.moves).toHaveCount(3);
  await table.page.reload();
  await table.loaded();
  await expect(table.moves).toHaveCount(3);
  await table.open(link);
});

test('a link that cannot be opened is told and loses nothing', async ({ table }) => {
  await table.open('#v=veletas-7&moves=d6/g3');
  await expect(table.moves).toHaveCount(1);
  await table.page.goto('#v=veletas-7&moves=d6/d6');
  await expect(table.page.getByRole('alert')).toContainText('The engine does not accept this');
  await expect(table.moves).toHaveCount(1);
});

test('a plain host, in a folder and without headers, will do', async ({ table }) => {
  await table.open(PLAIN.url);
  expect(await table.page.evaluate(() => crossOriginIsolated)).toBe(false);
  await table.begin({ second: 'gentlest' });
  await table.anyTurn();
  await expect(table.status).toHaveText(/ to move: /);
  await expect(table.moves.nth(1)).toBeVisible();
  await table.page.getByRole('switch', { name: 'Analyse this position' }).click();
  await expect(table.page.getByTestId('analysis-lines').getByRole('listitem')).toHaveCount(3);
  await expect(table.button('More threads')).toHaveCount(0);
});

test('of what makes no sense in the store the rest is taken, and told', async ({ table }) => {
  await table.page.addInitScript(() => {
    const timing = { kind: 'clock', base: 60_000, increment: 0 };
    const seats = { first: { kind: 'human' }, second: { kind: 'human' } };
    const game = { id: 'x', variant: 'veletas-7', moves: ['d6/g3', 'swap'], seats, timing, clocks: { first: 'a', second: null }, outcome: 'White' };
    localStorage.setItem('cierzo.game', JSON.stringify(game));
    localStorage.setItem('cierzo.games', 'not even JSON');
    localStorage.setItem('cierzo.setting', '{"variant":"chess","seats":null}');
    localStorage.setItem('cierzo.prefs', '{"language":"xx","groups":"many","theme":"dark"}');
  });
  await table.open();
  await expect(table.moves).toHaveText(['d6/g3', 'swap']);
  await expect(table.page.getByRole('alert')).toHaveText('Not everything in this kept game made sense. Left out: the clocks, the result.');
  await expect(table.page.getByRole('timer').first()).toHaveText(/^[01]:\d\d$/);
  await expect(table.page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await table.button('My games').click();
  await expect(table.page.getByRole('dialog')).toContainText('Kept games that cannot be read');
});

test('two tabs show one game, and a tab that has changed nothing loses none of its turns', async ({ table, context }) => {
  // Before the page's own listener, or it could not keep a word from it.
  await table.page.addInitScript(() =>
    addEventListener('storage', (event) => 'deaf' in document.documentElement.dataset && event.stopImmediatePropagation()),
  );
  await table.open();
  await table.begin();
  await table.click('d4', 'a1');
  await expect(table.moves).toHaveCount(1);
  const other = new Table(await context.newPage());
  await other.open();
  await expect(other.moves).toHaveCount(1);
  await table.button('Swap: take Black').click();
  await expect(other.moves).toHaveCount(2);
  // A tab that does not hear of it: it must not write what it has.
  await table.page.evaluate(() => (document.documentElement.dataset['deaf'] = ''));
  await other.click('c3', 'e5', 'g7');
  await expect(other.moves).toHaveCount(3);
  await expect(table.moves).toHaveCount(2);
  await other.page.close();
  await table.page.close();
  const later = new Table(await context.newPage());
  await later.open();
  await expect(later.moves).toHaveText(['d4/a1', 'swap', 'c3,e5/g7']);
});

test('without an engine the board is there and says why; the engine comes when it can be had', async ({ table }) => {
  const { page } = table;
  const worker = '**/engine/cierzo-worker.js*';
  await page.route(worker, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': "script-src 'self'" } });
  });
  await page.goto('');
  await expect(page.locator('[data-square]')).toHaveCount(100);
  await expect(page.getByRole('alert')).toContainText('The engine needs WebAssembly');
  await expect(table.offered('place')).toHaveCount(0);
  await table.accessible();
  await page.unroute(worker);
  await table.button('Try again').click();
  await expect(table.offered('place').first()).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
