import { Badge, Box, Table } from "@mantine/core";
import { EmptyState } from "../notices/empty-state";
import { fieldInWords } from "../words/field-words";
import { ShownValue } from "./shown-value";

export interface EffectiveField {
  field: string;
  value?: unknown;
  /** Left out where all have the same. */
  source?: "page" | "audience" | "person" | "account";
}

const colors = { page: "gray", audience: "indigo", person: "teal", account: "orange" };

/** Every field with its source, as a version built now would have it. What the API calls it is in the title of its words. */
export function EffectiveFields({ fields }: { fields: readonly EffectiveField[] }) {
  if (fields.length === 0) return <EmptyState title="Nothing to show" text="The audience has no fields." />;
  const haveSources = fields.some(({ source }) => source !== undefined);
  const fieldNamed = (name: string) => fields.find(({ field }) => field === name)?.value;
  return (
    <Table layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={{ base: 150, sm: 220 }}>Field</Table.Th>
          {haveSources && (
            <Table.Th w={120} visibleFrom="sm">
              From the
            </Table.Th>
          )}
          <Table.Th>Value</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {fields.map(({ field, value, source }) => (
          <Table.Tr key={field}>
            <Table.Td title={field}>
              {fieldInWords(field.split("."))}
              {source && (
                <Box hiddenFrom="sm" mt={4}>
                  <Source source={source} />
                </Box>
              )}
            </Table.Td>
            {haveSources && <Table.Td visibleFrom="sm">{source && <Source source={source} />}</Table.Td>}
            <Table.Td>
              <ShownValue field={field} value={value} fieldNamed={fieldNamed} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Source({ source }: Required<Pick<EffectiveField, "source">>) {
  return (
    <Badge variant="light" tt="none" color={colors[source]}>
      {source}
    </Badge>
  );
}
