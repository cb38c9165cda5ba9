import { type NewPerson, newPerson } from "../../../contract";
import type { Handler, WriteContext } from "../../context";
import { Problem } from "../../records/problem";
import { checkedItem, describedProblem } from "../../validation/batch-item";
import { addPerson } from "./add-person";
import { findPersonToChangeByEmail, toPerson } from "./queries";
import { changePerson } from "./updatePerson";

export const upsertPersonBatch: Handler<"upsertPersonBatch"> = async (ctx, { body: { persons, dryRun } }) => {
  const checked = persons.map((one, index) => checkedItem(newPerson, one, `body.persons[${index}]`));
  const emails = checked.flatMap((one) => (one instanceof Problem ? [] : (one.email?.toLowerCase() ?? [])));
  // Two batches with the same new names and domains would wait for each other: no order is right for both.
  if (!dryRun) await ctx.db.lock(`person-batch ${ctx.tenantId}`);
  // A fixed order avoids deadlocks with those who name one address.
  for (const email of [...new Set(emails)].sort()) await ctx.db.lock(`person-email ${ctx.tenantId} ${email}`);
  const results = [];
  for (const one of checked) results.push(one instanceof Problem ? refused(one) : await upserted(ctx, one, dryRun));
  return { results };
};

async function upserted(ctx: WriteContext, person: NewPerson, dryRun: boolean) {
  const row = person.email === undefined ? undefined : await findPersonToChangeByEmail(ctx, person.email);
  if (row) {
    const { email: _, ...changes } = person;
    return { outcome: "updated" as const, person: dryRun ? toPerson(row) : await changePerson(ctx, row, changes), problem: null };
  }
  return { outcome: "created" as const, person: dryRun ? null : await addPerson(ctx, person), problem: null };
}

function refused(problem: Problem) {
  return { outcome: null, person: null, problem: describedProblem(problem) };
}
