import { PasswordInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { createClient, type SentTo } from "../../../../client";
import { noteAway } from "../../../api/away";
import { noteCall } from "../../../api/calls";
import { useEdit } from "../../../api/edits";
import { methodOf, readAgain } from "../../../api/operations";

type IssuingId = "createApiKey" | "rotateApiKey";

/** A new key, made with the session's or with one that is typed for it alone: a wrong one does not end the session. */
export function useIssueKey() {
  const edit = useEdit();
  const queries = useQueryClient();
  return async <Id extends IssuingId>(id: Id, sent: SentTo<Id>, ownKey: string): Promise<string> => {
    if (ownKey === "") return (await edit(id, sent)).key ?? "";
    noteCall(id, sent, {});
    const issuing = methodOf(createClient({ url: location.origin, apiKey: ownKey.trim() }), id)(sent, {});
    issuing.catch(noteAway);
    const { key } = await issuing;
    await readAgain(queries);
    return key ?? "";
  };
}

export function OwnKeyInput({ value, onChange }: { value: string; onChange(value: string): void }) {
  return (
    <PasswordInput
      label="Your own API key"
      description="The console's own ends with the session, and a key can't make one that lives longer. It is used once and forgotten."
      withAsterisk
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      visibilityToggleButtonProps={{ "aria-label": "Show the key" }}
    />
  );
}
