const PATHS = {
  sun: "M12 4V2m0 20v-2m8-8h2M2 12h2m13.7-5.7 1.4-1.4M4.9 19.1l1.4-1.4m0-11.4L4.9 4.9m14.2 14.2-1.4-1.4M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
  moon: "M20 14.5A8 8 0 1 1 9.5 4 6.5 6.5 0 0 0 20 14.5z",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm-8 9c0-4 3.5-6 8-6s8 2 8 6",
  search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zm5-2 5 5",
  close: "M5 5l14 14M19 5 5 19",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  whole: "M4 9V4h5M20 9V4h-5M4 15v5h5m11-5v5h-5",
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  undoFar: "M12 14 7 9l5-5M7 9h8a5.5 5.5 0 0 1 0 11h-3M3 4v10",
  play: "M7 4v16l13-8z",
  pause: "M7 4v16M17 4v16",
  first: "M18 5l-8 7 8 7zM6 5v14",
  last: "M6 5l8 7-8 7zM18 5v14",
  back: "M15 5l-8 7 8 7",
  next: "M9 5l8 7-8 7",
  link: "M10 14a4 4 0 0 0 6 0l4-4a4 4 0 0 0-6-6l-1 1m1 5a4 4 0 0 0-6 0l-4 4a4 4 0 0 0 6 6l1-1",
  layers: "M12 3 2 8.5 12 14l10-5.5zM2 13.5 12 19l10-5.5",
  zone: "M12 3l8 4.5v9L12 21l-8-4.5v-9zM5 16 16 5M8 18.5 19.5 8",
  legend: "M4 6h4M4 12h4M4 18h4M11 6h9M11 12h9M11 18h9",
  keyboard: "M3 7h18v11H3zM7 11h.01M11 11h.01M15 11h.01M8 15h8",
  die: "M5 5h14v14H5zM9 9h.01M15 15h.01M12 12h.01M15 9h.01M9 15h.01",
  chat: "M4 5h16v11H9l-5 4z",
  sound: "M4 9v6h4l5 4V5L8 9zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11",
  silence: "M4 9v6h4l5 4V5L8 9zM16 9l5 6M21 9l-5 6",
  flag: "M6 21V4M6 5h12l-3 4 3 4H6",
  check: "M5 13l5 5L19 7",
  print: "M7 9V3h10v6M7 17H4v-8h16v8h-3M7 14h10v7H7z",
  map: "M4 6l5-2 6 2 5-2v14l-5 2-6-2-5 2zM9 4v14M15 6v14",
  menu: "M4 7h16M4 12h16M4 17h16",
  help: "M9 9a3 3 0 1 1 4 2.8c-.7.3-1 .9-1 1.7V14m0 4h.01",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
