import { type Client, createClient, FoyerError } from "../../client";
import type { Operations, Output } from "../../contract";
import { type Access, type Scope, scopes } from "../../contract/access";
import { toTimestamp } from "../../contract/timestamps";
import { keptInTab } from "./tab-storage";

const storedAs = "foyer-console-session";
const ownKeyMs = 12 * 3_600_000;
/** Shorter than the client's own patience: somebody is looking at the screen. */
const network = { tries: 3, timeoutMs: 15_000, totalMs: 30_000 };

type OwnKey = Output<Operations["getOwnApiKey"]>;

export interface Session {
  client: Client;
  self: OwnKey;
  /** Whether the console made the key, and ends it when the user signs out. */
  isOwn: boolean;
}

interface Stored {
  key: string;
  isOwn: boolean;
  scopes: readonly Scope[];
}

/** A session of before, while the server is asked whether its key is still good. */
export interface Resuming {
  client: Client;
  may(access: Access): boolean;
  session: Promise<Session>;
}

/** What a session may do: as much as the key that is typed, only look, or what is chosen of the key's scopes. */
export type Wanted = "everything" | "reading" | readonly Access[];

/** A cookie would reach every port of the host, the pages' scripts included. */
export function resumeSession(): Resuming | undefined {
  const stored = keptInTab(storedAs);
  if (!isStored(stored)) return undefined;
  const { key, isOwn, scopes: held } = stored;
  const client = clientOrNone(key);
  if (!client) return undefined;
  const session = opened(client, isOwn).catch((error: unknown) => {
    if (isRefusedKey(error)) sessionStorage.removeItem(storedAs);
    throw error;
  });
  return { client, may: (access) => mayWith(held, access), session };
}

/** What a session with the key may be given; undefined if the key can't make another. */
export async function grantableBy(key: string): Promise<Access[] | undefined> {
  const { self } = await openSession(key.trim(), false);
  if (!mayWith(self.scopes, "api_keys:write")) return undefined;
  return scopes.filter((scope): scope is Access => scope !== "*" && mayWith(self.scopes, scope));
}

/** Exchanges the key for one of the console's own, if it may; the key that was typed is then forgotten. */
export async function signIn(key: string, wanted: Wanted): Promise<Session> {
  const given = await openSession(key.trim(), false);
  if (!mayWith(given.self.scopes, "api_keys:write")) return kept(given, key.trim());
  const ownKey = await makeOwnKey(given, wanted);
  return kept(await openSession(ownKey, true), ownKey);
}

export async function signOut({ client, self, isOwn }: Session): Promise<void> {
  // An import that is under way has names and addresses of persons.
  sessionStorage.clear();
  if (isOwn) await client.revokeApiKey({ params: { key_id: self.keyId } });
}

export function mayWith(held: readonly Scope[], access: Access): boolean {
  return held.includes("*") || held.includes(access);
}

export function isRefusedKey(error: unknown): boolean {
  return error instanceof FoyerError && error.status === 401;
}

/** None for what can't be a key, such as an empty text. */
function clientOrNone(key: string): Client | undefined {
  try {
    return clientWith(key);
  } catch {
    sessionStorage.removeItem(storedAs);
    return undefined;
  }
}

function isStored(kept: unknown): kept is Stored {
  const { key, isOwn, scopes: held } = (kept ?? {}) as Record<keyof Stored, unknown>;
  return typeof key === "string" && typeof isOwn === "boolean" && Array.isArray(held);
}

/** The key that was typed must not outlive a sign-in that fails halfway. */
function kept(session: Session, key: string): Session {
  const stored: Stored = { key, isOwn: session.isOwn, scopes: session.self.scopes };
  sessionStorage.setItem(storedAs, JSON.stringify(stored));
  return session;
}

async function makeOwnKey({ client, self }: Session, wanted: Wanted): Promise<string> {
  const ends = Math.min(Date.now() + ownKeyMs, self.expiresAt === null ? Number.POSITIVE_INFINITY : Number(self.expiresAt));
  const body = {
    name: "Console",
    scopes: scopesFor(wanted, self.scopes),
    expiresAt: toTimestamp(ends),
  };
  const { key } = await client.createApiKey({ body });
  return key as string;
}

function scopesFor(wanted: Wanted, held: readonly Scope[]): Scope[] {
  if (wanted === "everything") return [...held];
  const asked = wanted === "reading" ? scopes.filter((scope) => scope.endsWith(":read")) : wanted;
  return asked.filter((scope) => mayWith(held, scope as Access));
}

function openSession(key: string, isOwn: boolean): Promise<Session> {
  return opened(clientWith(key), isOwn);
}

function clientWith(key: string): Client {
  return createClient({ url: location.origin, apiKey: key, ...network });
}

async function opened(client: Client, isOwn: boolean): Promise<Session> {
  return { client, self: await client.getOwnApiKey(), isOwn };
}
