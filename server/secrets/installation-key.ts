import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Database, Transaction } from "../storage/port";
import { sql } from "../storage/sql";
import { createVault, sealedStart, type Vault } from "./vault";

const keyBytes = 32;
const fileName = "secret";

export interface KeySource {
  /** `FOYER_SECRET`; undefined: a file in the data folder, made at the first start. */
  secret: string | undefined;
  dataFolder: string;
}

/** The nodes of a database, or a restored backup and its installation, have different keys. */
export class WrongInstallationKey extends Error {
  override name = "WrongInstallationKey";
}

/**
 * All processes of a database share one key, which is not in the database: it knows the key's fingerprint alone. The file is
 * written first, so that a crash between the two leaves no fingerprint of a key that nobody has.
 */
export async function openVault(db: Database, { secret, dataFolder }: KeySource): Promise<Vault> {
  const file = join(dataFolder, fileName);
  // Read before the file: otherwise we could see the fingerprint that a process starting at the same time has written, and miss
  // its key.
  const known = await findFingerprint(db);
  const given = secret ?? readKey(file);
  const isNew = given === undefined;
  const key = given ?? newKey();
  // Another process started at the same time in the same folder and was first: its key counts.
  if (isNew && known === undefined && !writeKey(dataFolder, file, key)) return openVault(db, { secret, dataFolder });
  const vault = createVault(key);
  const expected = known ?? (await keepFingerprint(db, vault.fingerprint));
  if (expected === vault.fingerprint) return vault;
  if (isNew && known === undefined) rmSync(file);
  throw new WrongInstallationKey(
    "secrets in this database are encrypted with another key. Set FOYER_SECRET to the same value on every node, " +
      `or put the file "${fileName}" of the first node, or of the installation a backup comes from, into FOYER_DATA. ` +
      'If the key is lost, "npm run foyer -- secrets reset" makes new secrets',
  );
}

/** Whether the database has encrypted values that the key of this installation can't open. */
export async function isKeyLost(db: Database, { secret, dataFolder }: KeySource): Promise<boolean> {
  const key = secret ?? readKey(join(dataFolder, fileName));
  const known = await findFingerprint(db);
  return known !== undefined && (key === undefined || createVault(key).fingerprint !== known);
}

/** The key that is here, or a new one, takes the place of a lost one. `replace` renews what the lost one has encrypted. */
export async function replaceLostKey<Result>(
  db: Database,
  { secret, dataFolder }: KeySource,
  replace: (tx: Transaction, vault: Vault) => Promise<Result>,
): Promise<Result> {
  const file = join(dataFolder, fileName);
  if (secret === undefined) writeKey(dataFolder, file, newKey());
  const vault = createVault(secret ?? (readKey(file) as string));
  return db.transaction(async (tx) => {
    await tx.run(sql`UPDATE installation SET value = ${vault.fingerprint} WHERE name = 'key fingerprint'`);
    return replace(tx, vault);
  });
}

/** After a restore: where nothing is encrypted, any key will do. True when something is. */
export async function forgetUnusedKey(tx: Transaction): Promise<boolean> {
  const sealed = await tx.first(sql`SELECT 1 AS found FROM webhook_subscriptions WHERE secret LIKE ${`${sealedStart}%`} LIMIT 1`);
  if (!sealed) await tx.run(sql`DELETE FROM installation WHERE name = 'key fingerprint'`);
  return sealed !== undefined;
}

async function findFingerprint(db: Database): Promise<string | undefined> {
  const row = await db.first<{ value: string }>(sql`SELECT value FROM installation WHERE name = 'key fingerprint'`);
  return row?.value;
}

/** Returns the one that was there first. */
async function keepFingerprint(db: Database, fingerprint: string): Promise<string> {
  return db.transaction(async (tx) => {
    await tx.run(sql`
      INSERT INTO installation (name, value) VALUES ('key fingerprint', ${fingerprint}) ON CONFLICT (name) DO NOTHING`);
    const row = await tx.first<{ value: string }>(sql`SELECT value FROM installation WHERE name = 'key fingerprint'`);
    return (row as { value: string }).value;
  });
}

function newKey(): string {
  return randomBytes(keyBytes).toString("base64url");
}

function readKey(file: string): string | undefined {
  try {
    const key = readFileSync(file, "utf8").trim();
    if (key === "")
      throw new WrongInstallationKey(`the file "${file}" is empty: put the installation's key back into it, or remove it`);
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** False when there is one already. Linked into its place once it is whole, so that nobody reads half a key. */
function writeKey(dataFolder: string, file: string, key: string): boolean {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, `${key}\n`, { mode: 0o600 });
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
