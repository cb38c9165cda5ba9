import { describe, expect, test } from "bun:test";
import { createStorage, engines } from "../support/database/engines";
import { type AudienceParams, leastPage, makeAudience } from "../support/features/versions";
import { visit } from "../support/features/visitor";
import { trackerTokenIn } from "../support/features/visits";
import { type ServerProcess, spawnServer } from "../support/service/process";

/** A second for a machine with nothing else to do. A busy one is slower with the visits too. */
const [mostVisits, visitEveryMs] = [100, 10];

/** Every change that visitors can see, with the title and how visits are recorded, or the status, that they see after it. */
const changes: [name: string, change: (server: ServerProcess, shown: Shown) => Promise<unknown>, seen: string | number][] = [
  ["a version that is published", ({ api }, { place }) => publish(api, place, "Second"), "Second"],
  [
    "a version that is rolled back to",
    ({ api }, { place, firstVersionId }) =>
      api.call("publishAudienceVersion", { params: { ...place, version_id: firstVersionId }, body: {} }),
    "First",
  ],
  ["an audience that is archived", ({ api }, { place }) => api.call("archiveAudience", { params: place }), 410],
  ["an audience that is restored", ({ api }, { place }) => api.call("restoreAudience", { params: place, body: {} }), "First"],
  [
    "a page that is a draft again",
    ({ api }, { place }) => api.call("updatePage", { params: { page_id: place.page_id }, body: { status: "draft" } }),
    404,
  ],
  [
    "a page that is published",
    ({ api }, { place }) => api.call("updatePage", { params: { page_id: place.page_id }, body: { status: "published" } }),
    "First",
  ],
  ["a page that is archived", ({ api }, { place }) => api.call("archivePage", { params: { page_id: place.page_id } }), 404],
  [
    "a page that is restored",
    ({ api }, { place }) => api.call("restorePage", { params: { page_id: place.page_id }, body: {} }),
    "First",
  ],
  [
    "visits that are anonymous",
    ({ api }) => api.call("updateSettings", { body: { recording: "anonymous" } }),
    "First, anonymous",
  ],
  ["visits that are not recorded", ({ api }) => api.call("updateSettings", { body: { recording: "off" } }), "First, unrecorded"],
  ["visits that are recorded again", ({ api }) => api.call("updateSettings", { body: { recording: "full" } }), "First"],
  ["a link that is deleted", ({ api }, { linkId }) => api.call("deletePageLink", { params: { page_link_id: linkId } }), 404],
];

interface Shown {
  place: AudienceParams;
  path: string;
  linkId: string;
  firstVersionId: string;
}

for (const engine of engines) {
  const nodes = engine === "sqlite" ? 1 : 2;
  describe(`changes are seen within a second by visitors of ${nodes === 1 ? "one process" : "two processes"} [${engine}]`, () => {
    test(changes.map(([name]) => name).join(", "), async () => {
      const storage = await createStorage(engine, { hasTables: true });
      const servers: ServerProcess[] = [];
      try {
        for (let node = 0; node < nodes; node += 1) servers.push(await spawnServer(storage.environment, servers[0]?.api.key));
        const changing = servers[0] as ServerProcess;
        const shown = await makeShown(changing);
        const see = (server: ServerProcess) => seenAt(server, shown.path);
        for (const server of servers) expect(await see(server)).toBe("First");
        for (const [name, change, expected] of changes) {
          await change(changing, shown);
          for (const server of servers) {
            let seen = await see(server);
            for (let visits = 1; seen !== expected && visits < mostVisits; visits += 1) {
              await Bun.sleep(visitEveryMs);
              seen = await see(server);
            }
            expect([name, seen]).toEqual([name, expected]);
          }
        }
      } finally {
        for (const server of servers) await server.kill();
        await storage.remove();
      }
    });
  });
}

async function makeShown({ api }: ServerProcess): Promise<Shown> {
  const { pageId } = await api.call("createPage", { body: { ...leastPage, name: "First" } });
  await api.call("updatePage", { params: { page_id: pageId }, body: { status: "published" } });
  const place = await makeAudience(api, {}, pageId);
  const { publishedVersion } = await api.call("getAudience", { params: place });
  const [link] = (await api.call("listPageLinks", { query: { audienceId: place.audience_id } })).items;
  if (!link) throw new Error("There is no link");
  return { place, path: `/default${link.path}`, linkId: link.pageLinkId, firstVersionId: publishedVersion.versionId };
}

/** Returns once the version is live. */
async function publish(api: ServerProcess["api"], place: AudienceParams, title: string): Promise<void> {
  await api.call("updateAudience", { params: place, body: { metadataOverride: { title } } });
  const { versionId } = await api.call("createAudienceVersion", { params: place, body: {} });
  while ((await api.call("getAudience", { params: place })).publishedVersion.versionId !== versionId) await Bun.sleep(1);
}

async function seenAt(server: ServerProcess, path: string): Promise<string | number> {
  const { status, html } = await visit(server, path, { host: new URL(server.pagesOrigin).host });
  if (status !== 200) return status;
  const visits = trackerTokenIn(html);
  const recording = visits === "" ? ", unrecorded" : visits.endsWith(".p") ? ", anonymous" : "";
  return `${/<title>(.*?)<\/title>/.exec(html)?.[1] ?? "no title"}${recording}`;
}
