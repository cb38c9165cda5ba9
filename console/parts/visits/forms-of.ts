import { useQueries } from "@tanstack/react-query";
import type { Form } from "../../../contract";
import { useCall, useRead } from "../../api/operations";

/** Forms beyond the first hundred are read one by one, as far as leads came with them. */
const maxReadForms = 50;

export function useFormsOf(leads: readonly { formId: string }[], { enabled }: { enabled: boolean }): Form[] {
  const call = useCall({ isNoted: false });
  const { data } = useRead("listForms", { query: { limit: 100 } }, { enabled });
  const listed = data?.items ?? [];
  const known = new Set(listed.map(({ formId }) => formId));
  const others = [...new Set(leads.map(({ formId }) => formId))].filter((formId) => !known.has(formId));
  const read = useQueries({
    queries: (data?.nextCursor == null ? [] : others.slice(0, maxReadForms)).map((formId) => {
      const sent = { params: { form_id: formId } };
      return {
        queryKey: ["getForm", sent],
        queryFn: ({ signal }: { signal: AbortSignal }) => call("getForm", sent, { signal }),
        meta: { beside: true },
      };
    }),
  });
  return [...listed, ...read.flatMap(({ data: form }) => form ?? [])];
}
