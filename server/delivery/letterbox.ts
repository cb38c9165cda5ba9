import { findServedAudience } from "../features/audiences";
import type { PagesParts } from "./app";
import type { Host } from "./hosts";
import { type Letter, recordForm, recordQuestion } from "./letters";
import type { Looks } from "./looks";
import { type Notice, noticeResponse } from "./notices";
import { openVisitorToken } from "./visitor-token";

const maxBytes = 65_536;
const lettersPerMinute = 20;
const minuteMs = 60_000;
const maxAudiences = 100_000;

/** Takes what visitors write: questions, and forms. Each becomes an event of its audience. */
export function createLetterbox(
  parts: PagesParts & { looks: Looks },
): (request: Request, host: Host, path: string) => Promise<Response> {
  const { db, site, clock, newId, looks } = parts;
  const isTooMany = createLimit();

  return async (request, host, path) => {
    if (request.method !== "POST") return noticeResponse({ status: 405, headers: { allow: "POST" } }, null);
    const fields = await fieldsOf(request);
    const visited = fields && openVisitorToken(site, fields.get("page") ?? "");
    if (!fields || !visited || (!host.own && host.tenantId !== visited.tenantId)) return noticeResponse(refused, null);
    const { tenantId, audienceId } = visited;
    const audience = await findServedAudience(db, tenantId, audienceId);
    if (!audience) return noticeResponse({ status: 410 }, await looks.of(tenantId));
    const look = await looks.named(tenantId, audience.brand_id);
    const back = backOf(request);
    if (isTooMany(audienceId, clock())) return noticeResponse({ status: 429, headers: { "retry-after": "60" }, ...back }, look);
    const letter: Letter = { tenantId, audienceId, pageId: audience.page_id, fields, now: clock(), newId };
    const notice = path === "/_foyer/ask" ? await recordQuestion(db, letter) : await recordForm(db, letter);
    return noticeResponse({ ...notice, ...back }, look);
  };
}

const refused: Notice = {
  status: 422,
  title: "This could not be sent",
  text: "Go back to the page, load it again, and try once more.",
};

/** To the page it was sent from, if the browser says which, and it is of this host. */
function backOf(request: Request): { back?: string } {
  const from = request.headers.get("referer") ?? "";
  if (!URL.canParse(from) || new URL(from).host !== request.headers.get("host")) return {};
  const { pathname } = new URL(from);
  return pathname.startsWith("//") ? {} : { back: pathname };
}

/** Undefined for what is no form of a page, or longer than one can be. */
async function fieldsOf(request: Request): Promise<URLSearchParams | undefined> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) return undefined;
  if (Number(request.headers.get("content-length") ?? Number.NaN) > maxBytes) return undefined;
  const text = await request.text();
  return text.length > maxBytes ? undefined : new URLSearchParams(text);
}

/** Counted a minute at a time for each audience. */
function createLimit(): (audienceId: string, now: number) => boolean {
  let minute = 0;
  let counts = new Map<string, number>();
  return (audienceId, now) => {
    const current = Math.floor(now / minuteMs);
    if (current !== minute || counts.size > maxAudiences) {
      minute = current;
      counts = new Map();
    }
    const count = (counts.get(audienceId) ?? 0) + 1;
    counts.set(audienceId, count);
    return count > lettersPerMinute;
  };
}
