const paths = {
  home: "M3 11l9-8 9 8M5 9.5V20a1 1 0 001 1h4v-6h4v6h4a1 1 0 001-1V9.5",
  page: "M14 3H7a2 2 0 00-2 2v14a2 2 0 002 2h10a2 2 0 002-2V8zM14 3v5h5M9 13h6M9 17h4",
  audience: "M12 12m-9 0a9 9 0 1018 0 9 9 0 10-18 0M12 12m-5 0a5 5 0 1010 0 5 5 0 10-10 0M12 12m-1 0a1 1 0 102 0 1 1 0 10-2 0",
  person: "M12 8m-4 0a4 4 0 108 0 4 4 0 10-8 0M5 21v-1a6 6 0 016-6h2a6 6 0 016 6v1",
  account: "M4 21V5a2 2 0 012-2h7a2 2 0 012 2v16M15 9h3a2 2 0 012 2v10M2 21h20M8 7h3M8 11h3M8 15h3",
  topic: "M4 19.5A2.5 2.5 0 016.5 17H20V3H6.5A2.5 2.5 0 004 5.5zM4 19.5A2.5 2.5 0 006.5 22H20v-5M8 7h8M8 11h5",
  brand:
    "M12 3a9 9 0 100 18c1.4 0 2-1 2-2s-1-1.500-1-2.500 1-1.500 2-1.500h2.500A3.500 3.500 0 0021 11.500C21 6.800 17 3 12 3zM7.500 11h.01M10 7.500h.01M14.500 7.500h.01",
  form: "M4 5h16v4H4zM4 13h16v6H4zM7 7h3M7 16h3",
  asset: "M4 4h16v16H4zM9 9m-1.500 0a1.500 1.500 0 103 0 1.500 1.500 0 10-3 0M4 17l5-5 4 4 3-3 4 4",
  link: "M10 14a4 4 0 005.700 0l3-3a4 4 0 00-5.700-5.700l-1 1M14 10a4 4 0 00-5.700 0l-3 3a4 4 0 005.700 5.700l1-1",
  domain: "M12 12m-9 0a9 9 0 1018 0 9 9 0 10-18 0M3 12h18M12 3a14 14 0 010 18M12 3a14 14 0 000 18",
  key: "M15 9m-5 0a5 5 0 1010 0 5 5 0 10-10 0M11.500 12.500L3 21M6 18l3 3M9 15l2 2",
  webhook: "M6 8a3 3 0 116 0c0 1-.4 1.800-1 2.400L8 16M15 17h-5a4 4 0 11-5-3M12 8l3.500 6a3.500 3.500 0 11-2 5.500",
  figures: "M4 20V10M10 20V4M16 20v-8M21 20H3",
  settings: "M4 7h9M17 7h3M15 7m-2 0a2 2 0 104 0 2 2 0 10-4 0M4 17h3M11 17h9M9 17m-2 0a2 2 0 104 0 2 2 0 10-4 0",
  event: "M3 12h4l3-8 4 16 3-8h4",
  upload: "M12 16V4M7 9l5-5 5 5M4 16v3a2 2 0 002 2h12a2 2 0 002-2v-3",
  download: "M12 4v12M7 11l5 5 5-5M4 18v1a2 2 0 002 2h12a2 2 0 002-2v-1",
  search: "M11 11m-7 0a7 7 0 1014 0 7 7 0 10-14 0M21 21l-5-5",
  code: "M8 7l-5 5 5 5M16 7l5 5-5 5M13.500 5l-3 14",
  sun: "M12 12m-4 0a4 4 0 108 0 4 4 0 10-8 0M12 2v2M12 20v2M4.900 4.900l1.400 1.400M17.700 17.700l1.400 1.400M2 12h2M20 12h2M4.900 19.100l1.400-1.400M17.700 6.300l1.400-1.400",
  moon: "M20 14.500A8.500 8.500 0 119.500 4a7 7 0 0010.500 10.500z",
  plus: "M12 5v14M5 12h14",
  check: "M5 12.500l5 5L20 7",
  close: "M6 6l12 12M18 6L6 18",
  more: "M12 5h.01M12 12h.01M12 19h.01",
  grip: "M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01",
  up: "M12 19V5M6 11l6-6 6 6",
  down: "M12 5v14M6 13l6 6 6-6",
  left: "M15 5l-7 7 7 7",
  right: "M9 5l7 7-7 7",
  expand: "M6 9l6 6 6-6",
  less: "M6 15l6-6 6 6",
  eye: "M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12zM12 12m-3 0a3 3 0 106 0 3 3 0 10-6 0",
  phone: "M8 3h8a2 2 0 012 2v14a2 2 0 01-2 2H8a2 2 0 01-2-2V5a2 2 0 012-2zM11 18h2",
  desktop: "M3 5h18v11H3zM8 20h8M12 16v4",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v6M14 11v6",
  restore: "M4 12a8 8 0 108-8c-2.500 0-4.700 1.200-6.200 3L4 9M4 4v5h5",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  external: "M14 4h6v6M20 4l-9 9M18 14v5a1 1 0 01-1 1H5a1 1 0 01-1-1V7a1 1 0 011-1h5",
  rocket: "M5 15c-1.500 1-2 5-2 5s4-.500 5-2M9 15l-3-3c1-4 4-9 14-9 0 10-5 13-9 14zM15 9h.01",
  info: "M12 12m-9 0a9 9 0 1018 0 9 9 0 10-18 0M12 8h.01M11 12h1v4h1",
  leave: "M14 8V5a1 1 0 00-1-1H5a1 1 0 00-1 1v14a1 1 0 001 1h8a1 1 0 001-1v-3M9 12h12M18 9l3 3-3 3",
  question: "M12 12m-9 0a9 9 0 1018 0 9 9 0 10-18 0M9.500 9.500a2.500 2.500 0 114 2c-1 .700-1.500 1.200-1.500 2.500M12 17h.01",
} as const;

export type IconName = keyof typeof paths;

/** Drawn with lines in the colour of the text. Decoration alone: the words beside it say the same. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  );
}
