// What lies under and over the pieces: squares and coordinates, the last move, lines of sight, groups, marks, claims, and
// the forecast. All of it is drawing; what it means is said by the cells of board.tsx.

import type { Facts } from '../desk';
import type { Claim, Group } from '../protocol';
import type { Mark } from '../turn';
import { squaresOf } from '../turn';
import { farthest, placeOf, squareName, squaresFromTop } from '../squares';
import type { Geometry } from './geometry';
import { CELL, cellOf, centreOf, extent, MARGIN, ringSlice, translate } from './geometry';

export function Squares({ geometry, removed }: { geometry: Geometry; removed: readonly string[] }) {
  const cells = squaresFromTop(geometry.size).filter((square) => !removed.includes(square));
  return (
    <g class="squares">
      <rect class="frame" width={extent(geometry.size)} height={extent(geometry.size)} rx="1.6" />
      {cells.map((square) => {
        const { column, row } = cellOf(square, geometry);
        const { file, rank } = placeOf(square);
        return (
          <rect
            key={square}
            class={(file + rank) % 2 ? 'cell light' : 'cell dark'}
            x={MARGIN + column * CELL}
            y={MARGIN + row * CELL}
            width={CELL}
            height={CELL}
          />
        );
      })}
      <Coordinates geometry={geometry} />
    </g>
  );
}

function Coordinates({ geometry }: { geometry: Geometry }) {
  const { size } = geometry;
  const numbers = Array.from({ length: size }, (_, index) => index);
  const far = extent(size) - MARGIN / 2;
  return (
    <g class="coordinates">
      {numbers.map((index) => {
        const file = centreOf(squareName(index, 0), geometry).x;
        const rank = centreOf(squareName(0, index), geometry).y;
        const letter = String.fromCharCode(97 + index);
        return (
          <g key={index}>
            <text x={file} y={far}>{letter}</text>
            <text x={file} y={MARGIN / 2}>{letter}</text>
            <text x={MARGIN / 2} y={rank}>{index + 1}</text>
            <text x={far} y={rank}>{index + 1}</text>
          </g>
        );
      })}
    </g>
  );
}

function Tint({ square, geometry, kind }: { square: string; geometry: Geometry; kind: string }) {
  return (
    <rect class={`tint ${kind}`} x={-CELL / 2} y={-CELL / 2} width={CELL} height={CELL} transform={translate(square, geometry)} />
  );
}

export function LastMove({ move, geometry }: { move: string | null; geometry: Geometry }) {
  if (move === null || move === 'swap') return null;
  const { from, to, shot, placed } = squaresOf(move);
  const a = from === null ? null : centreOf(from, geometry);
  const b = to === null ? null : centreOf(to, geometry);
  return (
    <g class="last-move" data-testid="last-move">
      {[from, to, shot, ...placed].map((square) => square && <Tint key={square} square={square} geometry={geometry} kind="last" />)}
      {a && b && <line class="trail" x1={a.x} y1={a.y} x2={b.x} y2={b.y} />}
    </g>
  );
}

/** A move that could be made: where the shooter would go, and a stone in outline where it would shoot. */
export function Preview({ move, facts, geometry }: { move: string; facts: Facts; geometry: Geometry }) {
  const { from, to, shot, placed } = squaresOf(move);
  const a = from === null ? null : centreOf(from, geometry);
  const b = to === null ? null : centreOf(to, geometry);
  return (
    <g class="preview" data-testid="preview">
      {a && b && <line class="preview-way" x1={a.x} y1={a.y} x2={b.x} y2={b.y} />}
      {[to, ...placed].map((square) => square && <circle key={square} class="preview-shooter" r="3.4" transform={translate(square, geometry)} />)}
      {shot && <circle class={`preview-stone ${facts.position.side}`} r="2.6" transform={translate(shot, geometry)} />}
    </g>
  );
}

export function Sight({ from, seen, geometry }: { from: string; seen: string[]; geometry: Geometry }) {
  const a = centreOf(from, geometry);
  return (
    <g class="sight" data-testid="sight">
      {farthest(from, seen).map((end) => {
        const b = centreOf(end, geometry);
        return <line key={end} x1={a.x} y1={a.y} x2={b.x} y2={b.y} />;
      })}
    </g>
  );
}

