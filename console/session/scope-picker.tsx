import { Checkbox, ScrollArea, Table } from "@mantine/core";
import type { Access } from "../../contract";
import { resources } from "../../contract/access";

const kinds = { read: "Look", write: "Change" } as const;

interface Props {
  /** The key's own scopes: no others can be given. */
  offered: readonly Access[];
  chosen: readonly Access[];
  onChange(chosen: readonly Access[]): void;
}

/** Which of a key's scopes the session has. */
export function ScopePicker({ offered, chosen, onChange }: Props) {
  const shown = resources.filter((resource) => offered.some((scope) => scope.startsWith(`${resource}:`)));
  return (
    <ScrollArea.Autosize
      mah={280}
      type="auto"
      offsetScrollbars
      viewportProps={{ tabIndex: 0, role: "group", "aria-label": "What the session may do" }}
    >
      <Table stickyHeader verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>What</Table.Th>
            {Object.values(kinds).map((title) => (
              <Table.Th key={title} w={80}>
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((resource) => (
            <Table.Tr key={resource}>
              <Table.Th scope="row" fw={400}>
                {inWords(resource)}
              </Table.Th>
              {(["read", "write"] as const).map((kind) => {
                const scope: Access = `${resource}:${kind}`;
                return (
                  <Table.Td key={kind}>
                    {offered.includes(scope) && (
                      <Checkbox
                        aria-label={`${kinds[kind]}: ${inWords(resource)}`}
                        checked={chosen.includes(scope)}
                        onChange={({ currentTarget: { checked } }) =>
                          onChange(checked ? [...chosen, scope] : chosen.filter((each) => each !== scope))
                        }
                      />
                    )}
                  </Table.Td>
                );
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}

/** "api_keys" as "API keys". */
function inWords(resource: string): string {
  const words = resource.replaceAll("_", " ").replace(/^api\b/, "API");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
