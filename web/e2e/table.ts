// What the tests share: a page that is watched for errors, and a table to play at. Squares are found by their names and by
// what the page says may be done with them: the tests know no rules of play either.

import { AxeBuilder } from '@axe-core/playwright';
import { fileURLToPath } from 'node:url';
import { expect, test as base } from '@playwright/test';
import type { BrowserContext, Locator, Page } from '@playwright/test';

/** A finished game on `veletas-7`: White, who is the second player, wins. */
export const FINISHED = (
  'd6/g3 c2,d5/b4 d5-f5/f7 c2-a2/f2 f5-b5/d5 a2-b2/e5 b2-d4/b6 b5-f1/e2 f1-e1/b1 d4-c4/b5 e1-c1/e3 d6-c6/e6 c6-c5/d6 ' +
  'c4-e4/d3 c1-c2/b3 c5-c6/c5 e4-g6/f5 g6-g4/g6 g4-g5/f4 g5-e7/d7 c2-c3/d2 f6 c3-c1/c4 c1-g1/f1 g1-g2/f3 g2-g1/g2'
).split(' ');

export interface Players {
  rules?: string;
  size?: string;
  first?: Seat;
  second?: Seat;
  seconds?: number;
  minutes?: number;
}

/** `gentlest`, `strongest` and a level are the engine's. */
export type Seat = 'person' | 'gentlest' | 'strongest' | number;

export class Table {
  readonly page: Page;
  readonly board: Locator;
  readonly status: Locator;
  readonly said: Locator;
  readonly moves: Locator;
  private seed = 20130717;

  constructor(page: Page) {
    this.page = page;
    this.board = page.getByTestId('board');
    this.status = page.getByTestId('status');
    this.said = page.getByTestId('announcer');
    this.moves = page.getByTestId('moves').locator('button[data-index]');
  }

  async open(address = ''): Promise<void> {
    await this.page.goto(address);
    await this.loaded();
  }

  async loaded(): Promise<void> {
    await expect(this.board).toBeVisible();
    await expect(this.button('New game')).toBeEnabled();
  }

