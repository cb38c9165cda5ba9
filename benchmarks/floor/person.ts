/** In quotes: PostgreSQL would otherwise fold the names, and SQLite takes them either way. */
export const columns = `person_id AS "personId", name, email, domain, slug, phone_number AS "phoneNumber",
  linkedin_profile_url AS "linkedinProfileUrl", created_at AS "createdAt", updated_at AS "updatedAt"`;

export const storedColumns =
  "tenant_id, person_id, name, email, email_key, domain, slug, phone_number, linkedin_profile_url, created_at, updated_at";

export type StoredPerson = (string | number | null)[];

interface SentPerson {
  name: string;
  email: string;
  phoneNumber: string | null;
  linkedinProfileUrl: string | null;
}

/** A new person, as it is stored and as it is shown. */
export function makePerson(tenantId: string, { name, email, phoneNumber, linkedinProfileUrl }: SentPerson) {
  const personId = Bun.randomUUIDv7();
  const domain = email.slice(email.indexOf("@") + 1);
  const now = Date.now();
  const row: StoredPerson = [tenantId, personId, name, email, email, domain, name, phoneNumber, linkedinProfileUrl, now, now];
  const person = { personId, name, email, domain, slug: name, phoneNumber, linkedinProfileUrl, createdAt: now, updatedAt: now };
  return { row, person };
}
