import { type QueryClient, useQuery } from "@tanstack/react-query";
import { type CallOptions, type Client, type CsvListId, FoyerError, type ListId, type SentTo } from "../../client";
import type { OperationId, Operations, Output } from "../../contract";
import { type Signed, useSession } from "../session/context";
import { noteAnswer, noteAway } from "./away";
import { noteCall } from "./calls";

export type Answer<Id extends OperationId> = Output<Operations[Id]>;
export type ItemOf<Id extends ListId> = Answer<Id>["items"][number];
export type ReadId = { [Id in OperationId]: Operations[Id]["method"] extends "GET" ? Id : never }[OperationId];

/** What an operation reads, kept up to date as long as it is shown. */
export function useRead<Id extends ReadId>(
  id: Id,
  sent: SentTo<Id>,
  { everyMs, enabled = true }: { everyMs?: number | false; enabled?: boolean } = {},
) {
  const call = useCall();
  return useQuery({
    queryKey: [id, sent],
    queryFn: ({ signal }) => call(id, sent, { signal }),
    enabled,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  });
}

/** Everything that is shown, but what has asked to be kept. Nobody has to wait for what is `beside`. */
export function readAgain(queries: QueryClient): Promise<void> {
  queries.invalidateQueries({ predicate: ({ meta }) => meta?.beside === true });
  return queries.invalidateQueries({ predicate: ({ meta }) => meta?.keep !== true && meta?.beside !== true });
}

export type Caller = <Id extends OperationId>(id: Id, sent: SentTo<Id>, options?: CallOptions) => Promise<Answer<Id>>;

/** One call of an operation, noted for "as curl" unless nobody asked for it; a refused key asks for another one. */
export function useCall({ isNoted = true }: { isNoted?: boolean } = {}): Caller {
  const session = useSession();
  return async (id, sent, options = {}) => {
    if (isNoted) noteCall(id, sent, options);
    return answered(session, methodOf(session.client, id)(sent, options));
  };
}

/** A whole list as the text of a CSV, in one call. */
export function useCsv() {
  const session = useSession();
  return async <Id extends CsvListId>(id: Id, sent: SentTo<Id>): Promise<string> => {
    noteCall(id, sent, { whole: "csv" });
    const csv = session.client.csv as (list: Id, input: SentTo<Id>) => Promise<string>;
    return answered(session, csv(id, sent));
  };
}

async function answered<Result>({ client, refused }: Signed, asked: Promise<Result>): Promise<Result> {
  try {
    const answer = await asked;
    noteAnswer();
    return answer;
  } catch (error) {
    noteAway(error);
    if (error instanceof FoyerError && error.status === 401) refused(client);
    throw error;
  }
}

/** The one place where an operation that is known by its name alone meets its method. */
export function methodOf<Id extends OperationId>(client: Client, id: Id) {
  return client[id] as unknown as (sent: SentTo<Id>, options: object) => Promise<Answer<Id>>;
}
