// Rings around squares that a task speaks of; those found already are filled.

import type { Geometry } from './geometry';
import { translate } from './geometry';

export function Rings({ rings, found, geometry }: { rings: readonly string[]; found: readonly string[]; geometry: Geometry }) {
  return (
    <g class="rings" data-testid="rings">
      {rings.map((square) => (
        <circle key={square} class={found.includes(square) ? 'task-ring found' : 'task-ring'} r="4.4" transform={translate(square, geometry)} />
      ))}
    </g>
  );
}
