import * as z from "zod";
import { batchOutcomes, itemProblem } from "../batches";
import { count, domain, email, identifier, itemOf, phoneNumber, requiredUrl, text, timestamp } from "../fields";
import { lazy, type Made } from "../lazy";
import { operation } from "../operation";
import { cappedCount, envelope, paging } from "../paging";
import { words } from "../words";

export const maxPersonNameLength = 255;

export const person = lazy(() =>
  z
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
    .meta({ id: "Person" }),
);
export type Person = Made<typeof person>;

const details = {
  domain: domain.optional(),
  phoneNumber: phoneNumber.optional(),
  linkedinProfileUrl: requiredUrl.optional(),
};

export const newPerson = z.strictObject({ name: text(1, maxPersonNameLength), email: email.optional(), ...details });
export type NewPerson = z.output<typeof newPerson>;

export const listPersons = operation({
  tier: "contract",
  number: 15,
  summary: "List persons, newest first",
  method: "GET",
  path: "/v0/persons",
  access: "persons:read",
  query: z.strictObject({
    ...paging,
    domain: domain.optional(),
    query: words("the name, e-mail address, domain or phone number").optional(),
  }),
  response: () => envelope(person(), cappedCount),
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
  body: newPerson,
  response: person,
  status: 201,
});

const maxBatch = 100;

export const upsertPersonBatch = operation({
  tier: "extension",
  summary: `Create or update up to ${maxBatch} persons`,
  description:
    "Each has its own result, in the order sent. One whose e-mail address a person has already is updated, the oldest of several; all others are created. A field left out stays as it is, and one who has the values already stays untouched, without an event. With `dryRun` everything is checked and nothing is changed: `person` is then the one that exists, or null.",
  method: "POST",
  path: "/v0/persons/batch",
  access: "persons:write",
  body: z.strictObject({
    persons: z.array(itemOf(newPerson)).min(1).max(maxBatch).meta({ description: "Each as for a single creation" }),
    dryRun: z.boolean().default(false),
  }),
  response: () =>
    z
      .strictObject({
        results: z.array(
          z.strictObject({
            outcome: z.enum(batchOutcomes).nullable(),
            person: person().nullable(),
            problem: itemProblem().nullable(),
          }),
        ),
      })
      .meta({ id: "PersonUpserts" }),
  status: 200,
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

export const getPersonNeighbours = operation({
  tier: "extension",
  summary: "Read which persons are before and after one",
  description: "In the order of the list of persons, the newest first.",
  method: "GET",
  path: "/v0/persons/{person_id}/neighbours",
  access: "persons:read",
  response: () =>
    z
      .strictObject({
        previousPersonId: identifier.nullable().meta({ description: "Null for the newest" }),
        nextPersonId: identifier.nullable().meta({ description: "Null for the oldest" }),
      })
      .meta({ id: "PersonNeighbours" }),
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
    name: text(1, maxPersonNameLength).optional(),
    email: email.nullish(),
    domain: domain.nullish(),
    phoneNumber: phoneNumber.nullish(),
    linkedinProfileUrl: requiredUrl.nullish(),
  }),
  response: person,
  status: 200,
  guardedBy: "getPerson",
  errors: ["not_found"],
});

/** What an erasure did to the rows of a table that showed the person. */
const erasedTable = lazy(() =>
  z
    .strictObject({
      table: z.string().meta({ description: "Each table that may hold a person's data" }),
      found: count.meta({ description: "Rows with data of the person, or of what was made for them" }),
      removed: count,
      changed: count.meta({ description: "Rows that stay without the person's data" }),
    })
    .meta({ id: "ErasedTable" }),
);
export type ErasedTable = Made<typeof erasedTable>;

export const deletePerson = operation({
  tier: "extension",
  summary: "Erase a person",
  description:
    "When it is answered, nothing that the API shows holds the person any more: record, built versions, names in addresses, visits, events, stored answers, and the questions and forms in which an e-mail address, phone number or profile of theirs is named, also one they had before. `erased` lists what was searched and removed. A form that is sent meanwhile under such an identifier is refused, for a minute. The account of the domain stays, and so do texts of your own, such as custom names and messages. An erasure that takes longer than 20 seconds answers 503: repeat the request to go on and hear the end of it, or a job finishes it. Copies outside, such as backups and what the database's files keep of deleted rows until they are rewritten, are the operator's.",
  method: "DELETE",
  path: "/v0/persons/{person_id}",
  access: "persons:write",
  response: () => z.strictObject({ personId: identifier, deleted: z.literal(true), erased: z.array(erasedTable()) }),
  status: 200,
  errors: ["not_found"],
});

export const upsertPersonByEmail = operation({
  tier: "extension",
  summary: "Create or update the person with an e-mail address",
  description:
    "Addresses are compared without regard to case. Of several persons with the address, the oldest is updated. Repeated with the same values it changes nothing: `updatedAt` stays, and no event is recorded.",
  method: "PUT",
  path: "/v0/persons/by_email/{email}",
  access: "persons:write",
  params: z.strictObject({ email }),
  body: z.strictObject({ name: text(1, maxPersonNameLength), ...details }),
  response: person,
  status: 201,
  findsExisting: true,
});
