import { addAudiences, addPage, clientOf } from "../audiences";
import type { Claim } from "../claim";
import { compareWithFloor } from "../compare";
import type { Stage } from "../stage";

const pages = 1_000;

/** The floor reads the page and its counter. */
export const pageById: Claim = {
  name: "page-by-id",
  engines: ["sqlite"],
  measure: (bench, engine) => compareWithFloor(bench, { title: "page by id", engine, atLeast: 0.7, requests: pageRequests }),
};

async function pageRequests(stage: Stage): Promise<string[]> {
  await using foyer = await stage.startFoyer();
  const client = clientOf(foyer);
  const pageIds = await Promise.all(Array.from({ length: pages }, () => addPage(client)));
  await Promise.all(pageIds.map((pageId, index) => addAudiences(client, pageId, stage.personIds.slice(index, index + 1))));
  return pageIds.map((pageId) => `GET /v0/pages/${pageId}`);
}
