import type { Actor } from "../context";
import {
  findKeyByHash,
  findKeysByHash,
  hashSecret,
  isActive,
  isDamaged,
  type KeyRow,
  lastUsedMs,
  recordKeyUse,
  scopesOf,
} from "../features/api-keys";
import type { Database } from "../storage/port";

/** How long another node may go on honouring a key that was revoked here. */
const cacheMs = 1_000;
const maxCachedKeys = 10_000;

/** A valid key as the pipeline knows it: whose it is, what it may, and how much it has left. */
export interface Holder extends Actor {
  readonly tenantId: string;
  readonly bucket: Bucket;
}

/** What is left of a key's rate, and as of when (monotonic). */
export interface Bucket {
  tokens: number;
  at: number;
}

interface Entry {
  holder: Holder;
  /** Monotonic: a clock that is set back must not keep a revoked key alive. */
  freshUntil: number;
  usedAt: number;
}

/** When a look-up began. */
interface LookUp {
  now: number;
  /** Monotonic. */
  at: number;
  generation: number;
}

interface Keyring {
  /** The holder of a key looked up less than a second ago. */
  cached(secret: string, now: number): Holder | undefined;
  /** The holder of a key, undefined when the key is wrong, expired or revoked. */
  find(secret: string, now: number): Promise<Holder | undefined>;
  /** The holders of those keys that are valid, found with one query. */
  findAll(secrets: readonly string[], now: number): Promise<Map<string, Holder>>;
  /** Keys may have changed: looks each up anew. */
  refresh(): void;
}

export function createKeyring(db: Database, fullBucket: number, monotonic: () => number): Keyring {
  const entries = new Map<string, Entry>();
  let generation = 0;

  async function find(secret: string, now: number): Promise<Holder | undefined> {
    const lookUp = beginLookUp(now);
    return known(secret, isDamaged(secret) ? undefined : await findKeyByHash(db, hashSecret(secret)), lookUp);
  }

  async function findAll(secrets: readonly string[], now: number): Promise<Map<string, Holder>> {
    const lookUp = beginLookUp(now);
    const hashes = secrets.filter((secret) => !isDamaged(secret)).map((secret) => [secret, hashSecret(secret)] as const);
    const rows = await findKeysByHash(
      db,
      hashes.map(([, hash]) => hash),
    );
    const holders = hashes.map(([secret, hash]) => [secret, known(secret, rows.get(hash), lookUp)] as const);
    return new Map(holders.filter((one): one is [string, Holder] => one[1] !== undefined));
  }

  function beginLookUp(now: number): LookUp {
    return { now, at: monotonic(), generation };
  }

  function known(secret: string, row: KeyRow | undefined, lookUp: LookUp): Holder | undefined {
    if (!row || !isActive(row, lookUp.now)) {
      entries.delete(secret);
      return undefined;
    }
    const before = entries.get(secret);
    const holder: Holder = {
      keyId: row.key_id,
      tenantId: row.tenant_id,
      scopes: scopesOf(row),
      expiresAt: row.expires_at,
      bucket: before?.holder.bucket ?? { tokens: fullBucket, at: lookUp.at },
    };
    const isCurrent = lookUp.generation === generation;
    const entry = {
      holder,
      freshUntil: isCurrent ? lookUp.at + cacheMs : 0,
      usedAt: before?.usedAt ?? row.last_used_at ?? 0,
    };
    if (entries.size >= maxCachedKeys) entries.delete(entries.keys().next().value as string);
    entries.set(secret, entry);
    noteUse(entry, lookUp.now);
    return holder;
  }

  function noteUse(entry: Entry, now: number): void {
    if (Math.abs(now - entry.usedAt) < lastUsedMs) return;
    entry.usedAt = now;
    const { tenantId, keyId } = entry.holder;
    // Nobody waits for it: a minute later it is written again.
    db.transaction((tx) => recordKeyUse(tx, tenantId, keyId, now)).catch(() => {});
  }

  return {
    cached(secret, now) {
      const entry = entries.get(secret);
      if (!entry || monotonic() >= entry.freshUntil) return undefined;
      const { expiresAt } = entry.holder;
      return expiresAt === null || now < expiresAt ? entry.holder : undefined;
    },
    find,
    findAll,
    refresh() {
      generation += 1;
      for (const entry of entries.values()) entry.freshUntil = 0;
    },
  };
}
