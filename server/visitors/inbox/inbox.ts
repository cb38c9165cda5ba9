import { findServedAudience } from "../../features/audiences";
import { readDocument } from "../../features/publishing";
import type { Looks } from "../notices/looks";
import { type Notice, noticeResponse } from "../notices/notices";
import type { Host } from "../routing/hosts";
import type { VisitorServices } from "../services";
import { readVisitorToken } from "./page-token";
import { type Letter, recordForm, recordQuestion } from "./visitor-forms";

const maxBytes = 65_536;
const lettersPerMinute = 120;
const minuteMs = 60_000;
const maxAudiences = 100_000;

/** Takes what visitors write: questions, and forms. Each becomes an event of its audience. */
export function createLetterbox(
  parts: VisitorServices & { looks: Looks },
): (request: Request, host: Host, path: string) => Promise<Response> {
  const { db, clock, newId, looks } = parts;
  const limit = createLimit(clock);

  return async (request, host, path) => {
    if (request.method !== "POST") return noticeResponse({ status: 405, headers: { allow: "POST" } }, null);
    const fields = await fieldsOf(request);
    if (fields?.get("page") === "") return noticeResponse(preview, null);
    const visited = fields && readVisitorToken(fields.get("page") ?? "");
    if (!visited || (!host.own && host.tenantId !== visited.tenantId)) return noticeResponse(refused, null);
    const { tenantId, audienceId } = visited;
    const audience = await findServedAudience(db, tenantId, audienceId);
    const built = audience && (await readDocument(db, tenantId, audienceId, audience.published_version_id, { topics: false }));
    if (!built) return noticeResponse({ status: 410 }, await looks.of(tenantId));
    const look = await looks.named(tenantId, audience.brand_id);
    const back = backOf(request);
    if (limit.isReached(audienceId)) return noticeResponse({ status: 429, headers: { "retry-after": "60" }, ...back }, look);
    const { page_id: pageId, external_id: externalId, person_id: personId, account_id: accountId } = audience;
    const from = { audienceId, pageId, externalId, personId, accountId };
    const letter: Letter = { tenantId, from, document: built.document, fields, now: clock(), newId };
    const notice = path === "/_foyer/ask" ? await recordQuestion(db, letter) : await recordForm(db, letter);
    if (notice.status === 200) limit.count(audienceId);
    return noticeResponse({ ...notice, ...back }, look);
  };
}

const refused: Notice = {
  status: 422,
  title: "This could not be sent",
  text: "Go back to the page, load it again, and try once more.",
};
const preview: Notice = { status: 200, title: "This is a preview", text: "Nothing was sent: on the live page it would be." };

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

/** What was taken is counted a minute at a time for each audience: one page may be the page of very many. */
function createLimit(clock: () => number) {
  let minute = 0;
  let counts = new Map<string, number>();
  const current = () => {
    const now = Math.floor(clock() / minuteMs);
    if (now !== minute || counts.size > maxAudiences) {
      minute = now;
      counts = new Map();
    }
    return counts;
  };
  return {
    isReached: (audienceId: string) => (current().get(audienceId) ?? 0) >= lettersPerMinute,
    count: (audienceId: string) => current().set(audienceId, (current().get(audienceId) ?? 0) + 1),
  };
}
