import type { OperationId, Operations } from "../contract";
import { type Callable, callable } from "../contract/callable";
import type { CallOptions, Client, CsvListId, ListId, Sent } from "./calls";
import { baseOf, checkedKey } from "./connection";
import { csvType, type RequestInput } from "./request";
import { createSend, type RetryPolicy } from "./send";

const defaultPolicy = { tries: 5, timeoutMs: 15_000, totalMs: 60_000 };

export interface ClientOptions extends Partial<RetryPolicy> {
  /** For example `https://foyer.example.com`. */
  url: string;
  /** Undefined is refused; the type allows an environment variable that may be unset. */
  apiKey: string | undefined;
}

/** A method for each operation of the API, `each` and `csv` for whole lists. */
export function createClient({ url, apiKey, ...policy }: ClientOptions): Client {
  const send = createSend(baseOf(url), checkedKey(apiKey), { ...defaultPolicy, ...policy });

  async function* each(id: ListId, sent: RequestInput = {}, options: CallOptions = {}) {
    let cursor = sent.query?.cursor;
    do {
      const query = cursor === undefined ? sent.query : { ...sent.query, cursor };
      const page = (await send(callable[id], { ...sent, ...(query && { query }) }, options)) as Page;
      yield* page.items;
      cursor = page.nextCursor;
    } while (cursor !== null);
  }

  const csv = (id: CsvListId, sent: RequestInput = {}, options: CallOptions = {}) =>
    send(callable[id], { ...sent, accept: csvType }, options);

  const methods = Object.entries<Callable>(callable).map(([id, operation]) => [
    id,
    (sent: RequestInput = {}, options: CallOptions = {}) => send(operation, sent, options),
  ]);
  // The methods are built without types here; `Client` types each by its operation.
  return { ...Object.fromEntries(methods), each, csv } as Client;
}

export type { CallOptions, Client, CsvListId, ListId } from "./calls";
export { FoyerError, FoyerUnreachable } from "./errors";
export { type FeedEvent, type FollowOptions, followEvents } from "./feed";
export { type ReceivedWebhook, verifyWebhook, type WebhookEvent, WebhookNotVerified } from "./webhooks";

/** What a method of the client takes: `SentTo<"createPerson">["body"]`. */
export type SentTo<Id extends OperationId> = Sent<Operations[Id]>;

interface Page {
  items: unknown[];
  nextCursor: string | null;
}