  square(name: string): Locator {
    return this.page.locator(`[data-square="${name}"]`);
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name });
  }

  /** The squares that the page offers for something: `pick`, `target`, `shot`, `place` or `stone`. */
  offered(mark: string): Locator {
    return this.page.locator(`[data-square].${mark}`);
  }

  /** A new game by the dialog. */
  async begin({ rules = 'veletas', size = '7', first = 'person', second = 'person', seconds = 0.1, minutes }: Players = {}): Promise<void> {
    await this.button('New game').click();
    const dialog = this.page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Rules' }).selectOption(rules);
    await dialog.getByRole('combobox', { name: 'Board' }).selectOption(size);
    await sit(dialog.getByRole('group', { name: /^Player 1/ }), first);
    await sit(dialog.getByRole('group', { name: /^Player 2/ }), second);
    await dialog.getByRole('radio', { name: minutes === undefined ? 'Engine: fixed time' : 'Clock for both' }).check({ force: true });
    if (minutes === undefined) await dialog.getByLabel('Seconds a turn').fill(String(seconds));
    else await dialog.getByLabel('Minutes').fill(String(minutes));
    await dialog.getByRole('button', { name: 'Start' }).click();
    await expect(dialog).toBeHidden();
  }

  /** Opens a text by the dialog; the dialog stays where the page refuses it. */
  async paste(text: string, rules = 'veletas', size = '7'): Promise<void> {
    await this.button('Copy & paste').click();
    const dialog = this.page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Rules' }).selectOption(rules);
    await dialog.getByRole('combobox', { name: 'Board' }).selectOption(size);
    await this.fill(text);
  }

  /** The same in the dialog that is open already. */
  async fill(text: string): Promise<void> {
    const dialog = this.page.getByRole('dialog');
    await dialog.getByTestId('paste').fill(text);
    await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  }

  async click(...squares: string[]): Promise<void> {
    for (const square of squares) await this.square(square).click();
  }

  /** What a text to copy holds. */
  async copied(id: 'position' | 'game' | 'list' | 'link'): Promise<string> {
    const dialog = this.page.getByRole('dialog');
    await this.button('Copy & paste').click();
    await expect(dialog).toBeVisible();
    const text = await this.page.getByTestId(`copy-${id}`).inputValue();
    await this.page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    return text;
  }

  /** Makes a turn of the person's by clicks: any one, the same in every run. */
  async anyTurn(): Promise<void> {
    const before = await this.moves.count();
    if ((await this.offered('place').count()) + (await this.offered('stone').count()) > 0) await this.anySetup();
    else await this.anyMove();
    await expect.poll(() => this.moves.count()).toBeGreaterThan(before);
  }

  private async anySetup(): Promise<void> {
    while (true) {
      const square = await this.any('place');
      if (square === null) break;
      await this.square(square).click();
      await expect(this.square(square)).toHaveAttribute('aria-selected', 'true');
      await expect(this.offered('place').or(this.offered('stone')).first()).toBeVisible();
    }
    await this.click((await this.any('stone')) as string);
  }

  /** A turn of play, where the number of turns may become smaller: from an earlier position. */
  async anyMove(): Promise<void> {
    if (this.random(4) > 0) {
      await this.click((await this.any('pick')) as string);
      await expect(this.offered('target').first()).toBeVisible();
      await this.click((await this.any('target')) as string);
      await expect(this.offered('target')).toHaveCount(0);
    }
    await expect(this.offered('shot').first()).toBeVisible();
    await this.click((await this.any('shot')) as string);
  }

  private async any(mark: string): Promise<string | null> {
    const all = await this.offered(mark).evaluateAll((cells) => cells.map((cell) => (cell as HTMLElement).dataset['square'] ?? ''));
    return all[this.random(all.length)] ?? null;
  }

  private random(below: number): number {
    this.seed = (this.seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((this.seed / 2147483648) * below);
  }

  /** The person's turns and the engine's, until there is a result. */
  async playOut(): Promise<void> {
    for (let turn = 0; turn < 100; turn++) {
      await expect(this.status).toHaveText(/ to move: | wins /);
      if (/ wins /.test(await this.status.innerText())) return;
      await this.anyTurn();
    }
  }

  /** A picture for people to look at. */
  async shot(name: string): Promise<void> {
    await this.settle();
    await this.page.screenshot({ path: fileURLToPath(new URL(`./shots/${name}.png`, import.meta.url)) });
  }

  /** Colours on their way from one to another are not the page's. */
  private async settle(): Promise<void> {
    await this.page.evaluate(async () => {
      const passing = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity);
      await Promise.allSettled(passing.map((each) => each.finished));
    });
  }

  /** No accessibility issue that axe calls serious or worse; by all its rules, or by some. */
  async accessible(rules?: string[]): Promise<void> {
    await this.settle();
    const axe = new AxeBuilder({ page: this.page });
    const { violations, passes } = await (rules === undefined ? axe : axe.withRules(rules)).analyze();
    expect(passes.map((each) => each.id)).toContain('color-contrast');
    const bad = violations.filter((each) => each.impact === 'serious' || each.impact === 'critical');
    expect(bad.map((each) => [each.id, each.help, ...each.nodes.map((node) => node.html)])).toEqual([]);
  }
}

async function sit(player: Locator, seat: Seat): Promise<void> {
  await player.getByRole('radio', { name: seat === 'person' ? 'Person' : 'Engine' }).check({ force: true });
  if (seat === 'person') return;
  const strength = player.getByRole('slider');
  if (seat === 'gentlest') await strength.press('Home');
  else if (seat === 'strongest') await strength.press('End');
  else await strength.fill(String(seat));
}

/** Notes whatever must not happen in any test: errors of the page, and words with anyone but its own host. */
function watch(context: BrowserContext): string[] {
  const problems: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => problems.push(`error: ${error.error().stack ?? error.error().message}`));
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (hostname !== 'localhost' && protocol !== 'data:' && protocol !== 'blob:') problems.push(`request: ${request.url()}`);
  });
  return problems;
}

export const test = base.extend<{ table: Table; watched: void }>({
  watched: [
    async ({ context }, use) => {
      const problems = watch(context);
      await use();
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
  table: async ({ page }, use) => {
    const table = new Table(page);
    await use(table);
  },
});

export { expect };
