/** @jsxImportSource hono/jsx */
import type { IconName } from "../../../contract/pages/blocks";

/** Drawn on 24 by 24, with strokes. */
const paths: Readonly<Record<string, string>> = {
  bulb: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3 11v1h6v-1a6 6 0 0 0-3-11z",
  bolt: "M13 2 4 14h7l-1 8 9-12h-7z",
  calendar: "M4 6h16v14H4zM4 10h16M8 3v4M16 3v4",
  chart: "M4 20h16M7 16v-5M12 16V6M17 16v-8",
  check: "m5 12 5 5L20 7",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3 2",
  cloud: "M7 18a4 4 0 0 1 0-8 6 6 0 0 1 11 1 3.500 3.500 0 0 1 0 7z",
  code: "m8 7-5 5 5 5M16 7l5 5-5 5",
  file: "M6 2h8l5 5v15H6zM14 2v5h5",
  globe: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c6 6 0 18 0 18s-6-12 0-18",
  heart: "M12 20S4 15 4 9a4 4 0 0 1 8-1 4 4 0 0 1 8 1c0 6-8 11-8 11z",
  info: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5M12 8h.01",
  lock: "M5 11h14v10H5zM8 11V7a4 4 0 0 1 8 0v4",
  mail: "M3 5h18v14H3zM3 6l9 7 9-7",
  money: "M3 6h18v12H3zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6",
  puzzle: "M4 8h5a2 2 0 1 1 4 0h5v5a2 2 0 1 1 0 4v4H4z",
  rocket: "M5 15c-1 1-2 5-2 5s4-1 5-2M9 15l-2-2c2-6 6-10 13-10 0 7-4 11-10 13zM14 8h.01",
  search: "M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15 15l6 6",
  shield: "M12 3 4 6v6c0 5 4 8 8 9 4-1 8-4 8-9V6z",
  star: "m12 3 3 6 6 1-4.500 4.500L18 21l-6-3-6 3 1.500-6.500L3 10l6-1z",
  target: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 12h.01",
  warning: "M12 4 2.500 20h19zM12 10v5M12 17.500h.01",
  users:
    "M9 5a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM3 20c0-4 3-6 6-6s6 2 6 6M16 5a3.500 3.500 0 0 1 0 7M18 14c2 1 3 3 3 6",
} satisfies Record<IconName, string>;

export function isIcon(name: string): boolean {
  return Object.hasOwn(paths, name.toLowerCase());
}

/** Decoration, unless it has a label. */
export function Icon({ name, label }: { name: string; label?: string }) {
  const path = <path d={paths[name.toLowerCase()]} />;
  if (label === undefined) {
    return (
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
        {path}
      </svg>
    );
  }
  return (
    <svg class="icon" viewBox="0 0 24 24" role="img" aria-label={label}>
      {path}
    </svg>
  );
}
