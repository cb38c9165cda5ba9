import { type NewPerson, newPerson } from "../../../contract";
import type { Handler, WriteContext } from "../../context";
import { Problem } from "../../records/problem";
import { checkedItem, describedProblem } from "../../validation/batch-item";
import { indexAudiencesOf } from "../audiences";
import { addPerson } from "./add-person";
import { findPersonToChangeByEmail, lockEmail, lockPersonsByEmail, toPerson } from "./queries";
import { editPerson } from "./updatePerson";

export const upsertPersonBatch: Handler<"upsertPersonBatch"> = async (ctx, { body: { persons, dryRun } }) => {
  const checked = persons.map((one, index) => checkedItem(newPerson, one, `body.persons[${index}]`));
  const given = checked.flatMap((one) => (one instanceof Problem ? [] : (one.email?.toLowerCase() ?? [])));
  const emails = [...new Set(given)].sort();
  // Two batches with the same new names and domains would wait for each other: no order is right for both.
  if (!dryRun) await ctx.db.lock(`person-batch ${ctx.tenantId}`);
  // A fixed order avoids deadlocks with callers that name one address.
  for (const email of emails) await lockEmail(ctx, email);
  // Persons before audiences, as in changes of audiences: this order avoids deadlocks, too.
  await lockPersonsByEmail(ctx, emails);
  const results = [];
  const renamed = new Set<string>();
  for (const one of checked) results.push(one instanceof Problem ? refused(one) : await upserted(ctx, one, dryRun, renamed));
  await indexAudiencesOf(
    ctx,
    [...renamed].map((personId) => ({ personId })),
  );
  return { results };
};

async function upserted(ctx: WriteContext, person: NewPerson, dryRun: boolean, renamed: Set<string>) {
  const row = person.email === undefined ? undefined : await findPersonToChangeByEmail(ctx, person.email);
  if (row && dryRun) return { outcome: "updated" as const, person: toPerson(row), problem: null };
  if (row) {
    const { email: _, ...changes } = person;
    const edited = await editPerson(ctx, row, changes);
    if (edited.isRenamed) renamed.add(row.person_id);
    return { outcome: "updated" as const, person: edited.person, problem: null };
  }
  return { outcome: "created" as const, person: dryRun ? null : await addPerson(ctx, person), problem: null };
}

function refused(problem: Problem) {
  return { outcome: null, person: null, problem: describedProblem(problem) };
}