/** Stones of a group are joined, as drops of one liquid are. */
export function Bridges({ groups, geometry }: { groups: readonly Group[]; geometry: Geometry }) {
  return (
    <g class="bridges">
      {groups.flatMap((group) =>
        joints(group).map(([one, two]) => {
          const a = centreOf(one, geometry);
          const b = centreOf(two, geometry);
          const ends = { x1: a.x, y1: a.y, x2: b.x, y2: b.y };
          return (
            <g key={one + two}>
              <line class={`bridge-rim ${group.side}`} {...ends} />
              <line class={`bridge ${group.side}`} {...ends} />
            </g>
          );
        }),
      )}
    </g>
  );
}

function joints(group: Group): [string, string][] {
  const all = new Set(group.squares);
  return group.squares.flatMap((square) => {
    const { file, rank } = placeOf(square);
    return [squareName(file + 1, rank), squareName(file, rank + 1)]
      .filter((neighbour) => all.has(neighbour))
      .map((neighbour): [string, string] => [square, neighbour]);
  });
}

/** Sizes on the stones of groups: on all of them, or on the stones of the one meant. */
export function Sizes({ groups, only, geometry }: { groups: readonly Group[]; only: string | null; geometry: Geometry }) {
  const shown = only === null ? groups : groups.filter((group) => group.squares.includes(only));
  return (
    <g class="sizes" data-testid="group-sizes">
      {shown.flatMap((group) =>
        group.squares.map((square) => (
          <text key={square} class={`size ${group.side}`} transform={translate(square, geometry)}>
            {group.size}
          </text>
        )),
      )}
    </g>
  );
}

interface MarksProps {
  marks: ReadonlyMap<string, Mark>;
  facts: Facts;
  geometry: Geometry;
  /** The turn has begun; before, the marks only whisper. */
  bold: boolean;
}

export function Marks({ marks, facts, geometry, bold }: MarksProps) {
  const side = facts.position.side;
  return (
    <g class={bold ? 'marks bold' : 'marks'}>
      {[...marks].map(([square, mark]) => (
        <g key={square} class={`mark ${mark}`} transform={translate(square, geometry)}>
          {mark === 'pick' && <circle class="pick-ring" r="4.6" />}
          {(mark === 'target' || mark === 'place') && <path class="diamond" d="M0 -1.7L1.7 0L0 1.7L-1.7 0Z" />}
          {(mark === 'shot' || mark === 'stone') && <circle class={`ghost ${side}`} r="1.25" />}
        </g>
      ))}
    </g>
  );
}

/** Under shooters claimed in the last turn, above those of the lowest row: the sizes that decided, Black's and White's. */
export function Claims({ claims, geometry }: { claims: readonly Claim[]; geometry: Geometry }) {
  return (
    <g class="claims">
      {claims.map((claim) => (
        <g key={claim.square} transform={translate(claim.square, geometry)}>
          <circle class="claim-halo" r="4.7" />
          <g transform={`translate(0 ${cellOf(claim.square, geometry).row === geometry.size - 1 ? -4.1 : 4.1})`}>
            <rect class="claim-half b" x="-3.3" y="-1.45" width="3.3" height="2.9" />
            <rect class="claim-half w" x="0" y="-1.45" width="3.3" height="2.9" />
            <rect class="claim-frame" x="-3.3" y="-1.45" width="6.6" height="2.9" rx="0.5" />
            <text class="claim-size b" x="-1.65">{claim.black}</text>
            <text class="claim-size w" x="1.65">{claim.white}</text>
          </g>
        </g>
      ))}
    </g>
  );
}

/** Around unclaimed shooters: the dark share of the ring is Black's, the light one White's; the badge says how surely. */
export function Forecast({ forecast, facts, geometry }: { forecast: ReadonlyMap<string, number>; facts: Facts; geometry: Geometry }) {
  const shooters = [...forecast].filter(([square]) => facts.position.pieces.get(square) === 's');
  return (
    <g class="forecast" data-testid="forecast">
      {shooters.map(([square, black]) => {
        const side = black >= 0.5 ? 'b' : 'w';
        return (
          <g key={square} transform={translate(square, geometry)}>
            <circle class="forecast-bed" r="4.3" />
            <path class="forecast-arc w" d={ringSlice(4.3, black, 1)} />
            <path class="forecast-arc b" d={ringSlice(4.3, 0, black)} />
            <g transform="translate(3.1 -3.4)">
              <rect class={`badge ${side}`} x="-2.2" y="-1.5" width="4.4" height="3" rx={side === 'b' ? 1.5 : 0.4} />
              <text class={`badge-text ${side}`}>{Math.min(99, Math.round(Math.max(black, 1 - black) * 100))}</text>
            </g>
          </g>
        );
      })}
    </g>
  );
}
