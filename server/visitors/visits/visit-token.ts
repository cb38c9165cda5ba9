import { timingSafeEqual } from "node:crypto";
import type { SettingValues } from "../../../contract";
import { bareTenantId, tenantIdOf } from "../../records/tenant-ids";
import type { Signer } from "../../secrets/signer";
import type { VisitedPage } from "../../visits/visit-events";

const purpose = "visit";
const signatureLength = 22;
const maxVerified = 10_000;
const pattern = new RegExp(
  `^((${bareTenantId})\\.([a-z0-9]{26})\\.([a-z0-9]{26})\\.([a-z0-9]{26})\\.([\\w-]{0,6}))\\.([\\w-]{22})(?:\\.p)?$`,
);

/**
 * What a page says about itself when it tells of a visit. Signed, so that nothing has to be read to believe it. Where visits are
 * anonymous it has a mark, for which the page's script keeps nothing in the browser; where none are recorded there is no token.
 */
export function writeVisitToken(
  signer: Signer,
  { tenantId, audienceId, pageId, versionId, person }: VisitedPage,
  recording: SettingValues["recording"],
): string {
  if (recording === "off") return "";
  const text = [tenantId, audienceId, pageId, versionId].map(withoutPrefix).concat(person).join(".");
  const token = `${text}.${signer.sign(purpose, text).slice(0, signatureLength)}`;
  return recording === "anonymous" ? `${token}.p` : token;
}

/** Verifies tokens, and remembers those that it has verified: one page sends the same token many times. */
export class VisitTokens {
  readonly #signer: Signer;
  readonly #verified = new Map<string, VisitedPage>();

  constructor(signer: Signer) {
    this.#signer = signer;
  }

  read(token: string): VisitedPage | undefined {
    const known = this.#verified.get(token);
    if (known) return known;
    const [, text, tenant, audience, page, version, person, signature] = pattern.exec(token) ?? [];
    if (text === undefined || signature === undefined) return undefined;
    const expected = this.#signer.sign(purpose, text).slice(0, signatureLength);
    if (!timingSafeEqual(Buffer.from(expected), Buffer.from(signature))) return undefined;
    const read: VisitedPage = {
      tenantId: tenantIdOf(tenant as string),
      audienceId: `audience_${audience}`,
      pageId: `page_${page}`,
      versionId: `version_${version}`,
      person: person as string,
    };
    if (this.#verified.size >= maxVerified) this.#verified.clear();
    this.#verified.set(token, read);
    return read;
  }
}

function withoutPrefix(id: string): string {
  return id.slice(id.indexOf("_") + 1);
}
