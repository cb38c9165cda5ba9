import type { Topic } from "../../../../contract";
import type { Reader } from "../../../storage/port";
import { type AccountRow, accountsOf } from "../../accounts";
import { type AudienceRow, audiencesById } from "../../audiences";
import { findPage, type PageRow, topicsOfPage } from "../../pages";
import { type PersonRow, personsById } from "../../persons";

/** All that a version is made from. */
export interface Subject {
  audience: AudienceRow;
  page: PageRow;
  topics: Topic[];
  person: PersonRow | null;
  /** Its own, or the one of its person's domain. */
  account: AccountRow | null;
}

export async function readSubjects(db: Reader, tenantId: string, audienceIds: readonly string[]): Promise<Map<string, Subject>> {
  return subjectsOf(db, tenantId, await audiencesById(db, tenantId, audienceIds));
}

/** Of many audiences, each page with its topics read once. */
export async function subjectsOf(db: Reader, tenantId: string, audiences: readonly AudienceRow[]): Promise<Map<string, Subject>> {
  if (audiences.length === 0) return new Map();
  const [pages, persons] = await Promise.all([
    readPages(db, tenantId, distinct(audiences.map(({ page_id }) => page_id))),
    personsById(db, tenantId, distinct(audiences.map(({ person_id }) => person_id))),
  ]);
  const personOf = new Map(persons.map((person) => [person.person_id, person]));
  const accountOf = await accountsOf(db, tenantId, {
    accountIds: distinct(audiences.map(({ account_id }) => account_id)),
    domains: distinct(persons.map(({ domain }) => domain)),
  });
  const subjects = new Map<string, Subject>();
  for (const audience of audiences) {
    const page = pages.get(audience.page_id);
    const person = personOf.get(audience.person_id ?? "") ?? null;
    const account = accountOf(audience.account_id, person?.domain ?? null);
    if (page) subjects.set(audience.audience_id, { audience, ...page, person, account });
  }
  return subjects;
}

async function readPages(
  db: Reader,
  tenantId: string,
  pageIds: string[],
): Promise<Map<string, Pick<Subject, "page" | "topics">>> {
  const pages = new Map<string, Pick<Subject, "page" | "topics">>();
  for (const pageId of pageIds) {
    const [page, topics] = await Promise.all([findPage(db, tenantId, pageId), topicsOfPage(db, tenantId, pageId)]);
    if (page) pages.set(pageId, { page, topics });
  }
  return pages;
}

function distinct(values: readonly (string | null)[]): string[] {
  return [...new Set(values.filter((value) => value !== null))];
}
