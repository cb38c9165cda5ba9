import type { Person } from "../../../contract";
import type { Handler, WriteContext } from "../../context";
import { recordEvent } from "../../events/record";
import { ensureAccount } from "../accounts";
import { businessDomain } from "./free-mail";
import { countPersons, insertPerson, type PersonRow, toPerson } from "./queries";
import { freeSlug, slugOf } from "./slug";

export const createPerson: Handler<"createPerson"> = (ctx, { body }) => addPerson(ctx, body);

interface NewPerson {
  name: string;
  email?: string | undefined;
  domain?: string | undefined;
  phoneNumber?: string | undefined;
  linkedinProfileUrl?: string | undefined;
}

export async function addPerson(ctx: WriteContext, body: NewPerson): Promise<Person> {
  const base = slugOf(body.name);
  const row: PersonRow = {
    person_id: ctx.newId("person"),
    name: body.name,
    email: body.email ?? null,
    domain: body.domain ?? (body.email === undefined ? null : businessDomain(body.email)),
    slug: base,
    phone_number: body.phoneNumber ?? null,
    linkedin_profile_url: body.linkedinProfileUrl ?? null,
    created_at: ctx.now,
    updated_at: ctx.now,
  };
  while (!(await insertPerson(ctx, row))) {
    // Persons of the same name that are created together would all try the same suffix.
    await ctx.db.lock(`slug ${ctx.tenantId} ${base}`);
    row.slug = await freeSlug(ctx.db, ctx.tenantId, base);
  }
  const person = toPerson(row);
  await Promise.all([
    row.domain === null ? undefined : ensureAccount(ctx, row.domain),
    countPersons(ctx, 1),
    recordEvent(ctx, "person.created", row.person_id, person),
  ]);
  return person;
}
