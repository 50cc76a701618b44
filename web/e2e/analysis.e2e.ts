// The engine's view: best lines, how deep, how fast; the forecast of claims; both stop when they are switched off.

import { expect, FINISHED, test } from './table';

const number = (text: string) => Number(text.replace(/k$/, 'e3').replace(/M$/, 'e6'));

test('analysis shows lines, depth and speed, and stops', async ({ table }) => {
  const { page } = table;
  await table.open();
  await table.paste(FINISHED.slice(0, 10).join(' '));
  await page.getByRole('switch', { name: 'Analyse this position' }).click();
  const lines = page.getByTestId('analysis-lines').getByRole('listitem');
  await expect(lines).toHaveCount(3);
  await expect.poll(async () => number(await page.getByTestId('depth').innerText())).toBeGreaterThan(1);
  await expect.poll(async () => number(await page.getByTestId('speed').innerText())).toBeGreaterThan(0);
  await table.button('Fewer lines').click();
  await expect(lines).toHaveCount(2);
  await table.button('More lines').click();
  await table.button('More lines').click();
  await expect(lines).toHaveCount(4);
  await table.button('Forecast').click();
  await expect(page.getByTestId('forecast').locator('text')).toHaveCount(3);
  await table.shot('analysis');
  await table.accessible();
  // Clicks are answered while it searches, and the analysis follows the board.
  await table.button(/^Play /).first().click();
  await expect(table.moves).toHaveCount(11);
  await expect(lines).toHaveCount(4);
  // Both engines end: new ones go on where they were, for the lines and for the clicks.
  for (const worker of page.workers()) await worker.evaluate(() => postMessage({ end: 1 }));
  await expect(page.getByText('A new one goes on in its place.')).toBeVisible();
  await table.anyTurn();
  await expect(table.moves).toHaveCount(12);
  await expect(lines).toHaveCount(4);
  await page.getByRole('switch', { name: 'Analyse this position' }).click();
  await expect(lines).toHaveCount(0);
  await expect(table.page.getByTestId('depth')).toBeHidden();
  await expect(table.board).toHaveAttribute('data-thinking', 'false');
});

test('with threads on an isolated page, and going on after their number changes', async ({ table }) => {
  const { page } = table;
  await table.open();
  test.skip((await page.evaluate(() => navigator.hardwareConcurrency)) < 2, 'threads are offered where there are cores');
  await table.paste(FINISHED.slice(0, 8).join(' '));
  await page.getByRole('switch', { name: 'Analyse this position' }).click();
  await expect(page.getByTestId('analysis-lines').getByRole('listitem')).toHaveCount(3);
  await table.button('More threads').click();
  await expect(page.getByRole('group', { name: 'Threads' })).toContainText('2');
  await expect(page.getByTestId('analysis-lines').getByRole('listitem')).toHaveCount(3);
  await expect.poll(async () => number(await page.getByTestId('depth').innerText())).toBeGreaterThan(1);
});

test('a finished game is reviewed, and a click goes to the turn', async ({ table }) => {
  const { page } = table;
  await table.open();
  await table.paste(FINISHED.join('\n'));
  await expect(table.status).toHaveText('White wins with 2 of 3 shooters');
  await table.button('Review: find the turning points').click();
  const review = page.getByTestId('review');
  await expect(review).toBeVisible({ timeout: 200_000 });
  await expect(page.getByTestId('graph').locator('.dot')).toHaveCount(FINISHED.length + 1);
  await table.shot('review');
  await table.accessible();
  const points = review.getByRole('button');
  if ((await points.count()) > 0) {
    const turn = (await points.first().innerText()).match(/[a-g]\d\S*/)?.[0] ?? '';
    await points.first().click();
    await expect(page.getByTestId('moves').locator('[aria-current="step"]')).toContainText(turn);
  }
  const graph = page.getByTestId('graph');
  const box = await graph.boundingBox();
  if (box === null) throw new Error('the graph is not shown');
  await graph.click({ position: { x: box.width / 2, y: box.height / 2 } });
  await expect(graph).toHaveAttribute('aria-valuenow', String(FINISHED.length / 2));
  await expect(page.getByTestId('moves').locator('[aria-current="step"]')).toHaveAttribute('data-index', '13');
  await graph.press('ArrowRight');
  await expect(graph).toHaveAttribute('aria-valuenow', '14');
  await graph.press('Home');
  await expect(page.locator('[data-piece]')).toHaveCount(0);
});
