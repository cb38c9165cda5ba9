import { addAudiences, addPage, attachTopics, clientOf, renewVersions } from "../audiences";
import type { Claim } from "../claim";

const audiences = 1_000;
const versions = 5;
const topicSizes = { topics: 5, entriesPerTopic: 10, entryLength: 1_000 };
const atMostBytes = 6_144;

/** What versions keep. Their events go after 30 days. */
const ofVersions = ["audience_versions", "part_set_members", "part_sets", "shared_parts", "version_documents", "version_pages"];
const ofAudiences = ["audiences", "audience_messages", "page_links"];

/** What the database keeps of each audience and version of a page with 50 KB of topics. */
export const versionBytes: Claim = {
  name: "version-bytes",
  engines: ["sqlite", "postgres"],
  async measure(bench, engine) {
    const stage = await bench.stage(engine);
    await using foyer = await stage.startFoyer();
    const client = clientOf(foyer);
    const pageId = await addPage(client);
    await attachTopics(client, pageId, topicSizes);
    const before = await stage.tableBytes();
    await addAudiences(client, pageId, stage.personIds.slice(0, audiences));
    for (let version = 1; version < versions; version += 1) {
      await renewVersions(client, pageId);
      await stage.settle();
    }
    const after = await stage.tableBytes();
    const grown = (tables: readonly string[]) =>
      tables.reduce((sum, table) => sum + (after[table] as number) - (before[table] as number), 0);
    const shown = (bytes: number) => Math.round(bytes).toLocaleString("en");
    const each = grown(ofVersions) / audiences / versions;
    return {
      title: `bytes for each of ${shown(audiences)} audiences and ${versions} versions, page with 50 KB of topics, ${stage.databaseVersion}`,
      toReach: `≤ ${shown(atMostBytes)} bytes`,
      measured: `${shown(each)} bytes`,
      reached: each <= atMostBytes,
      failed: 0,
      floor: "",
      ours: `beside it ${shown(grown(ofAudiences) / audiences)} for an audience, and ${shown(grown(["events"]) / audiences / versions)} of events for 30 days`,
      details: { before, after },
    };
  },
};
