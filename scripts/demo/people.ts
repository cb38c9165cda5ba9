import type { Client } from "../../client";
import { createChance } from "./chance";

const audienceCount = 500;
const accountCount = 60;
const atOnce = 100;

const firstNames = ["Ada", "Grace", "Linus", "Margaret", "Dennis", "Barbara", "Ken", "Radia", "Edsger", "Frances"];
const lastNames = ["Marques", "Okafor", "Lindqvist", "Tanaka", "Moreau", "Novak", "Silva", "Berg", "Haddad", "Rossi"];
const trades = ["Shipping", "Foods", "Robotics", "Textiles", "Energy", "Tools"];
const places = ["Porto", "Oslo", "Lyon", "Kyoto", "Gdansk", "Bergen", "Turin", "Ghent", "Malmo", "Cadiz"];

/** An audience as its visitors know it. */
export interface DemoAudience {
  pageId: string;
  path: string;
  name: string;
  email: string;
}

/** Persons in 60 accounts, each an audience of one of the pages. */
export async function makePeople(client: Client, pageIds: readonly string[]): Promise<DemoAudience[]> {
  const chance = createChance(1);
  const domains: string[] = [];
  for (let index = 0; index < accountCount; index += 1) {
    const words = [places[index % places.length], trades[Math.floor(index / places.length)]];
    const domain = `${words.join("-").toLowerCase()}.example`;
    await client.createAccount({ body: { domain, name: words.join(" ") } });
    domains.push(domain);
  }
  const people = Array.from({ length: audienceCount }, (_, index) => {
    const name = `${chance.oneOf(firstNames)} ${chance.oneOf(lastNames)}`;
    const email = `${name.toLowerCase().replace(" ", ".")}.${index}@${domains[index % accountCount]}`;
    // People of one account are on different pages.
    const pageId = pageIds[(index + Math.floor(index / accountCount)) % pageIds.length] as string;
    return { name, email, pageId };
  });
  const made: DemoAudience[] = [];
  for (const group of groupsOf(people, atOnce)) {
    const persons = group.map(({ name, email }) => ({ name, email }));
    const { results } = await client.upsertPersonBatch({ body: { persons } });
    const known = group.map((person, index) => ({ ...person, personId: results[index]?.person?.personId as string }));
    for (const pageId of pageIds) {
      const mine = known.filter((person) => person.pageId === pageId);
      const audiences = mine.map(({ personId, email }) => ({ personId, externalId: email }));
      await client.upsertAudienceBatch({ params: { page_id: pageId }, body: { audiences } });
    }
  }
  const byEmail = new Map(people.map((person) => [person.email, person]));
  for (const pageId of pageIds) {
    for await (const { externalId, publicUrl } of client.each("listAudienceLinks", { params: { page_id: pageId } })) {
      const person = byEmail.get(externalId ?? "");
      if (person && publicUrl) made.push({ ...person, path: new URL(publicUrl).pathname });
    }
  }
  return made;
}

function* groupsOf<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
