import type { Audience, AudienceVersion, Input, Operations, Output } from "../../../contract";
import { type Database, Unavailable } from "../../../server/storage/port";
import { sql } from "../../../server/storage/sql";
import type { Api, Sent } from "../service/api";
import { until } from "../service/jobs";

export const leastPage = { actions: [], actionCardWidgets: [], brandId: "", name: "Spring", pageContext: "Anvils", scripts: [] };

export type PageBody = NonNullable<Sent<Operations["createPage"]>["body"]>;
export type AudienceBody = NonNullable<Sent<Operations["createAudience"]>["body"]>;
export type AudienceParams = Input<Operations["getAudience"]>["params"];

export async function makePage(api: Api, body: Partial<PageBody> = {}): Promise<string> {
  return (await api.call("createPage", { body: { ...leastPage, ...body } })).pageId;
}

/** A page that visitors can open. */
export async function makePublishedPage(api: Api): Promise<string> {
  const page_id = await makePage(api);
  await api.call("updatePage", { params: { page_id }, body: { status: "published" } });
  return page_id;
}

/** An audience, of a page of its own unless one is named. */
export async function makeAudience(api: Api, body: AudienceBody = {}, pageId?: string): Promise<AudienceParams> {
  const page_id = pageId ?? (await makePage(api));
  const { audienceId } = await api.call("createAudience", { params: { page_id }, body });
  return { page_id, audience_id: audienceId };
}

/** All of them, oldest first. */
export async function versionsOf(api: Api, place: AudienceParams): Promise<AudienceVersion[]> {
  const versions: AudienceVersion[] = [];
  for (let cursor: string | undefined; ; ) {
    const query: { limit: number; cursor?: string } = cursor === undefined ? { limit: 100 } : { limit: 100, cursor };
    const page: Output<Operations["listAudienceVersions"]> = await api.call("listAudienceVersions", { params: place, query });
    versions.push(...page.items);
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  return versions.sort((one, other) => one.versionNumber - other.versionNumber);
}

export function isInFlight({ status }: Pick<AudienceVersion, "status">): boolean {
  return status === "pending" || status === "queued" || status === "processing";
}

/** A new version, as it is once it is built. */
export async function buildVersion(
  api: Api,
  place: AudienceParams,
  body: Sent<Operations["createAudienceVersion"]>["body"] = {},
): Promise<AudienceVersion> {
  const { versionId } = await api.call("createAudienceVersion", { params: place, body });
  return built(api, place, versionId);
}

export async function built(api: Api, place: AudienceParams, versionId: string): Promise<AudienceVersion> {
  const read = () => api.call("getAudienceVersion", { params: { ...place, version_id: versionId } });
  await until(async () => !isInFlight(await read()));
  return read();
}

/** No job is left that anything waits for. */
export async function untilQuiet(db: Database, withinMs = 30_000): Promise<void> {
  await until(async () => {
    try {
      const left = await db.first(sql`
        SELECT job_id FROM jobs WHERE tenant_id <> 'installation' AND dead_at IS NULL LIMIT 1`);
      return left === undefined;
    } catch (error) {
      if (error instanceof Unavailable) return false;
      throw error;
    }
  }, withinMs);
}

export function liveOf(versions: readonly AudienceVersion[]): AudienceVersion[] {
  return versions.filter(({ status }) => status === "published");
}

/** What the contract promises of an audience at any moment. */
export function readAudience(api: Api, place: AudienceParams): Promise<Audience> {
  return api.call("getAudience", { params: place });
}
