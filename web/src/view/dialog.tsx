// A window over the page, with the browser's own handling of focus and Escape.

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Translate } from '../i18n';
import { Icon } from './icons';

interface DialogProps {
  title: string;
  t: Translate;
  close(): void;
  children: ComponentChildren;
}

export function Dialog({ title, t, close, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    element.current?.showModal();
  }, []);
  // A browser tells late that a dialog was closed: another one may be open by then.
  return (
    <dialog
      ref={element}
      aria-label={title}
      onClose={() => element.current && close()}
      onClick={(event) => event.target === element.current && close()}
    >
      <div class="dialog">
        <div class="head">
          <h2 tabIndex={-1} autofocus>
            {title}
          </h2>
          <button type="button" class="tool" aria-label={t('close')} title={t('close')} onClick={close}>
            <Icon name="close" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
