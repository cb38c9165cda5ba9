import type { Site } from "../../context";
import { type DomainRow, dnsRecordOf } from "./queries";

const maxShownLength = 200;

/** TXT records, or why there are none. */
export type DnsAnswer = { records: string[] } | { reason: string };

export async function resolveRecord(site: Site, row: DomainRow): Promise<DnsAnswer> {
  try {
    return { records: await site.resolveTxt(dnsRecordOf(row).name) };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return { reason: reasons[code] ?? "the DNS could not be asked" };
  }
}

const reasons: Record<string, string> = {
  ENOTFOUND: "there is no record of that name",
  ENODATA: "there is no record of that name",
  ETIMEOUT: "the DNS did not answer in time",
  ESERVFAIL: "the DNS server of the domain failed",
  EREFUSED: "the DNS server refused to answer",
};

/**
 * Some runtimes return a record that was stored as several strings as several records, so neighbours are joined before they are
 * compared.
 */
export function hasRecord(answer: DnsAnswer, row: DomainRow): boolean {
  const { value } = dnsRecordOf(row);
  const records = "records" in answer ? answer.records : [];
  return records.some((_, start) => {
    let text = "";
    for (let next = start; text.length < value.length && next < records.length; next += 1) text += records[next];
    return text === value;
  });
}

export function whyNotVerified(answer: DnsAnswer, row: DomainRow): string {
  const { type, name, value } = dnsRecordOf(row);
  return `Set the ${type} record ${name} to ${value}, then try again: ${found(answer)}`;
}

function found(answer: DnsAnswer): string {
  if ("reason" in answer) return answer.reason;
  if (answer.records.length === 0) return "there is no record of that name";
  const shown = answer.records.map((record) => JSON.stringify(record)).join(", ");
  return `found ${shown.length > maxShownLength ? `${shown.slice(0, maxShownLength).toWellFormed()}…` : shown}`;
}
