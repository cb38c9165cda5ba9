/**
 * Visits to a CRM's timeline: follows the feed and adds visits, questions and forms on an audience's page to its contact's
 * timeline. It keeps its position in a file, so it can be stopped at any time and misses nothing.
 *
 *   FOYER_URL=https://foyer.example.com FOYER_KEY=foyer_… CRM_URL=https://crm.example.com bun docs/recipes/visits-to-crm.ts
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { type FeedEvent, followEvents } from "../../client";

const { FOYER_URL = "", FOYER_KEY = "", CRM_URL = "", POSITION_FILE = "foyer-position" } = process.env;

function entryOf(event: FeedEvent): { contact: string; title: string; at: string } | undefined {
  switch (event.type) {
    case "audience_session.completed": {
      const { audienceId, timeSpentSeconds, questionsAskedCount: questions } = event.data;
      // Of an anonymous visit it is not known whose page it was.
      if (audienceId === null) return undefined;
      const title = `Visited the page for ${Math.round(timeSpentSeconds ?? 0)} s and asked ${questions} questions`;
      return { contact: audienceId, title, at: event.createdAt };
    }
    case "question.asked":
      return { contact: event.data.audienceId, title: `Asked: ${event.data.text}`, at: event.createdAt };
    case "form.submitted":
      return { contact: event.data.audienceId, title: "Sent a form", at: event.createdAt };
    default:
      return undefined;
  }
}

const after = existsSync(POSITION_FILE) ? Number(readFileSync(POSITION_FILE, "utf8")) : 0;
for await (const event of followEvents({ url: FOYER_URL, apiKey: FOYER_KEY, after })) {
  const entry = entryOf(event);
  if (entry) {
    // The event's identifier makes it safe to repeat, if this ends before the position is written.
    const headers = { "content-type": "application/json", "idempotency-key": event.eventId };
    const response = await fetch(`${CRM_URL}/timeline`, { method: "POST", headers, body: JSON.stringify(entry) });
    if (!response.ok) throw new Error(`The CRM answered ${response.status}`);
  }
  writeFileSync(`${POSITION_FILE}.new`, String(event.position));
  renameSync(`${POSITION_FILE}.new`, POSITION_FILE);
}
