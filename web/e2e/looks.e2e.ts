// Languages, themes, and that axe has nothing serious against any of the main states.

import { ISOLATED } from './hosts.mjs';
import { expect, FINISHED, test } from './table';

test('English and Spanish, kept over a reload', async ({ table }) => {
  const { page } = table;
  await table.open('#v=veletas-7&moves=d6/g3');
  await page.getByLabel('Language').selectOption('es');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.getByTestId('swap-offer')).toContainText('¿');
  await table.shot('spanish');
  await table.accessible();
  await page.reload();
  await expect(page.getByTestId('swap-offer')).toContainText('¿');
  await page.getByLabel('Idioma').selectOption('en');
  await expect(page.getByTestId('swap-offer')).toContainText('Swap colours?');
});

test('a Spanish browser is spoken to in Spanish', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'es-ES' });
  const page = await context.newPage();
  await page.goto(ISOLATED.url);
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await context.close();
});

test('axe finds nothing serious in light and dark colours', async ({ table }) => {
  const { page } = table;
  const inBoth = async (name?: string) => {
    for (const theme of ['light', 'dark'] as const) {
      await page.getByLabel('Theme').selectOption(theme);
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      // Only what axe has on colours can be otherwise in the second theme.
      await table.accessible(theme === 'dark' ? ['color-contrast', 'link-in-text-block'] : undefined);
      if (name !== undefined) await table.shot(theme + name);
    }
  };
  await table.open();
  await table.begin();
  await inBoth();
  await table.click('d6');
  await expect(table.offered('stone').first()).toBeVisible();
  await table.click('g3');
  await expect(page.getByTestId('swap-offer')).toBeVisible();
  await inBoth();
  await table.paste(FINISHED.slice(0, 9).join(' '));
  await table.click('d4');
  await expect(table.offered('target').first()).toBeVisible();
  await inBoth('');
  await table.paste(FINISHED.join(' '));
  await expect(page.getByTestId('claims')).toBeVisible();
  await inBoth('-claims');
});

test('the dark of the system is followed', async ({ table }) => {
  const { page } = table;
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await table.open();
  const light = await background();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(background).not.toBe(light);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expect.poll(background).toBe(light);
});

test('a tablet and a wide screen do not scroll sideways either', async ({ table }) => {
  const { page } = table;
  await table.open('#v=veletas&moves=c3,e5,g7/d4_b2,d8,f6,h3/e2');
  for (const [width, height] of [[768, 1024], [1024, 700], [1920, 1080]] as const) {
    await page.setViewportSize({ width, height });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await table.shot(`size-${width}`);
  }
});
