import { canonicalDomain } from "../../../contract/fields";
import { Known } from "../../caching/lookup-cache";
import { findVerifiedDomain } from "../../features/domains";
import { findTenantByName } from "../../features/tenants";
import type { Database } from "../../storage/port";

const maxKnown = 10_000;

export type Host = { own: true } | { own: false; tenantId: string; domainKey: string; domain: string };

const own: Host = { own: true };

/** Hosts and tenants by their names. */
export class Hosts {
  readonly #db: Database;
  readonly #ownName: string;
  /** With its port, where it has one. */
  readonly #ownHost: string;
  readonly #domains = new Known<Host & { own: false }>(maxKnown);
  readonly #tenants = new Known<string>(maxKnown);

  /** `pagesUrl`: how the outside sees the service's own host. */
  constructor(db: Database, pagesUrl: string) {
    this.#db = db;
    const { host, hostname } = new URL(pagesUrl);
    this.#ownHost = host;
    this.#ownName = hostname;
  }

  /** With or without a port; undefined for one that is nobody's. At once for those that most ask for. */
  find(given: string): Host | undefined | Promise<Host | undefined> {
    if (given === this.#ownHost || given === this.#ownName) return own;
    return this.#domains.get(given) ?? this.#findSpelled(given);
  }

  #findSpelled(given: string): Host | undefined | Promise<Host | undefined> {
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
    return this.#domains.find(domain, async () => {
      const row = await findVerifiedDomain(this.#db, domain);
      return row && { own: false, tenantId: row.tenant_id, domainKey: row.domain_id, domain };
    });
  }

  tenantNamed(name: string): string | Promise<string | undefined> {
    return this.#tenants.find(name, async () => (await findTenantByName(this.#db, name))?.tenant_id);
  }

  drop(id: string): void {
    this.#domains.dropAll(({ tenantId }) => tenantId === id);
  }

  clear(): void {
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
