import { canonicalDomain } from "../../../contract/fields";
import { LookupCache } from "../../caching/lookup-cache";
import { findVerifiedDomain } from "../../features/domains";
import { findTenantByName } from "../../features/tenants";
import type { Database } from "../../storage/port";

const maxCached = 10_000;

export type Host = { own: true } | { own: false; tenantId: string; domainKey: string; domain: string };

const own: Host = { own: true };

/** Finds out which tenant a host name, or the first segment of a path, belongs to. */
export class Hosts {
  readonly #db: Database;
  readonly #ownName: string;
  /** The service's own host, with its port if that is not the usual one. */
  readonly ownHost: string;
  readonly #domains = new LookupCache<Host & { own: false }>(maxCached);
  readonly #tenants = new LookupCache<string>(maxCached);

  /** `pagesUrl`: the service's own host as visitors see it. */
  constructor(db: Database, pagesUrl: string) {
    this.#db = db;
    const { host, hostname } = new URL(pagesUrl);
    this.ownHost = host;
    this.#ownName = hostname;
  }

  /** `given` may have a port. Undefined for a host that belongs to nobody; not a promise for a host that is cached. */
  find(given: string): Host | undefined | Promise<Host | undefined> {
    if (given === this.ownHost || given === this.#ownName) return own;
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
    // A name with other characters might be read differently by a proxy before this service.
    if (!/^[a-z0-9.-]{1,253}$/.test(name)) return undefined;
    const domain = canonicalDomain(name);
    if (domain === null) return undefined;
    return this.#domains.find(domain, async () => {
      const row = await findVerifiedDomain(this.#db, domain);
      return row && { own: false, tenantId: row.tenant_id, domainKey: row.domain_id, domain };
    });
  }

  tenantNamed(name: string): string | Promise<string | undefined> {
    return this.#tenants.find(name, async () => (await findTenantByName(this.#db, name))?.tenant_id);
  }

  drop(id: string): void {
    this.#domains.dropWhere(({ tenantId }) => tenantId === id);
  }

  clear(): void {
    this.#domains.clear();
    this.#tenants.clear();
  }

  /** A service without a domain name answers to every IP address, as its machine may have several. No tenant's domain is one. */
  #isOwn(name: string): boolean {
    return name === this.#ownName || (isIpAddress(this.#ownName) && isIpAddress(name));
  }
}

function isIpAddress(name: string): boolean {
  return name === "localhost" || /^\d+\.\d+\.\d+\.\d+$/.test(name) || /^\[[0-9a-f:.]+\]$/.test(name);
}
