// Texts in and out: bad ones are told and lose nothing, good ones open, what is copied can be pasted.

import { expect, FINISHED, test } from './table';

const RECORD = `[Event "A test"]
[Variant "veletas-7"]
[Black "Ana"]
[White "Blas \\"the wind\\""]
[Result "1-0"]
[Termination "resignation"]

1. d6/g3 c2,d5/b4 2. d5-f5/f7 {away} c2-a2/f2 3. f5-b5/d5 1-0
`;

test('a bad paste is told clearly and loses nothing', async ({ table }) => {
  await table.open();
  await table.begin();
  await table.click('d4', 'a1');
  await expect(table.moves).toHaveText(['d4/a1']);
  const problem = table.page.getByRole('dialog').getByRole('alert');
  const bad: [string, RegExp][] = [
    ['', /nothing to read/],
    ['hello there', /“hello” is neither a move/],
    ['d4/a1 d4/a1', /The engine does not accept this: .*d4\/a1/],
    ['7/7/7/7/7/7/7 w - 40', /The engine does not accept this/],
    ['8/8 b - 1', /The engine does not accept this/],
    ['[Variant "chess"]\n\n1. d4/a1 *', /no rule set called “chess”/],
    [`${'a1 '.repeat(3000)}`, /The engine does not accept this/],
    ['<img src=x onerror=alert(1)>', /neither a move/],
  ];
  await table.button('Copy & paste').click();
  for (const [text, words] of bad) {
    await table.fill(text);
    await expect(problem).toHaveText(words);
    await expect(problem).toContainText('Nothing has changed.');
    await expect(table.page.getByTestId('paste')).toHaveValue(text);
    if (text === 'hello there') {
      await table.shot('paste-bad');
      await table.accessible();
    }
    await expect(table.moves).toHaveText(['d4/a1']);
  }
  await table.page.keyboard.press('Escape');
  await expect(table.page.getByRole('dialog')).toBeHidden();
  await expect(table.moves).toHaveText(['d4/a1']);
});

test('a position, a record and a list of moves open', async ({ table }) => {
  await table.open();
  await table.paste('7/3s3/3s3/7/1w5/2s3b/7 b - 2'.replace('2s3b', '2s3b'));
  await expect(table.page.locator('[data-piece]')).toHaveCount(5);
  await expect(table.status).toContainText('Black to move: pick a shooter');
  await table.paste(RECORD, 'classic', '10');
  await expect(table.moves).toHaveCount(5);
  await expect(table.status).toHaveText('Black resigned: White wins');
  await expect(table.page.getByTestId('player-w')).toContainText('Blas "the wind"');
  await expect(table.page.getByTestId('player-b')).toContainText('Ana');
  await table.paste('d6/g3\nswap\nc2,d5/b4\nd5-f5/f7\nf2');
  await expect(table.moves).toHaveText(['d6/g3', 'swap', 'c2,d5/b4', 'd5-f5/f7', 'f2']);
  await table.paste(JSON.stringify(FINISHED));
  await expect(table.status).toHaveText('White wins with 2 of 3 shooters');
  await expect(table.page.getByText('kept in “My games”')).toBeVisible();
});

test('what is copied can be pasted again', async ({ table }) => {
  await table.open();
  await table.paste(RECORD);
  await expect(table.moves).toHaveCount(5);
  const record = await table.copied('game');
  expect(record).toContain('[White "Blas \\"the wind\\""]');
  expect(record).toContain('2. d5-f5/f7 {away} c2-a2/f2 3. f5-b5/d5 1-0');
  const list = await table.copied('list');
  expect(list.split('\n')).toEqual(['d6/g3', 'c2,d5/b4', 'd5-f5/f7', 'c2-a2/f2', 'f5-b5/d5']);
  const position = await table.copied('position');
  await table.paste(list);
  await expect(table.moves).toHaveCount(5);
  await table.paste(record, 'classic', '10');
  await expect(table.status).toHaveText('Black resigned: White wins');
  expect(await table.copied('game')).toBe(record);
  await table.paste(position);
  await expect(table.moves).toHaveCount(0);
  expect(await table.copied('position')).toBe(position);
});

test('an earlier game can be had back', async ({ table }) => {
  await table.open();
  await table.paste(FINISHED.join(' '));
  await table.begin();
  await expect(table.moves).toHaveCount(0);
  await table.button('My games').click();
  await table.shot('games');
  await table.accessible();
  await table.page.getByRole('dialog').getByRole('button', { name: 'Open' }).first().click();
  await expect(table.moves).toHaveCount(FINISHED.length);
});
