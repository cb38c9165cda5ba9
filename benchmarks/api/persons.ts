import * as personHandlers from "../../server/features/persons/handlers";
import { defaultTenantName, findTenantByName } from "../../server/features/tenants";
import { createIds } from "../../server/records/ids";
import type { Database } from "../../server/storage/port";

import { siteIn } from "../site";

const companies = 1_000;
const personsPerTransaction = 500;

const firstNames =
  `Ada Alan Amara Anders Aoife Barbara Carlos Chen Dana Elif Emma Fatima Femi Grace Hana Henrik Ines Ivan Jamal Jana
  Jonas Kateryna Kenji Lena Liam Lucia Maria Mateo Mei Nadia Noah Olga Omar Priya Rosa Samir Sofia Tomas Yuki Zoe`.split(/\s+/);
const lastNames =
  `Abara Almeida Andersen Bauer Bianchi Brown Chen Costa Dubois Eriksen Fischer Garcia Haddad Hansen Hopper Ivanova
  Jansen Kaya Kim Kowalski Larsen Lopez Lovelace Meyer Moreau Murphy Nakamura Novak Okafor Papas Patel Petrov Rossi Sato Schneider
  Silva Singh Smith Tanaka Turing Virtanen Wang Weber Yilmaz`.split(/\s+/);

interface NewPerson {
  name: string;
  email: string;
  phoneNumber: string;
  linkedinProfileUrl: string;
}

/** A person at one of the companies; `number` makes it unique, the rest is random. */
export function drawPerson(number: number | string): NewPerson {
  const draw = (count: number) => Math.floor(Math.random() * count);
  const first = firstNames[draw(firstNames.length)] as string;
  const last = lastNames[draw(lastNames.length)] as string;
  const handle = `${first}.${last}.${number}`.toLowerCase();
  return {
    name: `${first} ${last} ${number}`,
    email: `${handle}@company-${draw(companies)}.example`,
    phoneNumber: `+4915${10_000_000 + draw(90_000_000)}`,
    linkedinProfileUrl: `https://www.linkedin.com/in/${handle}`,
  };
}

/** Adds persons as the API would, account, counter and event included, many to a transaction; their identifiers, oldest first. */
export async function addPersons(db: Database, dataFolder: string, count: number): Promise<string[]> {
  const site = siteIn(dataFolder);
  const newId = createIds(Date.now);
  const tenant = await findTenantByName(db, defaultTenantName);
  if (!tenant) throw new Error("The database has no tenant yet");
  const personIds: string[] = [];

  const addSome = (from: number, to: number) =>
    db.transaction(async (tx) => {
      const ctx = {
        db: tx,
        dialect: db.dialect,
        tenantId: tenant.tenant_id,
        actor: { keyId: "none", scopes: [], expiresAt: null },
        now: Date.now(),
        newId,
        site,
      };
      const numbers = Array.from({ length: to - from }, (_, index) => from + index);
      // Issued together, so that PostgreSQL gets them in few round trips.
      const persons = await Promise.all(
        numbers.map((number) => personHandlers.createPerson(ctx, { params: {}, query: {}, body: drawPerson(number) })),
      );
      return persons.map((person) => person.personId);
    });

  for (let from = 0; from < count; from += personsPerTransaction) {
    personIds.push(...(await addSome(from, Math.min(count, from + personsPerTransaction))));
  }
  return personIds.sort();
}
