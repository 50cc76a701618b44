// A player beside the board: colour, name, shooters claimed, clock.

import { factsAt, colourOf, lastIndex, playerToMove } from '../game';
import type { Game, Player } from '../game';
import type { Translate } from '../i18n';
import { count } from '../position';
import type { State } from '../state';
import { PieceShape } from './pieces';
import { claimedBy, playerName, sideName } from '../words';

interface Props {
  state: State;
  t: Translate;
  game: Game;
  player: Player;
}

export function PlayerStrip({ state, t, game, player }: Props) {
  const facts = factsAt(game, state.at);
  const side = colourOf(player, facts);
  const live = factsAt(game, lastIndex(game));
  const turn = game.outcome === null && playerToMove(live) === player;
  const name = playerName(t, game, player);
  const won = game.outcome?.winner === player && state.at === lastIndex(game);
  const claimed = claimedBy(facts, side);
  const label = t('player.claimed', { side: sideName(t, side), count: claimed, total: facts.total });
  return (
    <div class={`player ${turn ? 'turn' : ''} ${won ? 'won' : ''}`} data-testid={`player-${side}`}>
      <span class={`swatch ${side}`} aria-hidden="true" />
      <span class="who">
        <strong>{name}</strong>
        <span class="colour">{sideName(t, side)}</span>
        {turn && state.thinking && <span class="thinking">{t('player.thinking')}</span>}
      </span>
      <span class="pips" role="img" aria-label={label} title={label}>
        {Array.from({ length: claimed }, (_, index) => (
          <svg key={index} class="pip" viewBox="-4.5 -4.5 9 9.3">
            <PieceShape piece={side === 'b' ? 'B' : 'W'} />
          </svg>
        ))}
        <b>{count(facts.position, side === 'b' ? 'B' : 'W')}</b>
        <small>/ {facts.total}</small>
      </span>
      {game.timing.kind === 'clock' && <Clock ms={game.clocks[player]} name={name} running={turn} t={t} />}
    </div>
  );
}

function Clock({ ms, name, running, t }: { ms: number; name: string; running: boolean; t: Translate }) {
  const time = clockText(ms);
  const low = ms < 20_000 ? 'low' : '';
  return (
    <span class={`clock ${running ? 'running' : ''} ${low}`} role="timer" aria-label={t('player.clock', { name, time })}>
      {time}
    </span>
  );
}

/** Minutes and seconds; below ten seconds also tenths. */
export function clockText(ms: number): string {
  if (ms < 10_000) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
