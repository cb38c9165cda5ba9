import { Badge, Code, Table, Text } from "@mantine/core";
import { EmptyState } from "../notices/empty-state";

export interface EffectiveField {
  field: string;
  value?: unknown;
  source: "page" | "audience" | "person" | "account";
}

const colors = { page: "gray", audience: "indigo", person: "teal", account: "orange" };

/** Every field with its source, as a version built now would have it. */
export function EffectiveFields({ fields }: { fields: readonly EffectiveField[] }) {
  if (fields.length === 0) return <EmptyState title="Nothing to show" text="The audience has no fields." />;
  return (
    <Table.ScrollContainer minWidth={560} type="native" tabIndex={0}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={220}>Field</Table.Th>
            <Table.Th w={120}>From the</Table.Th>
            <Table.Th>Value</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map(({ field, value, source }) => (
            <Table.Tr key={field}>
              <Table.Td>
                <Code>{field}</Code>
              </Table.Td>
              <Table.Td>
                <Badge variant="light" tt="none" color={colors[source]}>
                  {source}
                </Badge>
              </Table.Td>
              <Table.Td>
                <Text size="sm" className="difference" lineClamp={4}>
                  {shown(value)}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === "") return "—";
  return typeof value === "string" ? value : JSON.stringify(value);
}
