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
  const accounts = Array.from({ length: accountCount }, (_, index) => {
    const words = [places[index % places.length], trades[Math.floor(index / places.length)]];
    return { name: words.join(" "), domain: `${words.join("-").toLowerCase()}.example` };
  });
  const people = Array.from({ length: audienceCount }, (_, index) => {
    const name = `${chance.oneOf(firstNames)} ${chance.oneOf(lastNames)}`;
    const account = accounts[index % accountCount] as (typeof accounts)[number];
    const email = `${name.toLowerCase().replace(" ", ".")}.${index}@${account.domain}`;
    return { name, email, pageId: pageIds[index % pageIds.length] as string };
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
  for await (const { accountId, domain } of client.each("listAccounts", {})) {
    const name = accounts.find((account) => account.domain === domain)?.name;
    if (name) await client.updateAccount({ params: { account_id: accountId }, body: { name } });
  }
  return made;
}

function* groupsOf<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
