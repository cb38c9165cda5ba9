import type { Asset, AssetType } from "../../../contract";
import { sql } from "../../../server/storage/sql";
import { mp4, svg } from "../samples/images";
import type { Api } from "../service/api";
import type { TestService } from "../service/service";
import { createTenant, type Tenant } from "../service/tenants";

interface NewAsset {
  name?: string;
  tags?: string[];
  assetType?: AssetType;
}

/** What a test does with assets and their trash. */
export function useTrash(service: () => TestService) {
  let tenants = 0;
  /** Each test has a trash of its own. */
  const fresh = (): Promise<Tenant> => createTenant(service(), `trash ${(tenants += 1)}`);
  const create = (api: Api, body: NewAsset = {}): Promise<Asset> =>
    api.call("createAsset", { file: new File([body.assetType === "video" ? mp4() : svg], "a"), body });
  const discard = (api: Api, { assetId }: Asset): Promise<Asset> => api.call("deleteAsset", { params: { asset_id: assetId } });
  const restore = (api: Api, { assetId }: Asset): Promise<Asset> =>
    api.call("restoreAsset", { params: { asset_id: assetId }, body: {} });
  const trashed = async (api: Api, body: NewAsset = {}): Promise<Asset> => discard(api, await create(api, body));
  const search = (api: Api, query: { query?: string; assetType?: AssetType; limit?: number; cursor?: string } = {}) =>
    api.call("listTrashedAssets", { query });
  const namesIn = async (api: Api, query = {}) => (await search(api, query)).items.map(({ name }) => name);
  return { fresh, create, discard, restore, trashed, search, namesIn };
}

/** What the index of a trash with nothing in it still holds. */
export async function leftovers({ db }: TestService, tenantId: string): Promise<unknown[]> {
  return [
    ...(await db.all(sql`SELECT record_key FROM search_pending WHERE tenant_id = ${tenantId} AND kind = 'trash'`)),
    ...(await db.all(sql`SELECT record_key FROM search_records WHERE tenant_id = ${tenantId} AND kind = 'trash'`)),
    ...(await db.all(sql`SELECT terms FROM search_terms WHERE tenant_id = ${tenantId} AND kind = 'trash'`)),
  ];
}
