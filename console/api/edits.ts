import { useQueryClient } from "@tanstack/react-query";
import type { CallOptions, SentTo } from "../../client";
import type { OperationId, Operations, Output } from "../../contract";
import { saved } from "../parts/notices/notices";
import { readAgain, useCall } from "./operations";

interface Options extends Pick<CallOptions, "signal" | "onProgress"> {
  /** The record as it was shown: refused with 412 if somebody else has edited it meanwhile. */
  unchangedSince?: object;
  done?: string;
}

/** A change that a form waits for: it throws what went wrong, for the form to show. */
export function useEdit() {
  const call = useCall();
  const queries = useQueryClient();
  return async <Id extends OperationId>(
    id: Id,
    sent: SentTo<Id>,
    { done, ...options }: Options = {},
  ): Promise<Output<Operations[Id]>> => {
    const answer = await call(id, sent, options);
    if (done) saved(done);
    await readAgain(queries);
    return answer;
  };
}
