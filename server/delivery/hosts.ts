import { canonicalDomain } from "../../contract/fields";
import { findVerifiedDomain } from "../features/domains";
import { findTenantByName } from "../features/tenants";
import type { Database } from "../storage/port";

const maxKnown = 10_000;

export type Host = { own: true } | { own: false; tenantId: string; domainKey: string; domain: string };

const own: Host = { own: true };

/** Hosts and tenants by their names. What is not known is looked up each time: it may be there the next moment. */
export class Hosts {
  readonly #db: Database;
  readonly #ownName: string;
  readonly #domains = new Map<string, Host & { own: false }>();
  readonly #tenants = new Map<string, string>();
  #changes = 0;

  /** `pagesUrl`: how the outside sees the service's own host. */
  constructor(db: Database, pagesUrl: string) {
    this.#db = db;
    this.#ownName = new URL(pagesUrl).hostname;
  }

  /** With or without a port; undefined for one that is nobody's. At once for those that most ask for. */
  find(given: string): Host | undefined | Promise<Host | undefined> {
    const name = given
      .toLowerCase()
      .replace(/:\d{1,5}$/, "")
      .replace(/\.$/, "");
    return this.#isOwn(name) ? own : (this.#domains.get(name) ?? this.#findDomain(name));
  }

  async #findDomain(name: string): Promise<Host | undefined> {
    const domain = canonicalDomain(name);
    // What is no plain host name was spelled to be read in two ways.
    if (domain === null || !/^[a-z0-9.-]+$/.test(name)) return undefined;
    const known = this.#domains.get(domain);
    if (known) return known;
    const changes = this.#changes;
    const row = await findVerifiedDomain(this.#db, domain);
    if (!row) return undefined;
    const host = { own: false as const, tenantId: row.tenant_id, domainKey: row.domain_id, domain };
    // What was read before a change may be what it changed, and nobody would tell again.
    if (changes === this.#changes) remember(this.#domains, domain, host);
    return host;
  }

  tenantNamed(name: string): string | Promise<string | undefined> {
    return this.#tenants.get(name) ?? this.#findTenant(name);
  }

  async #findTenant(name: string): Promise<string | undefined> {
    const row = await findTenantByName(this.#db, name);
    if (row) remember(this.#tenants, name, row.tenant_id);
    return row?.tenant_id;
  }

  drop(id: string): void {
    this.#changes += 1;
    for (const [domain, { tenantId }] of this.#domains) if (tenantId === id) this.#domains.delete(domain);
  }

  clear(): void {
    this.#changes += 1;
    this.#domains.clear();
    this.#tenants.clear();
  }

  /** One that is known by a number, or not at all, answers to any of its machine's: no tenant's domain is one of these. */
  #isOwn(name: string): boolean {
    return name === this.#ownName || (isNumber(this.#ownName) && isNumber(name));
  }
}

function isNumber(name: string): boolean {
  return name === "localhost" || /^\d+\.\d+\.\d+\.\d+$/.test(name) || /^\[[0-9a-f:.]+\]$/.test(name);
}

function remember<Value>(known: Map<string, Value>, name: string, value: Value): void {
  if (known.size >= maxKnown) known.clear();
  known.set(name, value);
}
