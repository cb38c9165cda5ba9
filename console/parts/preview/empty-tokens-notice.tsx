import { Alert, Code, List } from "@mantine/core";
import { useSession } from "../../session/context";
import { type EffectiveField, emptyTokens } from "./empty-tokens";

/** Where the page would say nothing, or a default, because something is not known about the visitor. */
export function EmptyTokensNotice({ fields }: { fields: readonly EffectiveField[] }) {
  const { may } = useSession();
  const known = (name: string) =>
    name.startsWith("person.") ? may("persons:read") : !name.startsWith("account.") || may("accounts:read");
  const empty = emptyTokens(fields).filter(({ name }) => known(name));
  if (empty.length === 0) return null;
  const title = empty.length === 1 ? "One token is empty for them" : `${empty.length} tokens are empty for them`;
  return (
    <Alert color="yellow" variant="light" title={title}>
      <List size="sm">
        {empty.map(({ name, field, hasDefault }) => (
          <List.Item key={`${field} ${name} ${hasDefault}`}>
            <Code>{name}</Code> in <Code>{field}</Code>
            {hasDefault ? ": its default is shown" : ": nothing is shown"}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
