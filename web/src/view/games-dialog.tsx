// Earlier games, kept in the browser.

import { useState } from 'preact/hooks';
import type { Translate } from '../i18n';
import { rulesName } from '../rules';
import type { StoredGame } from '../stored';
import { Dialog } from './dialog';
import type { Props } from './props';
import { playerName } from '../words';

export function GamesDialog({ app, state, t }: Props) {
  const [kept, setKept] = useState(() => app.storage.games());
  const [problem, setProblem] = useState<string | null>(null);
  const games = kept.games.map((read) => read.value).filter((game) => game.moves.length > 0 && game.id !== state.game?.id);
  const open = async (stored: StoredGame) => setProblem(await app.open(stored.id));
  const remove = (id: string) => {
    app.forget(id);
    setKept(app.storage.games());
  };
  return (
    <Dialog title={t('games.title')} t={t} close={() => app.openDialog(null)}>
      {state.unkept === 'refused' && <p class="notice bad">{t('error.storage')}</p>}
      {kept.unread > 0 && <p class="notice bad">{t('kept.unread', { n: kept.unread })}</p>}
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
