import { rowsAtOnce } from "../api/rows-at-once";
import { type ScreenEntry, screens } from "../screens";
import { type Resuming, resumeSession } from "./session";

/** Imported before all else, so that the answers are on their way while the other modules are evaluated. */
const resumed = resumeSession();
export const resuming = resumed?.session ?? Promise.resolve(undefined);
export const early = resumed && firstPage(resumed);

// Whoever awaits them handles a failure; before that, a failure is no unhandled rejection.
resuming.catch(() => {});
early?.page.catch(() => {});

/** The first page of the list that the screen at this address shows, where nothing filters it. */
function firstPage({ client, may }: Resuming): { id: NonNullable<ScreenEntry["lists"]>; page: Promise<unknown> } | undefined {
  const path = location.pathname.replace(/^\/console|\/$/g, "");
  const screen = screens.find((each) => each.path === path);
  if (!screen?.lists || location.search !== "" || (screen.needs && !may(screen.needs))) return undefined;
  const read = client[screen.lists] as (sent: object) => Promise<unknown>;
  return { id: screen.lists, page: read({ query: { limit: rowsAtOnce } }) };
}
