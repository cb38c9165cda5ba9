import type { Writing } from "../../context";
import { numberAudiences } from "../pages";
import { forgetInVersions } from "../versions";
import { type AudienceRow, audiencesOfPersonToChange, updateAudienceRow } from "./queries";

/** A person is erased: their audiences stay, nameless, and nothing that was built for them shows them any more. */
export async function forgetInAudiences(ctx: Writing, personId: string): Promise<AudienceRow[]> {
  const audiences = await audiencesOfPersonToChange(ctx, personId);
  const nameless: AudienceRow[] = [];
  for (const audience of audiences) {
    const number = audience.number ?? (await numberAudiences(ctx, audience.page_id, 1));
    nameless.push({ ...audience, person_id: null, number });
  }
  await Promise.all(nameless.map((audience) => updateAudienceRow(ctx, audience)));
  await forgetInVersions(ctx, nameless);
  return nameless;
}
