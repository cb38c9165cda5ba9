import { findServedAudience } from "../../features/audiences";
import { readDocument } from "../../features/publishing";
import type { NoticeBrands } from "../notices/notice-brands";
import { type Notice, noticeResponse } from "../notices/notices";
import type { Host } from "../routing/hosts";
import type { VisitorServices } from "../services";
import { readPageToken } from "./page-token";
import { recordForm, recordQuestion } from "./visitor-forms";

const maxBytes = 65_536;
const formsPerMinute = 120;
const minuteMs = 60_000;
const maxAudiences = 100_000;

export interface Inbox {
  takeQuestion(request: Request, host: Host): Promise<Response>;
  takeForm(request: Request, host: Host): Promise<Response>;
}

/** Takes what visitors send from a page: questions, and forms. Each becomes an event of its audience. */
export function createInbox({ db, clock, newId }: VisitorServices, brands: NoticeBrands): Inbox {
  const limit = createLimit(clock);

  return {
    takeQuestion: (request, host) => take(request, host, recordQuestion),
    takeForm: (request, host) => take(request, host, recordForm),
  };

  async function take(request: Request, host: Host, record: typeof recordForm): Promise<Response> {
    const fields = await fieldsOf(request);
    if (fields?.get("page") === "") return noticeResponse(previewNotice, null);
    const page = fields && readPageToken(fields.get("page") ?? "");
    if (!page || (!host.own && host.tenantId !== page.tenantId)) return noticeResponse(refusedNotice, null);
    const { tenantId, audienceId } = page;
    const audience = await findServedAudience(db, tenantId, audienceId);
    const built = audience && (await readDocument(db, tenantId, audienceId, audience.published_version_id, { topics: false }));
    if (!built) return noticeResponse({ status: 410 }, await brands.ofTenant(tenantId));
    const brand = await brands.ofPage(tenantId, audience.brand_id);
    const back = backOf(request);
    if (limit.isReached(audienceId)) return noticeResponse({ status: 429, headers: { "retry-after": "60" }, ...back }, brand);
    const { page_id: pageId, external_id: externalId, person_id: personId, account_id: accountId } = audience;
    const from = { audienceId, pageId, externalId, personId, accountId };
    const notice = await record(db, { tenantId, from, document: built.document, fields, now: clock(), newId });
    if (notice.status === 200) limit.count(audienceId);
    return noticeResponse({ ...notice, ...back }, brand);
  }
}

const refusedNotice: Notice = {
  status: 422,
  title: "This could not be sent",
  text: "Go back to the page, load it again, and try once more.",
};
const previewNotice: Notice = {
  status: 200,
  title: "This is a preview",
  text: "Nothing was sent: on the live page it would be.",
};

/** A link back to the page that the form was sent from, if the browser names one of this host. */
function backOf(request: Request): { back?: string } {
  const from = request.headers.get("referer") ?? "";
  if (!URL.canParse(from) || new URL(from).host !== request.headers.get("host")) return {};
  const { pathname } = new URL(from);
  return pathname.startsWith("//") ? {} : { back: pathname };
}

/** Undefined for a body that is not a form, or larger than any form of a page. */
async function fieldsOf(request: Request): Promise<URLSearchParams | undefined> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) return undefined;
  if (Number(request.headers.get("content-length") ?? Number.NaN) > maxBytes) return undefined;
  const text = await request.text();
  return text.length > maxBytes ? undefined : new URLSearchParams(text);
}

/** Counted by the minute for each audience. Clients are not told apart: many visitors may share one address. */
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
    isReached: (audienceId: string) => (current().get(audienceId) ?? 0) >= formsPerMinute,
    count: (audienceId: string) => current().set(audienceId, (current().get(audienceId) ?? 0) + 1),
  };
}
