import { useQueryClient } from "@tanstack/react-query";
import type { QuestionStatus } from "../../../../contract";
import { useCall } from "../../../api/operations";
import { undoable } from "../../../parts/notices/undo-notice";
import { formatted } from "../../../parts/time";

/** Puts questions aside, with a way back. `left` are those of the same group that stay. */
export function useIgnore() {
  const call = useCall();
  const queries = useQueryClient();
  const setAll = async (ids: readonly string[], status: QuestionStatus) => {
    try {
      for (const id of ids) await call("updateQuestion", { params: { question_id: id }, body: { status } });
    } finally {
      await queries.invalidateQueries();
    }
  };
  return async (ids: readonly string[], left = 0) => {
    await setAll(ids, "ignored");
    const ignored = ids.length === 1 ? "Ignored" : `${formatted(ids.length)} questions ignored`;
    undoable(left > 0 ? `${ignored}, ${formatted(left)} older ones are left` : ignored, () => setAll(ids, "unanswered"));
  };
}
