// Positions and games as text, out and in. What cannot be read is told and stays in its field; the board stays as it is.

import { useRef, useState } from 'preact/hooks';
import type { Key } from '../i18n';
import { openText } from '../open';
import type { Problem } from '../open';
import { linkTo, moveList, positionText, recordText } from '../records';
import { playerName } from '../words';
import { Dialog } from './dialog';
import type { Props } from './props';
import { RulesFields } from './rules-fields';

export function ShareDialog({ app, state, t }: Props) {
  const game = state.game;
  const [copied, setCopied] = useState<Key | null>(null);
  if (game === null) return null;
  const field = (key: Key, text: string, rows: number, id: string) => (
    <CopyField
      key={key}
      label={t(key)}
      copyLabel={t('share.copyOf', { what: t(key) })}
      button={t(copied === key ? 'share.copied' : 'share.copy')}
      text={text}
      rows={rows}
      id={id}
      onCopied={() => setCopied(key)}
    />
  );
  return (
    <Dialog title={t('share.title')} t={t} close={() => app.openDialog(null)}>
      <div class="share">
        <div class="form">
          <h3>{t('share.copyTitle')}</h3>
          {field('share.position', positionText(game, state.at), 1, 'copy-position')}
          {field('share.link', linkTo(game, state.at, location.href), 1, 'copy-link')}
          {field('share.game', recordText(game, (player) => playerName(t, game, player)), 5, 'copy-game')}
          {field('share.list', moveList(game), 3, 'copy-list')}
        </div>
        <Paste app={app} state={state} t={t} />
      </div>
    </Dialog>
  );
}

interface CopyProps {
  label: string;
  copyLabel: string;
  button: string;
  text: string;
  rows: number;
  id: string;
  onCopied(): void;
}

function CopyField({ label, copyLabel, button, text, rows, id, onCopied }: CopyProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  // Where the clipboard is not allowed the text is left selected, for the reader to copy.
  const copy = async () => {
    field.current?.select();
    await navigator.clipboard?.writeText(text).then(onCopied, () => undefined);
  };
  return (
    <div class="copy">
      <label for={id}>{label}</label>
      <div>
        <textarea id={id} data-testid={id} ref={field} readOnly rows={rows} value={text} spellcheck={false} onFocus={(event) => event.currentTarget.select()} />
        <button type="button" class="plain" aria-label={copyLabel} onClick={() => void copy()}>
          {button}
        </button>
      </div>
    </div>
  );
}

function Paste({ app, state, t }: Props) {
  const [text, setText] = useState('');
  const [variant, setVariant] = useState(state.game?.variant ?? state.setting.variant);
  const [problem, setProblem] = useState<Problem | null>(null);
  const open = async (event: Event) => {
    event.preventDefault();
    setProblem(await openText(app, text, variant));
  };
  const readFile = async (file: File | undefined) => {
    if (file !== undefined) setText(await file.text());
  };
  return (
    <form class="form" onSubmit={(event) => void open(event)}>
      <h3>{t('share.pasteTitle')}</h3>
      <label class="stack">
        <span>{t('share.pasteLabel')}</span>
        <textarea data-testid="paste" rows={4} value={text} spellcheck={false} aria-invalid={problem !== null} aria-describedby="paste-problem" onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <p id="paste-problem" class={problem ? 'notice bad' : 'unseen'} role="alert">
        {problem && `${t(problem.key, problem.words)} ${t('error.kept')}`}
      </p>
      <label class="stack">
        <span>{t('share.file')}</span>
        <input type="file" accept=".pgn,.txt,.epd,.json,text/plain,application/json" onChange={(event) => void readFile(event.currentTarget.files?.[0])} />
      </label>
      <p class="faint">{t('share.rules')}</p>
      <RulesFields app={app} state={state} t={t} value={variant} onChange={setVariant} />
      <div class="buttons">
        <button type="submit" class="primary">
          {t('share.load')}
        </button>
      </div>
    </form>
  );
}
