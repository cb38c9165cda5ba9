import { createHash } from "node:crypto";
import type { Making } from "../context";
import { columns, integer, type RowOf, text, textOf } from "../storage/columns";

/** What can happen during a visit. The first seven are sent by the tracker, the others noted by the server. */
export type VisitEventType =
  | "start"
  | "time"
  | "depth"
  | "click"
  | "input"
  | "typed"
  | "end"
  | "view"
  | "signal"
  | "question"
  | "form";

/** What the data of each type holds. */
export interface VisitEventData {
  start: { utm: Campaign; isAutomated: boolean };
  /** An interval in which the visitor paid attention: from `at_ms` to this, on the page's own clock. */
  time: { to: number };
  depth: { percentage: number };
  click: { componentId: string; label: string; context: string; actionId: string | null };
  /** The first press of a key, a button or a finger. */
  input: Record<string, never>;
  /** Something was written into a field. */
  typed: Record<string, never>;
  /** The page is not seen any more. Its visitor may come back. */
  end: Record<string, never>;
  /** The page was shown by a browser that runs no scripts. */
  view: { utm?: Campaign };
  signal: { signal: VisitSignal };
  question: { questionId: string };
  /** `isPrefilled`: whoever sent it wrote nothing, as the page had filled it in. */
  form: { submissionId: string; isPrefilled?: true };
}

export const utmFields = ["campaign", "content", "medium", "source", "term"] as const;
type UtmField = (typeof utmFields)[number];
export type Campaign = Partial<Record<UtmField, string>>;

/** What a request or a network tells about who is visiting. */
export type VisitSignal =
  | "agent_is_bot"
  | "no_fetch_metadata"
  | "head_request"
  | "prefetch_header"
  | "decoy_link"
  | "many_persons_pages"
  | "internal_network";

export const visitEventColumns = columns({
  visit_key: text,
  /** One opening of the page in one tab, or what the server notes an event under. */
  load_key: text,
  seq: integer,
  type: textOf<VisitEventType | "run">(),
  /** When it happened and when it was sent, in milliseconds on the clock of this opening of the page. */
  at_ms: integer,
  sent_ms: integer,
  /** The server's clock. */
  received_at: integer,
  data: text,
});
/** An event, or several that were sent together (`event-runs.ts`). */
export type StoredEventRow = RowOf<typeof visitEventColumns>;
export interface VisitEventRow extends StoredEventRow {
  type: VisitEventType;
}

/** Replaces data that may name a person: texts of a page, and campaigns. */
export const namelessData: { readonly [Type in VisitEventType]?: Partial<VisitEventData[Type]> } = {
  start: { utm: {} },
  view: { utm: {} },
  click: { componentId: "", label: "", context: "" },
};

export const visitColumns = columns({
  visit_key: text,
  analytics_session_id: text,
  audience_session_id: text,
  /** Null for a visitor who does not want to be recognised. */
  audience_id: textOf<string | null>(),
  page_id: text,
  version_id: textOf<string | null>(),
  first_received_at: integer,
});
export type VisitRow = RowOf<typeof visitColumns>;

/** Whose page was visited, as its signed token says. */
export interface VisitedPage {
  tenantId: string;
  audienceId: string;
  pageId: string;
  versionId: string;
  /** From `personHash`; empty for a page that was made for nobody in particular. */
  person: string;
}

const personLength = 6;

export function personHash(personId: string | null): string {
  return personId === null ? "" : createHash("sha256").update(personId).digest("base64url").slice(0, personLength);
}

/** A visit as its events are stored: bound to its audience, so that a known key is of no use elsewhere. */
export interface Visit {
  visitKey: string;
  page: VisitedPage;
  /** Nothing that identifies the visitor is kept. */
  isAnonymous: boolean;
}

export function visitOf(page: VisitedPage, clientKey: string, isAnonymous: boolean): Visit {
  const owner = isAnonymous ? [withoutPrefix(page.pageId)] : [withoutPrefix(page.audienceId), page.person];
  return { visitKey: [clientKey, ...owner.filter(Boolean)].join("."), page, isAnonymous };
}

/** A visit that begins now. */
export function visitRow({ newId, now }: Pick<Making, "newId" | "now">, { visitKey, page, isAnonymous }: Visit): VisitRow {
  return {
    visit_key: visitKey,
    analytics_session_id: newId("visit"),
    audience_session_id: newId("session"),
    audience_id: isAnonymous ? null : page.audienceId,
    page_id: page.pageId,
    version_id: isAnonymous ? null : page.versionId,
    first_received_at: now,
  };
}

/** Of the person whom the opened page was made for; empty for nobody in particular. */
export function personHashOf({ visit_key }: VisitRow): string {
  return visit_key.split(".")[2] ?? "";
}

function withoutPrefix(id: string): string {
  return id.slice(id.indexOf("_") + 1);
}
