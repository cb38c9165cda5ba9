import { expect } from "bun:test";
import type { Operations } from "../../../contract";
import { readDocument } from "../../../server/features/publishing";
import { sql } from "../../../server/storage/sql";
import type { Sent } from "../service/api";
import { JobsByHand } from "../service/jobs-by-hand";
import type { useService } from "../service/service";
import { type AudienceParams, liveOf, readAudience, versionsOf } from "./versions";

type VersionBody = Sent<Operations["createAudienceVersion"]>["body"];

/** What a test of built versions needs; jobs run when it says so. */
export function buildingOn(service: ReturnType<typeof useService>) {
  const api = () => service().api;
  let people = 0;

  async function tenantId(): Promise<string> {
    const row = await service().db.first<{ tenant_id: string }>(sql`SELECT tenant_id FROM tenants`);
    return row?.tenant_id as string;
  }

  async function create(place: AudienceParams, body: VersionBody = {}): Promise<string> {
    return (await api().call("createAudienceVersion", { params: place, body })).versionId;
  }

  async function build(place: AudienceParams, body: VersionBody = {}): Promise<string> {
    const versionId = await create(place, body);
    await new JobsByHand(service()).finishAll();
    return versionId;
  }

  async function documentOf({ audience_id }: AudienceParams, versionId: string) {
    const found = await readDocument(service().db, await tenantId(), audience_id, versionId);
    return found && { hash: found.contentHash, text: JSON.stringify(found.document), document: found.document };
  }

  async function liveId(place: AudienceParams): Promise<string> {
    const live = liveOf(await versionsOf(api(), place));
    expect(live.length).toBe(1);
    expect((await readAudience(api(), place)).publishedVersion.versionId).toBe(live[0]?.versionId as string);
    return live[0]?.versionId as string;
  }

  async function person(name: string, domain = `b${++people}.test`): Promise<string> {
    return (await api().call("createPerson", { body: { name, domain } })).personId;
  }

  return { tenantId, create, build, documentOf, liveId, person };
}
