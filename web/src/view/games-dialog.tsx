// Earlier games, kept in the browser.

import { useState } from 'preact/hooks';
import type { Translate } from '../i18n';
import { revive } from '../open';
import type { StoredGame } from '../storage';
import { Dialog } from './dialog';
import type { Props } from './props';
import { rulesName } from './rules-fields';
import { playerName } from '../words';

export function GamesDialog({ app, state, t }: Props) {
  const [games, setGames] = useState(() => app.storage.games().filter((game) => game.id !== state.game?.id));
  const [problem, setProblem] = useState<string | null>(null);
  const open = async (stored: StoredGame) => {
    const game = await revive(app, stored);
    if ('error' in game) return setProblem(game.error);
    app.replace(game);
    app.openDialog(null);
  };
  const remove = (id: string) => {
    app.storage.remove(id);
    setGames(games.filter((game) => game.id !== id));
  };
  return (
    <Dialog title={t('games.title')} t={t} close={() => app.openDialog(null)}>
      {!app.storage.works && <p class="notice bad">{t('error.storage')}</p>}
      {problem !== null && (
        <p class="notice bad" role="alert">
          {t('error.engine', { reason: problem })}
        </p>
      )}
      {games.length === 0 && <p class="faint">{t('games.none')}</p>}
      <ul class="games">
        {games.map((game) => (
          <li key={game.id}>
            <span>
              <strong>{titleOf(game, t)}</strong>
              <small>
                {game.date} · {rulesName(t, game.variant)} · {t('games.turns', { n: game.moves.length })}
                {game.outcome === null && ` · ${t('games.unfinished')}`}
              </small>
            </span>
            <button type="button" class="plain" onClick={() => void open(game)}>
              {t('games.open')}
            </button>
            <button type="button" class="quiet" onClick={() => remove(game.id)}>
              {t('games.delete')}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function titleOf(game: StoredGame, t: Translate): string {
  const name = (player: 'first' | 'second') => {
    const won = game.outcome?.winner === player ? ' ✓' : '';
    return playerName(t, { ...game, facts: [] }, player) + won;
  };
  return `${name('first')} – ${name('second')}`;
}
