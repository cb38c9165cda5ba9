import type { EventData, EventType } from "../contract";

/** What a webhook sends: `switch (event.type)` narrows `data`. */
export type WebhookEvent = {
  [Type in EventType]: {
    /** The same on every try: use it to recognise what you have seen. */
    id: string;
    type: Type;
    timestamp: string;
    data: EventData<Type>;
  };
}[EventType];

export interface ReceivedWebhook {
  /** As it came, before any parsing. */
  body: string;
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>;
  /** `whsec_…`, or both while it is being replaced. */
  secret: string | readonly string[];
  /** How far the webhook's timestamp may be from now. */
  toleranceSeconds?: number;
  /** Unix milliseconds; default: the clock. */
  now?: number;
}

export class WebhookNotVerified extends Error {
  override name = "WebhookNotVerified";
}

const defaultToleranceSeconds = 300;
const secretPrefix = "whsec_";
const noSecret = "The webhook's secret is missing or not one of Foyer's (whsec_…)";

/** Returns the event if one of the secrets has signed it just now; otherwise throws `WebhookNotVerified`, and an `Error` for what can't be a secret. */
export async function verifyWebhook(received: ReceivedWebhook): Promise<WebhookEvent> {
  const { body, secret, toleranceSeconds = defaultToleranceSeconds, now = Date.now() } = received;
  const secrets = [secret].flat().map(secretBytes);
  if (secrets.length === 0) throw new Error(noSecret);
  const id = headerOf(received, "webhook-id");
  const timestamp = headerOf(received, "webhook-timestamp");
  const ageSeconds = Math.abs(now / 1_000 - Number(timestamp));
  if (!(ageSeconds <= toleranceSeconds)) throw new WebhookNotVerified("The timestamp is too far from now");
  const signatures = headerOf(received, "webhook-signature")
    .split(" ")
    .filter((signature) => signature.startsWith("v1,"))
    .map((signature) => bytesOf(signature.slice("v1,".length)));
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const bytes of secrets) {
    const key = await importKey(bytes);
    for (const signature of signatures) {
      if (await crypto.subtle.verify("HMAC", key, signature, signed))
        return { id, ...(JSON.parse(body) as object) } as WebhookEvent;
    }
  }
  throw new WebhookNotVerified("No signature fits");
}

/** Some servers hand over `Webhook-Id`: names of headers have no case. */
function headerOf({ headers }: ReceivedWebhook, name: string): string {
  const all = headers instanceof Headers ? [...headers] : Object.entries(headers);
  const value = [all.find(([key]) => key.toLowerCase() === name)?.[1]].flat()[0];
  if (!value) throw new WebhookNotVerified(`The header ${name} is missing`);
  return value;
}

/** Untyped callers may give undefined, from an environment variable that is not set. */
function secretBytes(secret: string | undefined): Uint8Array<ArrayBuffer> {
  const bytes = secret?.startsWith(secretPrefix) ? bytesOf(secret.slice(secretPrefix.length)) : undefined;
  if (!bytes?.length) throw new Error(noSecret);
  return bytes;
}

function importKey(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
