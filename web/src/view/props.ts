// What the page hands to each of its views: the app whose methods they call, the state they draw, the reader's language.

import type { App } from '../app';
import type { Translate } from '../i18n';
import type { State } from '../state';

export interface Props {
  app: App;
  state: State;
  t: Translate;
}
