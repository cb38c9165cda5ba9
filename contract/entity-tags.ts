/** The reads whose answers have an ETag, and the fields that tell whether somebody has edited the record since. */
const editedFields = {
  getAsset: ["updatedAt", "trashedAt", "deletedAt"],
  getAudience: [
    "personId",
    "customName",
    "actionFormIdOverride",
    "actionFormInstructionsOverride",
    "actionUrlOverride",
    "supplementaryContext",
    "metadataOverride",
    "isNewPageAgent",
    "archivedAt",
  ],
  getBrand: ["updatedAt"],
  getForm: ["updatedAt"],
  getPage: ["updatedAt"],
  getPageTopics: ["topicIds"],
  getPerson: ["name", "email", "domain", "phoneNumber", "linkedinProfileUrl"],
  getTopic: ["title", "purpose", "sortOrder", "isDefault"],
  getTopicEntry: ["updatedAt"],
  getTopicEntryOrder: ["entryIds"],
} as const satisfies Record<string, readonly string[]>;

export type GuardId = keyof typeof editedFields;

export function isGuard(id: string): id is GuardId {
  return id in editedFields;
}

/** Computed from what the API answers, so that a client needs no header to know it. */
export function entityTag(guard: GuardId, record: unknown): string {
  const fields = record as Record<string, unknown>;
  const values: unknown[] = [];
  for (const name of editedFields[guard]) {
    const value = fields[name] ?? (name === "entryIds" ? entryIdsOf(record) : null);
    values.push(typeof value === "object" ? canonical(value) : value);
  }
  return `"${hashOf(JSON.stringify(values))}"`;
}

/** A topic has its entries' order too: who sees the topic needs no other read to change it. */
function entryIdsOf(record: unknown): string[] | undefined {
  const { entries } = record as { entries?: readonly { topicEntryId: string }[] };
  return entries?.map(({ topicEntryId }) => topicEntryId);
}

/** Equal content becomes equal text, whatever the order of its fields. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value ?? null;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return fields.sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, field]) => [name, canonical(field)]);
}

const prime = 0x01000193;

/** FNV-1a, twice with different starts. Forging a tag is worth nothing: leaving it out has the same effect. */
function hashOf(text: string): string {
  let one = 0x811c9dc5;
  let other = 0x9747b28c;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, prime) ^ (one >>> 17);
    other = Math.imul(other ^ code, prime) ^ (other >>> 17);
  }
  return hex(one) + hex(other);
}

function hex(hash: number): string {
  return (hash >>> 0).toString(16).padStart(8, "0");
}
