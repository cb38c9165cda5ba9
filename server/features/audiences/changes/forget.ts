import type { Writing } from "../../../context";
import { forgetRecords } from "../../../events/forget";
import { recordEvents } from "../../../events/record";
import { numberAudiences } from "../../pages";
import { type AudienceRow, audiencesOfPersonToChange, removeFormerPerson, removePerson, setNumber } from "../queries";
import { wholeAudiencesById } from "../reading/whole-audiences";

/**
 * Erases a person from their audiences, which stay without a name, and from what was recorded of these. Returns the audiences,
 * and those that were for the person before.
 */
export async function forgetInAudiences(ctx: Writing, personId: string): Promise<AudienceRow[]> {
  const audiences = await audiencesOfPersonToChange(ctx, personId);
  const others = audiences.filter(({ person_id }) => person_id !== personId);
  const nameless = await numbered(
    ctx,
    audiences.filter(({ person_id }) => person_id === personId).map((audience) => ({ ...audience, person_id: null })),
  );
  await Promise.all([removePerson(ctx, idsOf(nameless)), removeFormerPerson(ctx, personId)]);
  const all = [...nameless, ...others];
  await forgetRecords(ctx, idsOf(all));
  await recordChanges(ctx, idsOf(nameless));
  return all;
}

/** Gives a number to each audience without one. */
async function numbered(ctx: Writing, audiences: readonly AudienceRow[]): Promise<AudienceRow[]> {
  const numberOf = new Map<string, number>();
  const unnumbered = audiences.filter(({ number }) => number === null);
  for (const [pageId, ofPage] of Map.groupBy(unnumbered, ({ page_id }) => page_id)) {
    const last = await numberAudiences(ctx, pageId, ofPage.length);
    for (const [index, { audience_id }] of ofPage.entries()) numberOf.set(audience_id, last - ofPage.length + 1 + index);
  }
  await Promise.all([...numberOf].map(([audienceId, number]) => setNumber(ctx, audienceId, number)));
  return audiences.map((audience) => ({ ...audience, number: audience.number ?? numberOf.get(audience.audience_id) ?? null }));
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
