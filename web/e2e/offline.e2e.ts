// After one visit the network is not needed any more: not for the first search, not for a reload.

import { expect, test } from './table';

test.use({ serviceWorkers: 'allow' });

test('without a network the page plays, analyses, and loads again', async ({ table, context }) => {
  const { page } = table;
  await table.open();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await context.setOffline(true);
  await table.begin({ second: 'gentlest' });
  await table.anyTurn();
  await expect(table.moves.nth(1)).toBeVisible();
  await page.reload();
  await table.loaded();
  await expect(table.moves.nth(1)).toBeVisible();
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await page.getByRole('switch', { name: 'Analyse this position' }).click();
  await expect(page.getByTestId('analysis-lines').getByRole('listitem')).toHaveCount(3);
});
