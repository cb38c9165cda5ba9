import { expect } from "bun:test";
import { tenantIdentifier } from "../../server/records/tenant-ids";
import { sql } from "../../server/storage/sql";
import type { Stage } from "../support/sentences/stage";
import { bounds, type Told } from "../support/sentences/told";
import { listSentences } from "./lists";
import { asset, envelope } from "./resources";

const hourMs = 3_600_000;
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const video = Buffer.from("\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isommp42\x00\x00\x00\x08free", "latin1");
const component = Buffer.from("export const Anvil = () => null;\n");
const contents: Record<string, Buffer> = { image: png, logo: png, icon: png, video, "custom-component": component };
const assetTypes = Object.keys(contents);

interface Upload {
  type?: string;
  name?: string;
  purpose?: string;
  tags?: string[];
  description?: string;
}

interface Trash {
  items: { assetId: string; downloadUrl: string; previewDownloadUrl: string; data: { type: string } }[];
  totalCount: number;
  nextCursor: string | null;
}

/** An asset's life, up to the trash. */
async function upload(stage: Stage, { type = "custom-component", name = "Anvil", purpose, tags = [], description }: Upload = {}) {
  const form = new FormData();
  for (const [field, value] of Object.entries({ name, purpose, assetType: type }))
    if (value !== undefined) form.append(field, value);
  for (const tag of tags) form.append("tags", tag);
  form.append("file", new Blob([new Uint8Array(contents[type] as Buffer)]), "anvil");
  const { assetId } = (await ask(stage, "POST", "/v0/assets", form)) as { assetId: string };
  if (description !== undefined) await describe(stage, assetId, description);
  return assetId;
}

async function trash(stage: Stage, assetId: string): Promise<string> {
  await ask(stage, "DELETE", `/v0/assets/${assetId}`);
  return assetId;
}

const trashed = async (stage: Stage, wanted: Upload = {}) => trash(stage, await upload(stage, wanted));

async function ask({ api }: Stage, method: string, path: string, body?: FormData): Promise<unknown> {
  const response = await fetch(api.origin + path, { method, headers: { "x-api-key": api.key }, ...(body && { body }) });
  if (!response.ok) throw new Error(`${method} ${path} was refused: ${await response.text()}`);
  return response.json();
}

/** Nothing describes assets yet. */
async function describe({ service, tenantId }: Stage, assetId: string, description: string): Promise<void> {
  await service.db.transaction((tx) =>
    tx.run(sql`UPDATE assets SET ai_description = ${description} WHERE tenant_id = ${tenantId} AND asset_id = ${assetId}`),
  );
}

const read = async (stage: Stage, query: Record<string, unknown> = {}) =>
  (await stage.send("listTrashedAssets", { query })).body as Trash;
const idsIn = ({ items }: Trash) => items.map(({ assetId }) => assetId);

