/**
 * A nightly sync: brings what changed in Foyer since the last night to a CRM, and the CRM's contacts to Foyer. To be started by
 * cron. Repeating it changes nothing: a contact that is the same as in Foyer is no event there. Who was erased in Foyer is deleted
 * in the CRM, and not brought back. Contacts that Foyer refuses are named by their identifier in the CRM, and it ends with 1.
 *
 *   FOYER_URL=https://foyer.example.com FOYER_KEY=foyer_… CRM_URL=https://crm.example.com STATE_FOLDER=/var/lib/foyer-sync \
 *     npx bun docs/recipes/nightly-sync.ts
 */
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient, FoyerError } from "../../client";
import { settings } from "./settings";

const { FOYER_URL, FOYER_KEY, CRM_URL, STATE_FOLDER } = settings("FOYER_URL", "FOYER_KEY", "CRM_URL", "STATE_FOLDER");
mkdirSync(STATE_FOLDER, { recursive: true });
const positionFile = join(STATE_FOLDER, "position");
const sentFile = join(STATE_FOLDER, "sent");
const foyer = createClient({ url: FOYER_URL, apiKey: FOYER_KEY });

interface Contact {
  id: string;
  /** Null or empty where the CRM has none. */
  email: string | null;
  name: string;
}

interface Change {
  eventId: string;
  type: string;
  subjectId: string;
  data: unknown;
}

/** Which person each contact became, or "erased": lines of two words, of which the last counts. Addresses are kept as hashes. */
const sent = new Map(
  readIfThere(sentFile)
    .trimEnd()
    .split("\n")
    .map((line) => line.split(" ") as [string, string]),
);

function remember(contact: string, became: string): void {
  if (sent.get(contact) !== became) appendFileSync(sentFile, `${contact} ${became}\n`);
  sent.set(contact, became);
}

/** First: otherwise contacts of those who were erased today would be sent once more. */
await bringChanges();
await bringContacts();

async function bringChanges(): Promise<void> {
  let after = Number(readIfThere(positionFile));
  let changes = 0;
  for (let hasMore = true; hasMore; ) {
    const type = "person.created,person.updated,person.deleted";
    const page = await foyer.listEvents({ query: { after, type, limit: 100 } });
    for (const event of page.items) await bringChange(event);
    changes += page.items.length;
    after = page.lastPosition ?? after;
    writeFileSync(`${positionFile}.new`, String(after));
    renameSync(`${positionFile}.new`, positionFile);
    hasMore = page.hasMore;
  }
  console.log(`Changes brought to the CRM: ${changes}`);
}

async function bringChange({ eventId, type, subjectId, data }: Change): Promise<void> {
  const isErased = type === "person.deleted";
  const headers = { "content-type": "application/json", "idempotency-key": eventId };
  const response = await fetch(`${CRM_URL}/persons/${subjectId}`, {
    headers,
    ...(isErased ? { method: "DELETE" } : { method: "PUT", body: JSON.stringify(data) }),
  });
  // Whom the CRM has never known, it can't delete.
  if (!response.ok && !(isErased && response.status === 404)) throw new Error(`The CRM answered ${response.status}`);
  if (!isErased) return;
  for (const [contact, became] of sent) if (became === subjectId) remember(contact, "erased");
}

async function bringContacts(): Promise<void> {
  const contacts = (await (await fetch(`${CRM_URL}/contacts`)).json()) as Contact[];
  let brought = 0;
  for (const { id, email, name } of contacts) {
    if (!email) continue;
    const contact = createHash("sha256").update(email.toLowerCase()).digest("hex");
    if (sent.get(contact) === "erased") continue;
    try {
      const { personId } = await foyer.upsertPersonByEmail({ params: { email }, body: { name } });
      remember(contact, personId);
      brought += 1;
    } catch (error) {
      // One with an address that is none, say, keeps nobody after it from being brought.
      if (!(error instanceof FoyerError && error.code === "validation_failed")) throw error;
      console.error(`Contact ${id} is not brought: ${error.detail}`);
      process.exitCode = 1;
    }
  }
  console.log(`Contacts brought to Foyer: ${brought}`);
}

function readIfThere(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}
