import { decoyName } from "../../../contract/visits/visitor-forms";
import { turns } from "../../event-loop/turns";
import type { ServedDocument } from "../../features/publishing";
import { QuestionRecorder } from "../../features/questions";
import type { Client } from "../../network/client-address";
import { networkOf } from "../../network/networks";
import { pageLanguage } from "../../rendering";
import type { Database } from "../../storage/port";
import { personHash } from "../../visits/visit-events";
import type { NoticeBrand, NoticeBrands } from "../notices/notice-brands";
import { namedLanguage, noticeLanguage } from "../notices/notice-language";
import { type Notice, noticeResponse } from "../notices/notices";
import { thanksFor } from "../notices/thanks";
import type { Host } from "../routing/hosts";
import type { VisitorServices } from "../services";
import type { Views } from "../visits/views";
import { readFormToken, writeFormToken } from "./form-token";
import { FormLimits, MinuteLimit } from "./limits";
import { type PageToken, readPageToken } from "./page-token";
import { answerVisitor, noQuestion } from "./questions";
import { isUpload, type ReceivedForm, receiveText } from "./received-form";
import { ServedPages } from "./served-pages";
import { createUploads, tooLong, tooManyNotice } from "./uploads";
import { visitOfForm } from "./visit-of-form";
import { recordForm, type VisitorForm } from "./visitor-forms";

/** No single network can use up what an audience may receive. */
const perMinute = { network: 120, audience: 600, tenant: 1_200 };
/** Forms without a token of the visitor's own: few visitors run no scripts, and any machine can leave the token out. */
const networkWithoutTokenPerMinute = 30;

interface Inbox {
  takeQuestion(request: Request, host: Host, client: Client): Promise<Response>;
  /** Of one visitor, for one form; the page itself is the same for all. */
  giveFormToken(request: Request, client: Client): Response;
  takeForm(request: Request, host: Host, client: Client): Promise<Response>;
}

