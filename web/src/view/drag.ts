// Dragging a shooter to where it goes: the same two clicks, by press and release.

import { useRef, useState } from 'preact/hooks';
import type { App } from '../app';
import type { State } from '../state';
import type { Mark } from '../turn';
import { extent, MARGIN, squareAt } from './geometry';
import type { Geometry } from './geometry';

/** A press that moves less than this, in pixels, is a click. */
const SLACK = 6;

interface Press {
  square: string;
  x: number;
  y: number;
  pointer: number;
}

export function useDrag(app: Pick<App, 'click'> & { readonly state: Pick<State, 'draft' | 'next'> }, geometry: Geometry, marks: ReadonlyMap<string, Mark>) {
  const press = useRef<Press | null>(null);
  const dropped = useRef(0);
  const [from, setFrom] = useState<string | null>(null);
  const [at, setAt] = useState<{ x: number; y: number } | null>(null);

  const canLift = (square: string) => {
    const { draft } = app.state;
    return marks.get(square) === 'pick' || (draft.stage === 'moved' && draft.to === square);
  };
  const place = (event: PointerEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const scale = (extent(geometry.size) - 2 * MARGIN) / box.width;
    setAt({ x: MARGIN + (event.clientX - box.left) * scale, y: MARGIN + (event.clientY - box.top) * scale });
  };
  const end = () => {
    press.current = null;
    setFrom(null);
    setAt(null);
  };
  const lift = (square: string, event: PointerEvent) => {
    const { draft } = app.state;
    setFrom(square);
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    if (draft.stage !== 'shooter' || draft.from !== square) void app.click(square);
  };
  const handlers = {
    onPointerDown(event: PointerEvent) {
      const square = squareAt(event.target);
      if (event.button !== 0 || square === null || !canLift(square)) return;
      press.current = { square, x: event.clientX, y: event.clientY, pointer: event.pointerId };
    },
    onPointerMove(event: PointerEvent) {
      const held = press.current;
      if (held === null || held.pointer !== event.pointerId) return;
      if (from === null && Math.hypot(event.clientX - held.x, event.clientY - held.y) < SLACK) return;
      if (from === null) lift(held.square, event);
      place(event);
    },
    onPointerUp(event: PointerEvent) {
      if (from !== null) {
        dropped.current = performance.now();
        const square = squareAt(document.elementFromPoint(event.clientX, event.clientY));
        const { draft, next } = app.state;
        if (square !== null && draft.stage === 'shooter' && next.targets.includes(square)) void app.click(square);
      }
      end();
    },
    onPointerCancel: end,
  };
  return { from, at, handlers, justDropped: () => performance.now() - dropped.current < 60 };
}
