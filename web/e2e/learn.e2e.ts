// The introduction, from the first visit to the first game, by mouse, by keys and in both languages.

import { expect, test } from './table';
import type { Table } from './table';

/** A way through each task, clicked; the page judges by the engine. */
const WAYS: readonly (readonly string[])[] = [
  ['b4', 'f6', 'g1'],
  ['d3'],
  ['g4', 'd4', 'd5'],
  ['b2'],
  ['b2'],
  ['f6'],
  ['e5'],
  ['c3'],
  ['b2'],
  ['b2'],
  ['d4', 'a1'],
];

async function good(table: Table): Promise<void> {
  await expect(table.page.getByTestId('verdict')).toHaveClass(/good/);
}

for (const [width, height] of [[390, 844], [1440, 900]] as const)
  test(`the whole introduction at ${width}x${height}, and a first game`, async ({ table }) => {
    const { page } = table;
    const picture = (name: string) => table.shot(`learn-${width}-${name}`);
    const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await page.setViewportSize({ width, height });
    await table.open();
    await picture('invite');
    await table.button('Start the introduction').click();
    for (const [step, way] of WAYS.entries()) {
      await expect(page.getByText(`Task ${step + 1} of 12`)).toBeVisible();
      await expect(page.getByTestId('lesson-title')).toBeFocused();
      await expect(table.square('a1')).toBeVisible();
      expect(await sideways()).toBeLessThanOrEqual(0);
      await picture(`${step + 1}`);
      if (step === 5) {
        await table.click('b2');
        await expect(page.getByTestId('verdict')).toContainText('not for you');
        await picture('6-wrong');
        await table.accessible();
        await table.button('Try again').click();
      }
      await table.click(...way);
      await good(table);
      await picture(`${step + 1}-good`);
      if (step === 0) await table.accessible();
      await table.button('Next').click();
    }
    await picture('12');
    await table.button('Swap: take Black').click();
    await good(table);
    await table.button('Next').click();
    await expect(page.getByTestId('lesson-title')).toHaveText('That is all you need');
    await picture('end');
    await table.accessible();
    // What was solved is kept.
    await page.reload();
    await expect(page.getByTestId('lesson-title')).toHaveText('That is all you need');
    await expect(page.locator('.step.done')).toHaveCount(12);
    await table.button('Play a first game').click();
    await expect(table.status).toContainText('Black to move: place shooter 1 of 3');
    await picture('game');
  });

test('by keys alone, with the reason for a wrong try, and in Spanish', async ({ table }) => {
  const { page } = table;
  await table.open('#learn');
  await expect(table.square('a1')).toBeVisible();
  await table.square('d4').focus();
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await expect(page.getByTestId('verdict')).toHaveText('✗d4 does not see d7: the stone on d6 is in between.');
  expect(await table.square('d7').getAttribute('aria-label')).toBe('d7, empty, ringed');
  await table.button('Show me').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('verdict')).toHaveText('It sees b4, f6, g1.');
  await page.getByLabel('Language').selectOption('es');
  await expect(page.getByTestId('lesson-title')).toHaveText('Línea de visión');
  await page.getByRole('button', { name: 'Tarea 8: Sin piedras al lado' }).press('Enter');
  await expect(page.getByText('Tarea 8 de 12')).toBeVisible();
  await page.getByRole('button', { name: 'Enséñamelo' }).press('Enter');
  await expect(page.getByTestId('verdict')).toContainText('Una manera de hacerlo');
  await page.getByRole('button', { name: 'A la partida' }).press('Enter');
  await expect(page.getByTestId('status')).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
});
