// Stones and shooters, drawn around the origin. Colours differ in lightness and kinds in shape, so that no one has to tell
// hues apart: stones are plain discs, a shooter carries a compass rose, a claimed one the rose on its owner's stone.

import type { Piece } from '../position';

const STONE = 4.15;

/** The rose's points as seen from above: each has a light and a dark half, like that of an old map. */
function facets(long: number, inner: number, turn: number): { light: string; dark: string } {
  const at = (radius: number, angle: number) => {
    const a = ((angle - 90) * Math.PI) / 180;
    return `${(radius * Math.cos(a)).toFixed(2)} ${(radius * Math.sin(a)).toFixed(2)}`;
  };
  let light = '';
  let dark = '';
  for (let point = turn; point < 360 + turn; point += 90) {
    light += `M0 0L${at(inner, point - 45)}L${at(long, point)}Z`;
    dark += `M0 0L${at(inner, point + 45)}L${at(long, point)}Z`;
  }
  return { light, dark };
}

const MAIN = facets(3.55, 1.15, 0);
const MINOR = facets(2.15, 0.95, 45);

export function Rose() {
  return (
    <g class="rose">
      <path class="rose-dark" d={MINOR.dark} />
      <path class="rose-light" d={MINOR.light} />
      <path class="rose-dark" d={MAIN.dark} />
      <path class="rose-light" d={MAIN.light} />
    </g>
  );
}

export function PieceShape({ piece }: { piece: Piece }) {
  const side = piece.toLowerCase();
  const shooter = piece !== 'b' && piece !== 'w';
  const claimed = piece === 'B' || piece === 'W';
  return (
    <g class={`piece piece-${claimed ? `claimed-${side}` : piece}`}>
      <ellipse class="shadow" cx="0.25" cy="0.55" rx={STONE} ry={STONE} />
      <circle class="disc" r={STONE} fill={`url(#disc-${side})`} />
      {claimed && <circle class="claim-ring" r={STONE - 0.35} />}
      {shooter && <Rose />}
    </g>
  );
}

function Disc({ id, stops }: { id: string; stops: [string, string][] }) {
  return (
    <radialGradient id={`disc-${id}`} cx="38%" cy="32%" r="75%">
      {stops.map(([offset, name]) => (
        <stop key={offset} offset={offset} style={`stop-color:var(--${name})`} />
      ))}
    </radialGradient>
  );
}

export function PieceDefs() {
  return (
    <defs>
      <Disc id="b" stops={[['0%', 'black-high'], ['45%', 'black-mid'], ['100%', 'black-low']]} />
      <Disc id="w" stops={[['0%', 'white-high'], ['60%', 'white-mid'], ['100%', 'white-low']]} />
      <Disc id="s" stops={[['0%', 'shooter-high'], ['55%', 'shooter-mid'], ['100%', 'shooter-low']]} />
    </defs>
  );
}