export const listTrashedAssets: Told = {
  number: 1,
  id: "listTrashedAssets",
  method: "GET",
  path: "/v0/assets/trash",
  status: 200,
  answer: envelope(asset),
  requests: [
    async (stage) => {
      await trashed(stage, { type: "image", purpose: "Header", tags: ["steel", "☕"], description: "An anvil" });
      await trashed(stage);
      return {};
    },
    async () => ({ query: { limit: 1, assetType: "image", query: "anvil" } }),
  ],
  sentences: {
    ...listSentences({ id: "listTrashedAssets", add: (stage) => trashed(stage), idField: "assetId", first: "newest" }),
    ...bounds("listTrashedAssets", async () => ({}), {
      "assetType is image, logo, icon, video or custom-component": {
        at: "query.assetType",
        fits: assetTypes,
        refused: ["", "Image", "audio", "custom_component"],
        kept: false,
      },
    }),

    "assetType matches data.type": async (stage) => {
      for (const type of assetTypes) await trashed(stage, { type });
      for (const assetType of assetTypes) {
        const { items, totalCount } = await read(stage, { assetType });
        expect({ types: items.map(({ data }) => data.type), totalCount }).toEqual({ types: [assetType], totalCount: 1 });
      }
    },

    "comes last trashed first, whenever it was uploaded": async (stage) => {
      const [first, second, third] = [await upload(stage), await upload(stage), await upload(stage)];
      for (const assetId of [second, third, first]) {
        await trash(stage, assetId);
        // Not within the same millisecond.
        await Bun.sleep(2);
      }
      expect(idsIn(await read(stage))).toEqual([first, third, second]);
    },

    "has what is in the trash, and neither what is not nor what was taken out": async (stage) => {
      const [kept, restored] = [await upload(stage), await trashed(stage)];
      await ask(stage, "POST", `/v0/assets/${restored}/restore`);
      expect(idsIn(await read(stage))).toEqual([]);
      await trash(stage, kept);
      expect(idsIn(await read(stage))).toEqual([kept]);
    },

    "shows an asset as it was uploaded, parentAssetId and deletedAt null": async (stage) => {
      const assetId = await trashed(stage, { type: "logo", name: " Anvil ☕ ", purpose: "Header", tags: ["steel", "Ünï"] });
      const { items } = await read(stage);
      const said = { name: " Anvil ☕ ", purpose: "Header", tags: ["steel", "Ünï"], aiDescription: "", hidden: false };
      const own = {
        assetId,
        tenantId: tenantIdentifier(stage.tenantId),
        parentAssetId: null,
        deletedAt: null,
        data: { type: "logo" },
      };
      expect(items).toMatchObject([{ ...said, ...own }]);
    },

    "query: every word must occur, in any case, in the name, a tag or the AI description": async (stage) => {
      const all = await trashed(stage, { name: "Big Anvil", tags: ["Steel"], description: "Falls from the SKY" });
      const some = await trashed(stage, { name: "Anvil", purpose: "sky" });
      for (const query of ["anvil steel sky", "SKY  Big", "STEEL", "falls anvil"])
        expect(idsIn(await read(stage, { query }))).toEqual([all]);
      expect(idsIn(await read(stage, { query: "ANVIL" }))).toEqual([some, all]);
      for (const query of ["anvil copper", "nothing"])
        expect(await read(stage, { query })).toMatchObject({ items: [], totalCount: 0 });
    },

    "totalCount is exact, of the filtered set": async (stage) => {
      for (const name of ["Big anvil", "Small anvil", "Hammer"]) await trashed(stage, { name });
      await trashed(stage, { name: "Anvil", type: "icon" });
      expect((await read(stage, { limit: 1 })).totalCount).toBe(4);
      expect((await read(stage, { limit: 1, query: "anvil" })).totalCount).toBe(3);
      expect((await read(stage, { limit: 1, query: "anvil", assetType: "custom-component" })).totalCount).toBe(2);
    },

    "a cursor is bound to its filters": async (stage) => {
      for (let count = 0; count < 2; count += 1) await trashed(stage);
      const { nextCursor: cursor } = await read(stage, { limit: 1, query: "anvil" });
      for (const query of [{ cursor }, { cursor, query: "other" }, { cursor, query: "anvil", assetType: "icon" }])
        expect(await stage.refusal("listTrashedAssets", { query })).toBe("422 invalid_cursor");
      expect((await read(stage, { cursor, query: "anvil" })).items).toHaveLength(1);
    },

    "downloadUrl and previewDownloadUrl are signed and expire in an hour": async (stage) => {
      await trashed(stage, { type: "image" });
      const [found] = (await read(stage)).items;
      const status = async (address = "") => (await fetch(address.replace(/^https?:\/\/[^/]+/, stage.api.origin))).status;
      const addresses = [found?.downloadUrl, found?.previewDownloadUrl];
      for (const address of addresses) {
        expect(await status(address)).toBe(200);
        expect(await status(address?.replace(/.$/, (last) => (last === "A" ? "B" : "A")))).toBeGreaterThanOrEqual(400);
      }
      stage.service.advance(hourMs - 60_000);
      for (const address of addresses) expect(await status(address)).toBe(200);
      stage.service.advance(61_000);
      for (const address of addresses) expect(await status(address)).toBeGreaterThanOrEqual(400);
    },
  },
};
