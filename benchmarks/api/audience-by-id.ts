import { addAudiences, addPage, clientOf } from "../audiences";
import type { Claim } from "../claim";
import { compareWithFloor } from "../compare";
import type { Stage } from "../stage";

const audiences = 2_000;

/** With both its versions, a live one and a newer draft; the floor reads the same six rows. */
export const audienceById: Claim = {
  name: "audience-by-id",
  engines: ["sqlite"],
  measure: (bench, engine) =>
    compareWithFloor(bench, { title: "audience by id", engine, atLeast: 0.7, requests: audienceRequests }),
};

async function audienceRequests(stage: Stage): Promise<string[]> {
  await using foyer = await stage.startFoyer();
  const client = clientOf(foyer);
  const pageId = await addPage(client);
  const audienceIds = await addAudiences(client, pageId, stage.personIds.slice(0, audiences));
  await Promise.all(
    audienceIds.map((audienceId) =>
      client.createAudienceVersion({ params: { page_id: pageId, audience_id: audienceId }, body: { publish: "manual" } }),
    ),
  );
  return audienceIds.map((audienceId) => `GET /v0/pages/${pageId}/audiences/${audienceId}`);
}
