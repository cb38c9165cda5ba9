import { Alert, Code, List, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { FoyerError, FoyerUnreachable } from "../../../client";
import { fieldInWords } from "../words/field-words";

interface Props {
  error: unknown;
  /** In place of the problem's own. */
  detail?: string | undefined;
  /** Below the words. */
  children?: ReactNode;
}

/** What went wrong in words, with the identifier under which the log has it. */
export function ProblemNotice({ error, detail: own, children }: Props) {
  const { title, detail, fields, requestId } = { ...described(error), ...(own !== undefined && { detail: own }) };
  return (
    <Alert color="red" title={title} role="alert" variant="light">
      {detail && !isMadeOf(fields, detail) && <Text size="sm">{detail}</Text>}
      {fields.length > 0 && (
        <List size="sm" mt={4}>
          {fields.map(({ location, message }) => (
            <List.Item key={`${location} ${message}`}>
              <Text span inherit fw={550}>
                {placeInWords(location)}
              </Text>{" "}
              {message}
            </List.Item>
          ))}
        </List>
      )}
      {requestId && <RequestId id={requestId} />}
      {children}
    </Alert>
  );
}

/** Under which the log has the request. */
export function RequestId({ id }: { id: string }) {
  return (
    <Text size="xs" mt="xs" c="dimmed">
      Request <Code className="request-id">{id}</Code>
    </Text>
  );
}

/** As forms and comparisons call it: the API's own name for a field says nothing to whoever typed into it. */
function placeInWords(location: string): string {
  const path = location.replace(/^body\./, "").replace(/\[(\d+)\]/g, ".$1");
  return fieldInWords(path.split("."));
}

/** Without words of its own, a problem's detail has those of its fields, which are listed. */
function isMadeOf([first]: Described["fields"], detail: string): boolean {
  return first !== undefined && detail.startsWith(`${first.location} ${first.message}`);
}

interface Described {
  title: string;
  detail?: string;
  fields: readonly { location: string; message: string }[];
  requestId?: string;
}

export function described(error: unknown): Described {
  if (error instanceof FoyerError) {
    const { title, detail, requestId } = error.problem;
    return { title, ...(detail !== title && { detail }), fields: error.errors, requestId };
  }
  if (error instanceof FoyerUnreachable) {
    return { title: "Foyer does not answer", detail: "Nothing was lost here: try again when it is back.", fields: [] };
  }
  return { title: error instanceof Error ? error.message : String(error), fields: [] };
}
