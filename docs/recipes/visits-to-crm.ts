/**
 * Visits to a CRM's timeline: follows the feed and adds visits, questions and forms on an audience's page to its contact's
 * timeline. It keeps its position in a file, so it can be stopped at any time and misses nothing.
 *
 *   FOYER_URL=https://foyer.example.com FOYER_KEY=foyer_… CRM_URL=https://crm.example.com STATE_FOLDER=/var/lib/foyer-visits \
 *     npx bun docs/recipes/visits-to-crm.ts
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient, type FeedEvent, followEvents } from "../../client";
import { settings } from "./settings";

const { FOYER_URL, FOYER_KEY, CRM_URL, STATE_FOLDER } = settings("FOYER_URL", "FOYER_KEY", "CRM_URL", "STATE_FOLDER");
mkdirSync(STATE_FOLDER, { recursive: true });
const positionFile = join(STATE_FOLDER, "position");
const foyer = createClient({ url: FOYER_URL, apiKey: FOYER_KEY });

interface Entry {
  /** The identifier that the CRM has given the audience, or else Foyer's. */
  contact: string;
  title: string;
  at: string;
}

async function entryOf(event: FeedEvent): Promise<Entry | undefined> {
  switch (event.type) {
    case "audience_session.completed": {
      const { pageId, audienceId, timeSpentSeconds, questionsAskedCount: questions } = event.data;
      // Of an anonymous visit it is not known whose page it was.
      if (pageId === null || audienceId === null) return undefined;
      const title = `Visited the page for ${Math.round(timeSpentSeconds ?? 0)} s; questions: ${questions}`;
      return { contact: await contactOf(pageId, audienceId), title, at: event.createdAt };
    }
    case "question.asked":
      return { contact: event.data.externalId ?? event.data.audienceId, title: `Asked: ${event.data.text}`, at: event.createdAt };
    case "form.submitted":
      return { contact: event.data.externalId ?? event.data.audienceId, title: "Sent a form", at: event.createdAt };
    default:
      return undefined;
  }
}

const known = new Map<string, string>();

/** A visit's event names the audience by Foyer's identifier alone; the list of its page's links has the CRM's, too. */
async function contactOf(page_id: string, sought: string): Promise<string> {
  const found = known.get(sought);
  if (found !== undefined) return found;
  // Kept as well for one that is archived: it is not in the list.
  known.set(sought, sought);
  for await (const { audienceId, externalId } of foyer.each("listAudienceLinks", {
    params: { page_id },
    query: { limit: 100 },
  })) {
    known.set(audienceId, externalId ?? audienceId);
    if (audienceId === sought) break;
  }
  return known.get(sought) ?? sought;
}

const after = existsSync(positionFile) ? Number(readFileSync(positionFile, "utf8")) : 0;
for await (const event of followEvents({ url: FOYER_URL, apiKey: FOYER_KEY, after })) {
  const entry = await entryOf(event);
  if (entry) {
    // The event's identifier makes it safe to repeat, if this ends before the position is written.
    const headers = { "content-type": "application/json", "idempotency-key": event.eventId };
    const response = await fetch(`${CRM_URL}/timeline`, { method: "POST", headers, body: JSON.stringify(entry) });
    if (!response.ok) throw new Error(`The CRM answered ${response.status}`);
  }
  writeFileSync(`${positionFile}.new`, String(event.position));
  renameSync(`${positionFile}.new`, positionFile);
}
