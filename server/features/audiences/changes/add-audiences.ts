import type { Audience, FieldProblem, NewAudience } from "../../../../contract";
import type { Writing } from "../../../context";
import { recordEvent } from "../../../events/record";
import { Problem } from "../../../records/problem";
import { accountsOf } from "../../accounts";
import { addLink, addToLinkCount } from "../../page-links";
import { addToAudienceCount, numberAudiences, type PageRow } from "../../pages";
import { type PersonRow, personsById, slugOf } from "../../persons";
import { type BuildInput, publishFirstVersions, sharedInputOf } from "../../publishing";
import { addMessage } from "../history/add-message";
import { type AudienceRow, audienceIdByExternalId, insertAudience } from "../queries";
import { wholeAudiencesById } from "../reading/whole-audiences";
import { indexAudiences } from "./index-audiences";
import { overrideColumns, toOverrides } from "./overrides";
import { unknownReference } from "./references";

/** An audience to be created, and its location in the request. */
export interface RequestedAudience {
  body: NewAudience;
  location: string;
}

/** Creates audiences of a page, each with a live version and a link. Returns a problem for each one that is refused. */
export async function addAudiences(
  ctx: Writing,
  page: PageRow,
  requested: readonly RequestedAudience[],
): Promise<(Audience | Problem)[]> {
  const checked = await checkReferences(ctx, requested);
  const rows = await makeRows(ctx, page, requested, checked);
  const inserted = await insertAll(ctx, rows);
  const made = inserted.filter((row): row is AudienceRow => !(row instanceof Problem));
  const shared = await sharedInputOf(ctx.db, ctx.tenantId, page, made);
  const inputs = made.map((audience) => ({ audience, ...shared, ...checked.personAndAccountOf(audience) }));
  await Promise.all([
    publishFirstVersions(ctx, inputs),
    ...made.map((audience) =>
      addMessage(ctx, audience.audience_id, { role: "system", text: "Created", changes: {}, snapshot: toOverrides(audience) }),
    ),
    addLinks(ctx, inputs),
    addToLinkCount(ctx, made.length),
    addToAudienceCount(ctx, page.page_id, made.length),
  ]);
  const audienceIds = made.map(({ audience_id }) => audience_id);
  const [audiences] = await Promise.all([wholeAudiencesById(ctx, audienceIds), indexAudiences(ctx, audienceIds)]);
  await Promise.all(
    [...audiences.values()].map((audience) => recordEvent(ctx, "audience.created", audience.audienceId, audience)),
  );
  return inserted.map((row) => (row instanceof Problem ? row : (audiences.get(row.audience_id) as Audience)));
}

/** Tells what is wrong with the references of each. */
export async function referenceProblems(
  ctx: Writing,
  requested: readonly RequestedAudience[],
): Promise<References["problemsOf"]> {
  return (await checkReferences(ctx, requested)).problemsOf;
}

interface References {
  problemsOf(requested: RequestedAudience): FieldProblem[];
  personAndAccountOf(audience: AudienceRow): Pick<BuildInput, "person" | "account">;
}

/** Locks the persons, so that erasing one waits for its new audience and finds it. */
async function checkReferences(ctx: Writing, requested: readonly RequestedAudience[]): Promise<References> {
  const given = (field: "personId" | "accountId") => requested.flatMap(({ body }) => body[field] ?? []);
  const persons = await personsById(ctx.db, ctx.tenantId, given("personId"), ctx.dialect.forShare);
  const personOf = new Map<string, PersonRow>(persons.map((person) => [person.person_id, person]));
  const accountOf = await accountsOf(ctx.db, ctx.tenantId, {
    accountIds: given("accountId"),
    domains: persons.flatMap(({ domain }) => domain ?? []),
  });
  return {
    problemsOf: ({ body: { personId, accountId }, location }) => [
      ...(personId == null || personOf.has(personId) ? [] : [unknownReference(`${location}.personId`, "person")]),
      ...(accountId == null || accountOf(accountId, null) ? [] : [unknownReference(`${location}.accountId`, "account")]),
    ],
    personAndAccountOf({ person_id, account_id }) {
      const person = personOf.get(person_id ?? "") ?? null;
      return { person, account: accountOf(account_id, person?.domain ?? null) };
    },
  };
}

async function makeRows(
  ctx: Writing,
  page: PageRow,
  requested: readonly RequestedAudience[],
  { problemsOf }: References,
): Promise<(AudienceRow | Problem)[]> {
  const nameless = requested.filter(({ body }) => body.personId == null).length;
  let number = nameless === 0 ? 0 : (await numberAudiences(ctx, page.page_id, nameless)) - nameless;
  return requested.map((one) => {
    const errors = problemsOf(one);
    if (errors.length > 0) return new Problem("validation_failed", { errors });
    const { body } = one;
    const versionId = ctx.newId("version");
    return {
      audience_id: ctx.newId("audience"),
      page_id: page.page_id,
      status: "published",
      person_id: body.personId ?? null,
      account_id: body.accountId ?? null,
      external_id: body.externalId ?? null,
      number: body.personId == null ? ++number : null,
      ...overrideColumns(body),
      is_new_page_agent: Number(body.isNewPageAgent ?? true),
      latest_version_id: versionId,
      published_version_id: versionId,
      versions_made: 1,
      messages_made: 1,
      created_at: ctx.now,
      archived_at: null,
    };
  });
}

/** In the order of their identifiers, which avoids deadlocks with others who add the same ones. */
async function insertAll(ctx: Writing, rows: readonly (AudienceRow | Problem)[]): Promise<(AudienceRow | Problem)[]> {
  const outcomes = [...rows];
  const inOrder = [...rows.entries()].sort(
    ([, one], [, other]) => Number(keyOf(one) > keyOf(other)) - Number(keyOf(one) < keyOf(other)),
  );
  const insert = async ([index, row]: [number, AudienceRow | Problem]) => {
    if (!(row instanceof Problem)) outcomes[index] = await insertOne(ctx, row);
  };
  await Promise.all(inOrder.map(insert));
  return outcomes;
}

function keyOf(row: AudienceRow | Problem): string {
  return row instanceof Problem ? "" : (row.external_id ?? "");
}

/** Whose audience has the identifier is read without a lock: its change may wait for the page's numbers, which we hold. */
async function insertOne(ctx: Writing, row: AudienceRow): Promise<AudienceRow | Problem> {
  if (await insertAudience(ctx, row)) return row;
  const existingId = await audienceIdByExternalId(ctx, row.page_id, row.external_id as string);
  return new Problem("external_id_taken", existingId === undefined ? undefined : { existingId });
}

/** Links with the same path are added one after the other, because each looks for the next free suffix. */
async function addLinks(ctx: Writing, inputs: readonly BuildInput[]): Promise<void> {
  const wishes = Map.groupBy(inputs, ({ audience, page, person }) => {
    return `/${slugOf(page.name, "page")}/${person?.slug ?? `audience-${audience.number}`}`;
  });
  const inTurn = async ([path, wishing]: [string, BuildInput[]]) => {
    for (const { audience } of wishing) await addLink(ctx, { path, audienceId: audience.audience_id });
  };
  // A fixed order avoids deadlocks with another batch for the same persons.
  await Promise.all([...wishes].sort(([one], [other]) => (one < other ? -1 : 1)).map(inTurn));
}
