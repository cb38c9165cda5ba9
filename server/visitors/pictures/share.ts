import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SharedWork } from "../../caching/shared-work";
import { findPageAsset, originalKey, previewKey } from "../../features/assets";
import { findServedAudience } from "../../features/audiences";
import { readDocument } from "../../features/publishing";
import { notDrawable } from "../../images/port";
import { storedTenantId } from "../../records/tenant-ids";
import { drawShare, type ShareCard, shareCard, shareHash, sharePurpose, shareWidth } from "../../rendering";
import { sharedPictureHeaders } from "../headers";
import { noticeResponse } from "../notices/notices";
import type { Host } from "../routing/hosts";
import type { VisitorServices } from "../services";
import { KeptFiles } from "./kept-files";

const pathPattern = new RegExp(`^/_foyer/share/(${storedTenantId})/(audience_[a-z0-9]{26})/([\\w-]{22})/([\\w-]{1,100})\\.jpg$`);
const maxAgeSeconds = 86_400;
/** Some 50 KB each. */
const maxFiles = 2_000;

/** The largest drawing that becomes part of the picture. */
const maxDrawingBytes = 262_144;

/** Stands for the identifiers of all that may have changed. */
const everything = "*";

interface Picture {
  path: string;
  /** The tenant, page, audience and logo. */
  about: readonly string[];
}

/**
 * Pictures for sharing, made when somebody first asks for one. They are files of this process: a change of an audience, such as
 * the erasure of its person, removes them.
 */
export class SharePictures {
  readonly #services: VisitorServices;
  readonly #kept = new KeptFiles<Picture>(maxFiles);
  readonly #drawing = new SharedWork<Uint8Array<ArrayBuffer>>();
  /** For each picture that is being made, the identifiers of what has changed since it was begun. */
  readonly #watching = new Set<Set<string>>();

  constructor(services: VisitorServices) {
    this.#services = services;
  }

  async answer(host: Host, path: string): Promise<Response> {
    const { site } = this.#services;
    const [, tenantId = "", audienceId = "", hash = "", signature = ""] = pathPattern.exec(path) ?? [];
    const isSigned = site.signer.verify(sharePurpose, `${tenantId} ${audienceId}`, signature);
    if (!isSigned || (!host.own && host.tenantId !== tenantId)) return noticeResponse({ status: 404 }, null);
    const bytes = (await this.#read(`${audienceId} ${hash}`)) ?? (await this.#current(tenantId, audienceId));
    if (!bytes) return noticeResponse({ status: 404 }, null);
    return new Response(bytes, {
      // It may show a name: no proxy may keep it for others, and no search engine may list it.
      headers: {
        ...sharedPictureHeaders,
        "content-type": "image/jpeg",
        "cache-control": `private, max-age=${maxAgeSeconds}`,
        "x-robots-tag": "noindex",
      },
    });
  }

  drop(id: string): void {
    for (const changed of this.#watching) changed.add(id);
    this.#kept.removeAll(({ about }) => about.includes(id));
  }

  clear(): void {
    for (const changed of this.#watching) changed.add(everything);
    this.#kept.removeAll(() => true);
  }

  /** Undefined for a picture that is not kept, or was removed just now. */
  async #read(key: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const kept = this.#kept.get(key);
    return kept && readFile(kept.path).then((bytes) => new Uint8Array(bytes), notThere);
  }

  /** The picture of the audience as it is now, whatever the address was made for. */
  async #current(tenantId: string, audienceId: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const { db } = this.#services;
    const changed = new Set<string>();
    this.#watching.add(changed);
    try {
      const audience = await findServedAudience(db, tenantId, audienceId);
      const built = audience && (await readDocument(db, tenantId, audienceId, audience.published_version_id));
      if (!built) return undefined;
      const card = shareCard(built.document);
      const key = `${audienceId} ${shareHash(card)}`;
      const about = [tenantId, audience.page_id, audienceId, ...(card.logo ? [card.logo.assetId] : [])];
      const isFresh = () => ![everything, ...about].some((id) => changed.has(id));
      return (await this.#read(key)) ?? (await this.#drawn(key, about, card, isFresh));
    } finally {
      this.#watching.delete(changed);
    }
  }

  #drawn(key: string, about: readonly string[], card: ShareCard, isFresh: () => boolean): Promise<Uint8Array<ArrayBuffer>> {
    const keep = (path: string) => {
      const isKept = isFresh();
      if (isKept) this.#kept.keep(key, { path, about });
      return isKept;
    };
    const [tenantId = ""] = about;
    return this.#drawing.run(key, () => this.#drawCard(tenantId, card, keep));
  }

  /** A logo that can't be drawn leaves its place to the brand's name. */
  async #drawCard(tenantId: string, card: ShareCard, keep: (path: string) => boolean): Promise<Uint8Array<ArrayBuffer>> {
    const logo = await this.#logoOf(tenantId, card).catch(notDrawable);
    const drawn = logo ? await this.#draw(tenantId, drawShare(card, logo), keep).catch(notDrawable) : undefined;
    return drawn ?? this.#draw(tenantId, drawShare(card), keep);
  }

  /** As a `data:` address: a drawing as it is, any other image as a PNG of its preview, which is what drawings can contain. */
  async #logoOf(tenantId: string, { logo }: ShareCard): Promise<string | undefined> {
    const { db, site } = this.#services;
    const asset = logo && (await findPageAsset(db, tenantId, logo.assetId));
    if (!asset) return undefined;
    const isDrawing = asset.content_type === "image/svg+xml";
    const key = isDrawing ? originalKey(tenantId, asset) : previewKey(tenantId, asset);
    const bytes = await site.files.size(key);
    if (bytes === undefined || (isDrawing && bytes > maxDrawingBytes)) return undefined;
    if (isDrawing) return dataAddress(asset.content_type, await bytesIn(site.files.read(key, 0, bytes)));
    const from = join(site.files.incoming, crypto.randomUUID());
    const to = `${from}.png`;
    try {
      await site.files.copy(key, from);
      await site.previews.draw({ tenantId, format: "webp", from, to, as: { type: "png", width: shareWidth } });
      return dataAddress("image/png", await readFile(to));
    } finally {
      await Promise.all([rm(from, { force: true }), rm(to, { force: true })]);
    }
  }

  async #draw(tenantId: string, svg: string, keep: (path: string) => boolean): Promise<Uint8Array<ArrayBuffer>> {
    const { files, previews } = this.#services.site;
    const folder = join(files.scratch, "share");
    await mkdir(folder, { recursive: true });
    const to = join(folder, crypto.randomUUID());
    const from = `${to}.svg`;
    let isKept = false;
    try {
      await writeFile(from, svg);
      await previews.draw({ tenantId, format: "svg", from, to, as: { type: "jpeg", width: shareWidth } });
      const bytes = new Uint8Array(await readFile(to));
      isKept = keep(to);
      return bytes;
    } finally {
      await rm(from, { force: true });
      if (!isKept) await rm(to, { force: true });
    }
  }
}

function dataAddress(type: string, bytes: Uint8Array): string {
  return `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
}

function bytesIn(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Response(stream).bytes();
}

function notThere(error: Error & { code?: string }): undefined {
  if (error.code !== "ENOENT") throw error;
}
