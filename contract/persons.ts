import * as z from "zod";
import { domain, email, identifier, phoneNumber, requiredUrl, text, timestamp } from "./fields";
import { operation } from "./operation";
import { cappedCount, envelope, paging } from "./paging";

export const person = z
  .strictObject({
    personId: identifier,
    name: z.string(),
    email: z.string().nullable(),
    domain: z.string().min(1).nullable(),
    slug: z.string(),
    phoneNumber: phoneNumber.nullable(),
    linkedinProfileUrl: z.string().min(1).nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: "Person" });
export type Person = z.output<typeof person>;

const details = {
  domain: domain.optional(),
  phoneNumber: phoneNumber.optional(),
  linkedinProfileUrl: requiredUrl.optional(),
};

export const listPersons = operation({
  tier: "contract",
  number: 15,
  summary: "List persons, newest first",
  method: "GET",
  path: "/v0/persons",
  access: "persons:read",
  query: z.strictObject(paging),
  response: envelope(person, cappedCount),
  status: 200,
  errors: ["invalid_cursor"],
});

export const createPerson = operation({
  tier: "contract",
  number: 12,
  summary: "Create a person",
  description:
    "The slug is made from the name and unique. Without `domain`, it is taken from a business e-mail address. An account for the domain is created when there is none.",
  method: "POST",
  path: "/v0/persons",
  access: "persons:write",
  body: z.strictObject({ name: text(1, 255), email: email.optional(), ...details }),
  response: person,
  status: 201,
});

export const getPerson = operation({
  tier: "contract",
  number: 18,
  summary: "Read a person",
  method: "GET",
  path: "/v0/persons/{person_id}",
  access: "persons:read",
  response: person,
  status: 200,
  errors: ["not_found"],
});

export const updatePerson = operation({
  tier: "extension",
  summary: "Change a person",
  description:
    "A field left out stays as it is; null clears it. The slug stays. Moving to a domain without an account creates the account.",
  method: "PATCH",
  path: "/v0/persons/{person_id}",
  access: "persons:write",
  body: z.strictObject({
    name: text(1, 255).optional(),
    email: email.nullish(),
    domain: domain.nullish(),
    phoneNumber: phoneNumber.nullish(),
    linkedinProfileUrl: requiredUrl.nullish(),
  }),
  response: person,
  status: 200,
  errors: ["not_found"],
});

export const deletePerson = operation({
  tier: "extension",
  summary: "Erase a person",
  description:
    "The record, its events and the stored answers that show it are deleted; the account of its domain stays. Copies outside, such as backups and what the database's files keep of deleted rows until they are rewritten, are the operator's.",
  method: "DELETE",
  path: "/v0/persons/{person_id}",
  access: "persons:write",
  response: z.strictObject({ personId: identifier, deleted: z.literal(true) }),
  status: 200,
  errors: ["not_found"],
});

export const upsertPersonByEmail = operation({
  tier: "extension",
  summary: "Create or update the person with an e-mail address",
  description: "Addresses are compared without regard to case. Of several persons with the address, the oldest is updated.",
  method: "PUT",
  path: "/v0/persons/by_email/{email}",
  access: "persons:write",
  params: z.strictObject({ email }),
  body: z.strictObject({ name: text(1, 255), ...details }),
  response: person,
  status: 201,
  findsExisting: true,
});
