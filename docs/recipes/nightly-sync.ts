/**
 * A nightly sync: brings contacts of a CRM to Foyer, and what changed in Foyer since the last night back to the CRM. To be
 * started by cron. Repeating it changes nothing.
 *
 *   FOYER_URL=https://foyer.example.com FOYER_KEY=foyer_… CRM_URL=https://crm.example.com bun docs/recipes/nightly-sync.ts
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createClient } from "../../client";

const { FOYER_URL = "", FOYER_KEY, CRM_URL = "", POSITION_FILE = "foyer-sync-position" } = process.env;
const foyer = createClient({ url: FOYER_URL, apiKey: FOYER_KEY });

interface Contact {
  email: string;
  name: string;
}

const contacts = (await (await fetch(`${CRM_URL}/contacts`)).json()) as Contact[];
for (const { email, name } of contacts) {
  await foyer.upsertPersonByEmail({ params: { email }, body: { name } });
}
console.log(`${contacts.length} contacts brought to Foyer`);

let after = existsSync(POSITION_FILE) ? Number(readFileSync(POSITION_FILE, "utf8")) : 0;
let changes = 0;
for (let hasMore = true; hasMore; ) {
  const type = "person.created,person.updated,person.deleted";
  const page = await foyer.listEvents({ query: { after, type, limit: 100 } });
  for (const { eventId, subjectId, data } of page.items) {
    const headers = { "content-type": "application/json", "idempotency-key": eventId };
    const response = await fetch(`${CRM_URL}/persons/${subjectId}`, { method: "PUT", headers, body: JSON.stringify(data) });
    if (!response.ok) throw new Error(`The CRM answered ${response.status}`);
    changes += 1;
  }
  after = page.lastPosition ?? after;
  writeFileSync(`${POSITION_FILE}.new`, String(after));
  renameSync(`${POSITION_FILE}.new`, POSITION_FILE);
  hasMore = page.hasMore;
}
console.log(`${changes} changes brought to the CRM`);
