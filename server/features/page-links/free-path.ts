import { freeSuffix } from "../../records/free-suffix";
import type { Reader } from "../../storage/port";
import { findLinkAt, type PageLinkRow } from "./queries";

/** The path with the first suffix that is not taken. */
export async function freePath(
  db: Reader,
  tenantId: string,
  { domain_key, path }: Pick<PageLinkRow, "domain_key" | "path">,
): Promise<string> {
  const isTaken = async (suffix: string) =>
    (await findLinkAt(db, tenantId, { domain_key, path: `${path}-${suffix}` })) !== undefined;
  return `${path}-${await freeSuffix(isTaken)}`;
}
