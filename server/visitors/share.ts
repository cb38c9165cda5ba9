import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findServedAudience } from "../features/audiences";
import { readDocument } from "../features/publishing";
import { drawShare, shareCard, shareHash, sharePurpose, shareWidth } from "../rendering";
import { noticeResponse } from "./notices/notices";
import type { Host } from "./routing/hosts";
import type { VisitorServices } from "./services";

const pathPattern = /^\/_foyer\/share\/(tenant_[a-z0-9]{26})\/(audience_[a-z0-9]{26})\/[\w-]{22}\/([\w-]{1,100})\.jpg$/;
const maxAgeSeconds = 86_400;
/** Some 50 KB each. The one that was made first goes. */
const maxKept = 2_000;

interface Kept {
  path: string;
  /** The tenant, page and audience. */
  about: readonly string[];
}

/**
 * Pictures for sharing, made when somebody first asks for one. They are files of this process: a change of an audience, such as
 * the erasure of its person, removes them.
 */
export class SharePictures {
  readonly #services: VisitorServices;
  readonly #kept = new Map<string, Kept>();
  readonly #drawing = new Map<string, Promise<string>>();

  constructor(services: VisitorServices) {
    this.#services = services;
  }

  async answer(host: Host, path: string): Promise<Response> {
    const { db, site } = this.#services;
    const [, tenantId = "", audienceId = "", signature = ""] = pathPattern.exec(path) ?? [];
    const isSigned = site.signer.verify(sharePurpose, `${tenantId} ${audienceId}`, signature);
    if (!isSigned || (!host.own && host.tenantId !== tenantId)) return noticeResponse({ status: 404 }, null);
    const audience = await findServedAudience(db, tenantId, audienceId);
    const built = audience && (await readDocument(db, tenantId, audienceId, audience.published_version_id));
    if (!built) return noticeResponse({ status: 404 }, null);
    const card = shareCard(built.document);
    const key = `${audienceId} ${shareHash(card)}`;
    const about = [tenantId, audience.page_id, audienceId];
    const file = this.#kept.get(key)?.path ?? (await this.#draw(key, about, () => drawShare(card)));
    return new Response(new Uint8Array(await readFile(file)), {
      headers: { "content-type": "image/jpeg", "cache-control": `public, max-age=${maxAgeSeconds}` },
    });
  }

  drop(id: string): void {
    for (const [key, { about }] of this.#kept) if (about.includes(id)) this.#remove(key);
  }

  clear(): void {
    for (const key of this.#kept.keys()) this.#remove(key);
  }

  #draw(key: string, about: readonly string[], drawing: () => string): Promise<string> {
    const underway = this.#drawing.get(key);
    if (underway) return underway;
    const drawn = this.#drawn(about, drawing())
      .then((path) => {
        this.#kept.set(key, { path, about });
        if (this.#kept.size > maxKept) this.#remove(this.#kept.keys().next().value as string);
        return path;
      })
      .finally(() => this.#drawing.delete(key));
    this.#drawing.set(key, drawn);
    return drawn;
  }

  async #drawn([tenantId = ""]: readonly string[], svg: string): Promise<string> {
    const { files, previews } = this.#services.site;
    const folder = join(files.scratch, "share");
    await mkdir(folder, { recursive: true });
    const to = join(folder, crypto.randomUUID());
    const from = `${to}.svg`;
    try {
      await writeFile(from, svg);
      await previews.draw({ tenantId, format: "svg", from, to, as: { type: "jpeg", width: shareWidth } });
    } finally {
      await rm(from, { force: true });
    }
    return to;
  }

  #remove(key: string): void {
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    if (kept) rm(kept.path, { force: true }).catch(() => {});
  }
}
