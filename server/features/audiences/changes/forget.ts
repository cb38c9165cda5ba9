import type { Writing } from "../../../context";
import { noteAudiences } from "../../../erasure/audiences";
import { type ErasureStage, untilNothingIsFound } from "../../../erasure/erasure";
import { recordEvents } from "../../../events/record";
import { removeRecords } from "../../../search/records";
import { numberAudiences } from "../../pages";
import { type AudienceRow, audiencesOfPersonToChange, removeFormerPersons, removePerson, setNumber } from "../queries";
import { wholeAudiencesById } from "../reading/whole-audiences";
import { indexAudiences } from "./index-audiences";

/** The person's audiences stay, without a name. Notes them for later stages, and those that were for the person before. */
export const forgetInAudiences: ErasureStage = {
  name: "audiences",
  tables: ["audiences", "search_pending", "search_records", "search_terms"],
  weight: 4,
  // From here on the transaction holds the search indexes of persons and audiences, for which others of the tenant wait.
  endsTransaction: true,
  async forget(ctx, position) {
    const { person, limit } = ctx;
    const audiences = await audiencesOfPersonToChange(ctx, person.person_id, { after: position, limit });
    const own = audiences.filter(({ person_id }) => person_id === person.person_id);
    await numberThem(ctx, own);
    await Promise.all([removePerson(ctx, idsOf(own)), noteAudiences(ctx, "own", idsOf(audiences))]);
    // At once, not only when the index gets to it: their blocks may still have the person's name.
    await removeRecords(ctx, "audiences", idsOf(audiences));
    await Promise.all([indexAudiences(ctx, idsOf(audiences)), recordChanges(ctx, idsOf(own))]);
    ctx.count("audiences", { found: audiences.length, changed: own.length });
    return { rows: audiences.length, next: audiences.length < limit ? undefined : audiences.at(-1)?.audience_id };
  },
};

/** After the stage that notes these audiences. */
export const forgetFormerPersons: ErasureStage = {
  name: "former persons",
  tables: ["former_persons"],
  async forget(ctx) {
    const removed = await removeFormerPersons(ctx, ctx.person.person_id, ctx.limit);
    ctx.count("former_persons", { found: removed, removed });
    return untilNothingIsFound(removed, ctx.limit);
  },
};

/** Gives a number to each audience without one: it is their name from now on. */
async function numberThem(ctx: Writing, audiences: readonly AudienceRow[]): Promise<void> {
  const unnumbered = audiences.filter(({ number }) => number === null);
  for (const [pageId, ofPage] of Map.groupBy(unnumbered, ({ page_id }) => page_id)) {
    const last = await numberAudiences(ctx, pageId, ofPage.length);
    const first = last - ofPage.length + 1;
    await Promise.all(ofPage.map(({ audience_id }, index) => setNumber(ctx, audience_id, first + index)));
  }
}

async function recordChanges(ctx: Writing, audienceIds: readonly string[]): Promise<void> {
  const changed = await wholeAudiencesById(ctx, audienceIds);
  await recordEvents(
    ctx,
    [...changed].map(([subjectId, data]) => ({ type: "audience.updated", subjectId, data })),
  );
}

function idsOf(audiences: readonly AudienceRow[]): string[] {
  return audiences.map(({ audience_id }) => audience_id);
}
