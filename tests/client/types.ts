import type { Client } from "../../client";

/** Never called: the compiler is the one who checks these promises. */
export async function typesPromise(foyer: Client) {
  const person = await foyer.createPerson({ body: { name: "Ada" } });
  person.slug satisfies string;
  person.email satisfies string | null;
  await foyer.listPersons();
  await foyer.rotateApiKey({ params: { key_id: "key_1" } });
  for await (const log of foyer.each("listAccountLogs", { params: { account_id: "account_1" } })) log.payload satisfies object;
  await foyer.createAudienceBatch({ params: { page_id: "page_1" }, body: { audiences: [{ externalId: "deal-1" }] } });
  // @ts-expect-error an audience has no such field
  await foyer.createAudienceBatch({ params: { page_id: "page_1" }, body: { audiences: [{ extrnalId: "deal-1" }] } });
  await batchesPromise(foyer);
  // @ts-expect-error a person has no such field
  person.age;
  // @ts-expect-error a body is needed
  await foyer.createPerson();
  // @ts-expect-error a name is needed
  await foyer.createPerson({ body: {} });
  // @ts-expect-error there is no such field
  await foyer.createPerson({ body: { name: "Ada", nickname: "A" } });
  // @ts-expect-error a change needs a body, even one whose fields can all be left out
  await foyer.updatePerson({ params: { person_id: "person_1" } });
  // @ts-expect-error the path has a parameter
  await foyer.getPerson({});
  // @ts-expect-error the parameter has another name
  await foyer.getPerson({ params: { personId: "person_1" } });
  // @ts-expect-error reading takes no body
  await foyer.getPerson({ params: { person_id: "person_1" }, body: {} });
  // @ts-expect-error there is no such filter
  await foyer.listPersons({ query: { age: 36 } });
  // @ts-expect-error not a list
  foyer.each("getPerson", { params: { person_id: "person_1" } });
  (await foyer.csv("listAudienceLinks", { params: { page_id: "page_1" } })) satisfies string;
  // @ts-expect-error not a list that is answered as CSV
  foyer.csv("listPersons");
  // @ts-expect-error the list is one account's
  foyer.each("listAccountLogs");
  // @ts-expect-error there is no such operation
  foyer.createUnicorn;
}

/** The items of batches, which the service checks one by one, are typed like what is sent and answered alone. */
async function batchesPromise(foyer: Client) {
  const params = { page_id: "page_1" };
  const { results: persons } = await foyer.upsertPersonBatch({ body: { persons: [{ name: "Ada", email: "ada@acme.com" }] } });
  for (const { outcome, person, problem } of persons) {
    outcome satisfies "created" | "updated" | null;
    person?.email satisfies string | null | undefined;
    problem?.code satisfies string | undefined;
    // @ts-expect-error a person has no such field
    person?.age;
  }
  // @ts-expect-error a name is needed
  await foyer.upsertPersonBatch({ body: { persons: [{ email: "ada@acme.com" }] } });
  // @ts-expect-error a name is a text
  await foyer.upsertPersonBatch({ body: { persons: [{ name: 36 }] } });
  // @ts-expect-error a person has no such field
  await foyer.upsertPersonBatch({ body: { persons: [{ name: "Ada", nickname: "A" }] } });
  const { results: audiences } = await foyer.upsertAudienceBatch({ params, body: { audiences: [{ externalId: "deal-1" }] } });
  for (const { audience } of audiences) {
    audience?.computedName satisfies string | undefined;
    // @ts-expect-error an audience has no such field
    audience?.extrnalId;
  }
  // @ts-expect-error an identifier of the caller's is needed
  await foyer.upsertAudienceBatch({ params, body: { audiences: [{ personId: "person_1" }] } });
  // @ts-expect-error an audience has no such field
  await foyer.upsertAudienceBatch({ params, body: { audiences: [{ externalId: "deal-1", extrnalId: "deal-1" }] } });
  const { results: created } = await foyer.createAudienceBatch({ params, body: { audiences: [{ externalId: "deal-1" }] } });
  // @ts-expect-error an audience has no such field
  created[0]?.audience?.extrnalId;
}