/** Takes what visitors send from a page: questions, and forms. Each becomes an event of its audience. */
export function createInbox(services: VisitorServices, brands: NoticeBrands, views: Views): Inbox {
  const { db, site, clock, monotonic, newId } = services;
  const forms = new FormLimits(perMinute, monotonic);
  const withoutToken = new MinuteLimit(networkWithoutTokenPerMinute, monotonic);
  const uploads = createUploads(services);
  const recorder = new QuestionRecorder(db);
  const pages = new ServedPages(db);

  return {
    takeQuestion: (request, host, client) => take(request, host, client, (_, sent) => answerVisitor(db, recorder, sent)),
    giveFormToken(request, client) {
      if (!forms.takeNetwork(limitedNetworkOf(client))) return tooManyTokens();
      const asked = URL.canParse(request.url) ? new URL(request.url).searchParams.get("page") : null;
      const page = readPageToken(site.signer, asked ?? "", clock());
      const status = page ? 200 : 422;
      const text = page ? writeFormToken(site.signer, page.audienceId, clock()) : "";
      return new Response(text, { status, headers: { "content-type": "text/plain", "cache-control": "no-store" } });
    },
    takeForm: (request, host, client) => take(request, host, client, recordForm),
  };

  /** Limits come first: nothing is read for a request that is over one. */
  async function take(request: Request, host: Host, client: Client, record: Taking): Promise<Response> {
    const notice = (content: Notice, brand: NoticeBrand | null = null) =>
      noticeResponse({ language: noticeLanguage(request, brand), ...content, ...backOf(request) }, brand);
    const refused = () => notice({ status: 422, kind: "refused" });
    const tooMany = (tenantId?: string) => notice(tooManyNotice, brands.cached(tenantId));
    const isForm = record === recordForm;
    const hasFiles = isForm && isUpload(request);
    const limits = hasFiles ? [forms, uploads.limits] : [forms];
    const network = limitedNetworkOf(client);
    if (!limits.every((limit) => limit.takeNetwork(network))) return tooMany();
    const text = hasFiles ? undefined : await receiveText(request);
    if (text === "too long") return notice(isForm ? tooLong : noQuestion);
    // A form with files names its page in its address, too, so that the page's limits are checked before the files are read.
    const named = hasFiles ? new URL(request.url).searchParams : text?.fields;
    if (named?.get("page") === "") return notice({ status: 200, kind: "preview" });
    const page = readPageToken(site.signer, named?.get("page") ?? "", clock());
    if (!page || (!host.own && host.tenantId !== page.tenantId)) return refused();
    const { tenantId, audienceId } = page;
    if (!limits.every((limit) => limit.takePage(page))) return tooMany(tenantId);
    const refusalOf = (fields: URLSearchParams) => {
      if (!isFromPage(fields, audienceId)) return refused();
      const isUnlimited = !isForm || network === undefined || hasToken(fields);
      return isUnlimited || withoutToken.take(network) ? undefined : tooMany(tenantId);
    };
    const refusal = text && refusalOf(text.fields);
    if (refusal) return refusal;
    const turn = turns.next(tenantId);
    if (turn) await turn;
    const served = await pages.find(tenantId, audienceId);
    if (!served) return notice({ status: 410 }, await brands.ofTenant(tenantId));
    const { audience, document } = served;
    const brand = () => brands.ofPage(tenantId, audience.brand_id);
    const language = namedLanguage(request) ?? pageLanguage(document);
    const received = text ?? (await uploads.receive(request, tenantId, { document, language }, network));
    if ("status" in received) return notice({ language, ...received }, await brand());
    try {
      const { fields } = received;
      const refusalOfUpload = hasFiles ? refusalOf(fields) : undefined;
      if (refusalOfUpload) return refusalOfUpload;
      const mustHaveBegun = isForm && !hasToken(fields);
      const answer = await record(db, await visitorForm(request, client, { page, served, received, language, mustHaveBegun }));
      if (answer instanceof Response) return answer;
      const thanks = answer.status === 200 && thanksFor(document, fields.get("form"), language);
      return notice({ language, ...answer, ...thanks }, await brand());
    } finally {
      await received.discard();
    }
  }

  async function visitorForm(request: Request, client: Client, taken: TakenForm): Promise<VisitorForm> {
    const { page, served, received, language, mustHaveBegun } = taken;
    const { fields, files } = received;
    const { audience, document } = served;
    const now = clock();
    const { tenantId, audienceId } = page;
    const { page_id: pageId, external_id: externalId, account_id: accountId } = audience;
    // Meanwhile, the audience may be for somebody else: then the page names its former person, and the form is nobody's.
    const person = page.person ?? personHash(audience.person_id);
    const personId = person === personHash(audience.person_id) ? audience.person_id : null;
    const versionId = page.versionId ?? audience.published_version_id;
    const visited = { tenantId, audienceId, pageId, versionId, person };
    const visit = await visitOfForm(services, views, { request, client, fields, visited, mustHaveBegun });
    return {
      making: { tenantId, site, now, newId },
      from: { audienceId, pageId, externalId, personId, accountId },
      document,
      versionId,
      fields,
      files,
      visit,
      formToken: fields.get("_token") || undefined,
      takesEvents: request.headers.get("accept") === "text/event-stream",
      namedLanguage: namedLanguage(request),
      language,
      ...backOf(request),
    };
  }

  /** A token that a visitor's browser sends must be ours, and no machine must have filled in the field that nobody sees. */
  function isFromPage(fields: URLSearchParams, audienceId: string): boolean {
    const formToken = fields.get("_token");
    return !fields.get(decoyName) && (!formToken || readFormToken(site.signer, formToken, audienceId, clock()));
  }
}

/** Undefined where one address may be that of many clients. */
function limitedNetworkOf(client: Client): string | undefined {
  return client.isOneClient ? networkOf(client.address) : undefined;
}

function hasToken(fields: URLSearchParams): boolean {
  return Boolean(fields.get("_token"));
}

/** What was sent, and the page that it was sent from. */
interface TakenForm {
  page: PageToken;
  served: ServedDocument;
  received: ReceivedForm;
  language: string;
  mustHaveBegun: boolean;
}

/** A page of its own, or a notice. */
type Taking = (db: Database, sent: VisitorForm) => Promise<Response | Notice>;

function tooManyTokens(): Response {
  return new Response(null, { status: 429, headers: { "retry-after": "60" } });
}

/**
 * The path of the page that the form was sent from: in the form's address if it was sent from an answer, else as the browser names
 * it. Anybody can write either, so a link back leads to this host alone.
 */
function backOf(request: Request): { back?: string } {
  const host = request.headers.get("host") ?? "";
  const asked = URL.canParse(request.url) ? new URL(request.url).searchParams.get("back") : null;
  const from = asked?.startsWith("/") ? `http://${host}${asked}` : (request.headers.get("referer") ?? "");
  if (!URL.canParse(from) || new URL(from).host !== host) return {};
  const { pathname } = new URL(from);
  return pathname.startsWith("//") || pathname.startsWith("/_foyer/") ? {} : { back: pathname };
}
