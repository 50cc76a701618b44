// Several tabs may show one game: one of them has the engine play in it, by a lock that the browser passes on when that tab is
// closed. Where browsers have no locks every tab does, and what comes of it is kept apart.

export type Locks = Pick<LockManager, 'request'>;

export class Lead {
  private readonly locks: Locks | null;
  private readonly changed: (lead: boolean) => void;
  private game = '';
  private lead = false;
  private release: () => void = () => undefined;
  /** Counts requests: an older one that is granted late is given back at once. */
  private turn = 0;

  constructor(locks: Locks | null, changed: (lead: boolean) => void) {
    this.locks = locks;
    this.changed = changed;
  }

  /** Waits for the lead in a game, and lets go of the one before; `now` takes it from the tab that has it. */
  want(game: string, now = false): void {
    if (this.locks === null) return this.put(true);
    if (game === this.game && (this.lead || !now)) return;
    if (game !== this.game) this.put(false);
    this.release();
    this.game = game;
    this.request(now);
  }

  private request(steal: boolean): void {
    const turn = ++this.turn;
    const held = new Promise<void>((resolve) => (this.release = resolve));
    const granted = () => {
      if (turn !== this.turn) return;
      this.put(true);
      return held;
    };
    // It ends badly when another tab takes the lock: then this one waits for it again.
    void this.locks?.request(`cierzo.${this.game}`, { steal }, granted).catch(() => {
      if (turn !== this.turn) return;
      this.put(false);
      this.request(false);
    });
  }

  private put(lead: boolean): void {
    if (lead === this.lead) return;
    this.lead = lead;
    this.changed(lead);
  }
}
