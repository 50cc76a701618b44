// The game and the page in a few sentences.

import type { Key } from '../i18n';
import { Dialog } from './dialog';
import { Icon } from './icons';
import type { Props } from './props';
import { PieceDefs, PieceShape } from './pieces';
import type { Piece } from '../position';

const TEXTS: readonly Key[] = ['help.goal', 'help.setup', 'help.turn', 'help.claim', 'help.mouse', 'help.keys', 'help.about'];
const PIECES: readonly Piece[] = ['b', 'w', 's', 'B', 'W'];

export function HelpDialog({ app, t }: Props) {
  return (
    <Dialog title={t('help.title')} t={t} close={() => app.openDialog(null)}>
      <div class="help">
        <button type="button" class="primary" onClick={() => app.openView('learn')}>
          <Icon name="learn" /> {t(app.learning.learnt().length > 0 ? 'learn.goOn' : 'learn.start')}
        </button>
        <ul class="legend">
          {PIECES.map((piece) => (
            <li key={piece}>
              <svg viewBox="-5 -5 10 10.4" aria-hidden="true">
                <PieceDefs />
                <PieceShape piece={piece} />
              </svg>
              {t(`piece.${piece}`)}
            </li>
          ))}
        </ul>
        {TEXTS.map((key) => (
          <p key={key}>{t(key)}</p>
        ))}
      </div>
    </Dialog>
  );
}
