import type { NewPerson, Person } from "../../../contract";
import type { Making, Writing } from "../../context";
import { eventInsert, eventsChannel } from "../../events/record";
import { recordWrites } from "../../search/records";
import type { Write } from "../../storage/port";
import { ensuredAccount } from "../accounts";
import { businessDomain } from "./free-mail";
import { onePersonMore, type PersonRow, personInsert, personRecord, toPerson } from "./queries";
import { freeSlug, slugOf } from "./slug";

export async function addPerson(ctx: Writing, body: NewPerson): Promise<Person> {
  const row = rowOfNewPerson(ctx, body);
  const base = row.slug;
  for (;;) {
    const person = toPerson(row);
    if (await ctx.db.write(personWrite(ctx, row, JSON.stringify(person)))) return person;
    row.slug = await freeSlug(ctx, base);
  }
}

export function rowOfNewPerson(ctx: Making, body: NewPerson): PersonRow {
  return {
    person_id: ctx.newId("person"),
    name: body.name,
    email: body.email ?? null,
    domain: body.domain ?? (body.email === undefined ? null : businessDomain(body.email)),
    slug: slugOf(body.name),
    phone_number: body.phoneNumber ?? null,
    linkedin_profile_url: body.linkedinProfileUrl ?? null,
    created_at: ctx.now,
    updated_at: ctx.now,
  };
}

/** Adds nothing when another person has the slug. */
export function personWrite(ctx: Making, row: PersonRow, json: string): Write {
  return {
    insert: personInsert(ctx.tenantId, row),
    wakes: eventsChannel,
    followedBy: () => [
      ...(row.domain === null ? [] : [ensuredAccount(ctx, row.domain)]),
      { insert: onePersonMore(ctx) },
      { insert: eventInsert(ctx, "person.created", row.person_id, json) },
      ...recordWrites(ctx, "persons", personRecord(row)),
    ],
  };
}
