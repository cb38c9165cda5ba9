import { crc32 } from "node:zlib";
import { storedTenantId } from "../../records/tenant-ids";
import type { Signer } from "../../secrets/signer";

const dayMs = 86_400_000;
/** How long a visitor may have the page open before sending something. */
const greatestAgeDays = 7;
const purpose = "page token";

/** The audience whose page a visitor writes from. */
export interface PageToken {
  tenantId: string;
  audienceId: string;
  /** The version that the visitor sees. */
  versionId?: string | undefined;
  /** A short hash of the person whom the page was made for when it was served; empty for nobody in particular. */
  person?: string | undefined;
}

/** Sent along by the forms of a page. It is the same for all its visitors of a day, who get the same compressed bytes. */
export function writePageToken(signer: Signer, { tenantId, audienceId, versionId, person }: PageToken, day: number): string {
  const mark = person === undefined ? undefined : `p${person}`;
  const text = [tenantId, audienceId, versionId, mark, day.toString(36)].filter(Boolean).join(".");
  return `${text}.${signer.sign(purpose, text)}`;
}

/** Undefined for a token that is not ours, or too old. */
export function readPageToken(signer: Signer, token: string, now: number): PageToken | undefined {
  const [, text, tenantId, audienceId, versionId, person, dayText, signature] = pattern.exec(token) ?? [];
  if (text === undefined || tenantId === undefined || audienceId === undefined || dayText === undefined) return undefined;
  if (!signer.verify(purpose, text, signature ?? "")) return undefined;
  const age = tokenDay(audienceId, now) - Number.parseInt(dayText, 36);
  // Another process may be in the next day already, and a clock that was ahead is set back.
  return Math.abs(age) > greatestAgeDays ? undefined : { tenantId, audienceId, versionId, person };
}

const pattern = new RegExp(
  `^((${storedTenantId})\\.(audience_[a-z0-9]{26})(?:\\.(version_[a-z0-9]{26}))?(?:\\.p([\\w-]{0,6}))?\\.([a-z0-9]{1,6}))\\.([\\w-]{43})$`,
);

/** Days begin at another time for each audience, so that not all pages are made again at once. */
export function tokenDay(audienceId: string, now: number): number {
  return Math.floor((now + shiftOf(audienceId)) / dayMs);
}

/** When a page has to be made again, because its token is of the day before. */
export function endOfTokenDay(audienceId: string, day: number): number {
  return (day + 1) * dayMs - shiftOf(audienceId);
}

function shiftOf(audienceId: string): number {
  return crc32(audienceId) % dayMs;
}
