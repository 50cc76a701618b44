// Line icons on a grid of 24, in the colour of the text beside them.

const PATHS = {
  plus: 'M12 5v14M5 12h14',
  share: 'M9 4h9a2 2 0 0 1 2 2v9M4 10a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2z',
  games: 'M5 5h14M5 12h14M5 19h9',
  help: 'M9.2 9a2.9 2.9 0 1 1 4.2 2.6c-.9.5-1.4 1.1-1.4 2.2M12 17.4v.2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
  learn: 'M2 9l10-5 10 5-10 5zM6 11.5V16c3 3 9 3 12 0v-4.5M22 9v6',
  back: 'M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6',
  undo: 'M4 5v5h5M4.6 10a8 8 0 1 1-.4 4',
  redo: 'M20 5v5h-5M19.4 10a8 8 0 1 0 .4 4',
  flag: 'M6 21V4M6 5c4-3 7 3 12 0v9c-5 3-8-3-12 0',
  flip: 'M7 4v15M4 16l3 3 3-3M17 20V5M14 8l3-3 3 3',
  first: 'M18 6l-6 6 6 6M11 6l-6 6 6 6',
  prev: 'M15 6l-6 6 6 6',
  next: 'M9 6l6 6-6 6',
  last: 'M6 6l6 6-6 6M13 6l6 6-6 6',
  close: 'M6 6l12 12M18 6L6 18',
  pause: 'M8 5v14M16 5v14',
  play: 'M7 5l12 7-12 7z',
  swap: 'M4 8h14M15 4l4 4-4 4M20 16H6M9 12l-4 4 4 4',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  group: 'M8 12a3.5 3.5 0 1 0 0-.1M16 12a3.5 3.5 0 1 0 0-.1M11 12h2',
  ring: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 4v8l6 5',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20 20',
  theme: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 3v18',
};

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
