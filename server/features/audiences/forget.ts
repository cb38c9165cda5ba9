import type { Writing } from "../../context";
import { numberAudiences } from "../pages";
import { forgetInVersions } from "../versions";
import { type AudienceRow, audiencesOfPersonToChange, removeFormerPerson, updateAudienceRow } from "./queries";

/**
 * A person is erased: their audiences stay, nameless, and nothing that was built for them shows them any more. Returns these,
 * and those that were for them before.
 */
export async function forgetInAudiences(ctx: Writing, personId: string): Promise<AudienceRow[]> {
  const audiences = await audiencesOfPersonToChange(ctx, personId);
  const without: AudienceRow[] = [];
  for (const audience of audiences) {
    const number = audience.number ?? (await numberAudiences(ctx, audience.page_id, 1));
    without.push({ ...audience, number, person_id: audience.person_id === personId ? null : audience.person_id });
  }
  await Promise.all([...without.map((audience) => updateAudienceRow(ctx, audience)), removeFormerPerson(ctx, personId)]);
  await forgetInVersions(ctx, personId, without);
  return without;
}
