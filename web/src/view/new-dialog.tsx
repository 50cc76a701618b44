// What a new game is to be: rules and board, who plays, how strong, how fast.

import { useState } from 'preact/hooks';
import { factsAt } from '../game';
import type { Player, Seat, Setting, Timing } from '../game';
import type { Key, Translate } from '../i18n';
import type { Option } from '../protocol';
import { Dialog } from './dialog';
import type { Props } from './props';
import { RulesFields } from './rules-fields';

export function NewDialog({ app, state, t }: Props) {
  const [setting, setSetting] = useState<Setting>(state.setting);
  const [here, setHere] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const change = (patch: Partial<Setting>) => setSetting({ ...setting, ...patch });
  const elo = state.options.get('UCI_Elo');
  const start = async (event: Event) => {
    event.preventDefault();
    const game = state.game;
    const from = here && game ? { start: factsAt(game, state.at).fen, variant: game.variant } : { start: null };
    const refused = await app.begin({ ...setting, ...from });
    if (refused !== null) setError(t('error.engine', { reason: refused }));
  };
  return (
    <Dialog title={t('new.title')} t={t} close={() => app.openDialog(null)}>
      <form class="form" onSubmit={(event) => void start(event)}>
        {!here && <RulesFields app={app} state={state} t={t} value={setting.variant} onChange={(variant) => change({ variant })} />}
        <SeatFields player="first" label={t('new.first')} setting={setting} change={change} elo={elo} t={t} />
        <SeatFields player="second" label={t('new.second')} setting={setting} change={change} elo={elo} t={t} />
        <TimingFields timing={setting.timing} onChange={(timing) => change({ timing })} t={t} />
        {state.at > 0 && (
          <label class="check">
            <input type="checkbox" checked={here} onChange={(event) => setHere(event.currentTarget.checked)} />
            {t('new.fromHere')}
          </label>
        )}
        {error && (
          <p class="notice bad" role="alert">
            {error}
          </p>
        )}
        <div class="buttons">
          <button type="button" class="plain" onClick={() => app.openDialog(null)}>
            {t('cancel')}
          </button>
          <button type="submit" class="primary">
            {t('new.start')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

interface SeatProps {
  player: Player;
  label: string;
  setting: Setting;
  change(patch: Partial<Setting>): void;
  elo: Option | undefined;
  t: Translate;
}

const STEP = 100;
const USUAL_LEVEL = 1000;

function SeatFields({ player, label, setting, change, elo, t }: SeatProps) {
  const seat = setting.seats[player];
  const put = (next: Seat) => change({ seats: { ...setting.seats, [player]: next } });
  const min = elo?.min ?? USUAL_LEVEL;
  const max = elo?.max ?? USUAL_LEVEL;
  const level = seat.kind === 'engine' ? seat.level : null;
  const radio = (kind: Seat['kind'], key: Key, next: Seat) => (
    <label class="pill">
      <input type="radio" name={player} checked={seat.kind === kind} onChange={() => put(next)} />
      <span>{t(key)}</span>
    </label>
  );
  // One step beyond the highest level is the engine unlimited.
  const value = level ?? max + STEP;
  const text = level === null ? t('new.full') : t('new.level', { level });
  return (
    <fieldset>
      <legend>{label}</legend>
      <div class="pills">
        {radio('human', 'new.human', { kind: 'human' })}
        {radio('engine', 'new.engine', { kind: 'engine', level: USUAL_LEVEL })}
      </div>
      {seat.kind === 'engine' && (
        <label class="slider">
          <span>
            {t('new.strength')}: <output>{text}</output>
          </span>
          <input
            type="range"
            min={min}
            max={max + STEP}
            step={STEP}
            value={value}
            aria-valuetext={text}
            onInput={(event) => {
              const chosen = Number(event.currentTarget.value);
              put({ kind: 'engine', level: chosen > max ? null : chosen });
            }}
          />
          <span class="ends" aria-hidden="true">
            <small>{t('new.weakest')}</small>
            <small>{t('new.strongest')}</small>
          </span>
        </label>
      )}
    </fieldset>
  );
}

interface TimingProps {
  timing: Timing;
  onChange(timing: Timing): void;
  t: Translate;
}

function TimingFields({ timing, onChange, t }: TimingProps) {
  const radio = (kind: Timing['kind'], key: Key, next: Timing) => (
    <label class="pill">
      <input type="radio" name="timing" checked={timing.kind === kind} onChange={() => onChange(next)} />
      <span>{t(key)}</span>
    </label>
  );
  return (
    <fieldset>
      <legend>{t('new.timing')}</legend>
      <div class="pills">
        {radio('turn', 'new.perTurn', { kind: 'turn', ms: 2000 })}
        {radio('clock', 'new.clock', { kind: 'clock', base: 600_000, increment: 5000 })}
      </div>
      <div class="numbers">
        {timing.kind === 'turn' ? (
          <Amount label={t('new.seconds')} value={timing.ms / 1000} min={0.1} max={600} step={0.1} onChange={(n) => onChange({ kind: 'turn', ms: n * 1000 })} />
        ) : (
          <>
            <Amount label={t('new.minutes')} value={timing.base / 60_000} min={0.5} max={180} step={0.5} onChange={(n) => onChange({ ...timing, base: n * 60_000 })} />
            <Amount label={t('new.increment')} value={timing.increment / 1000} min={0} max={120} step={1} onChange={(n) => onChange({ ...timing, increment: n * 1000 })} />
          </>
        )}
      </div>
    </fieldset>
  );
}

interface AmountProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  onChange(value: number): void;
}

// The browser holds the form back while the number is none or out of range; only good ones get further.
function Amount({ label, value, min, max, step, onChange }: AmountProps) {
  return (
    <label class="amount">
      <span>{label}</span>
      <input
        type="number"
        required
        min={min}
        max={max}
        step={step}
        defaultValue={String(value)}
        onInput={(event) => {
          if (event.currentTarget.validity.valid) onChange(event.currentTarget.valueAsNumber);
        }}
      />
    </label>
  );
}
