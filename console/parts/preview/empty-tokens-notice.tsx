import { Alert, Code, List } from "@mantine/core";
import type { EmptyToken } from "../../../contract";
import { formatted } from "../time";
import { placeOf } from "./place";

interface Props {
  tokens: readonly EmptyToken[];
  /** Nobody is chosen of whom anything could be known. */
  isForNobody?: boolean;
}

/** Where the page would say nothing, or a default, because something is not known about the visitor. */
export function EmptyTokensNotice({ tokens, isForNobody = false }: Props) {
  if (tokens.length === 0) return null;
  const are = tokens.length === 1 ? "one token is empty" : `${formatted(tokens.length)} tokens are empty`;
  const title = isForNobody ? `As long as nobody is chosen, ${are}` : `For them, ${are}`;
  return (
    <Alert color={isForNobody ? "gray" : "yellow"} variant="light" title={title}>
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
