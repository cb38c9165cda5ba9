import { Alert, Code, List } from "@mantine/core";
import type { EmptyToken } from "../../../contract";
import { placeOf } from "./place";

/** Where the page would say nothing, or a default, because something is not known about the visitor. */
export function EmptyTokensNotice({ tokens }: { tokens: readonly EmptyToken[] }) {
  if (tokens.length === 0) return null;
  const title = tokens.length === 1 ? "One token is empty for them" : `${tokens.length} tokens are empty for them`;
  return (
    <Alert color="yellow" variant="light" title={title}>
      <List size="sm">
        {tokens.map(({ token, location, hasDefault }) => (
          <List.Item key={`${location} ${token} ${hasDefault}`}>
            <Code>{token}</Code> in {placeOf(location)}
            {hasDefault ? ": its default is shown" : ": nothing is shown"}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
