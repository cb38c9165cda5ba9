import { SimpleGrid, Stack, Table, Text } from "@mantine/core";
import { useRead } from "../../../api/operations";
import { usePreview } from "../../../api/preview";
import { Loaded } from "../../../parts/notices/loaded";
import { PageFrame } from "../../../parts/preview/page-frame";
import { fieldInWords } from "../../../parts/words/field-words";
import { type Change, differences } from "./document-differences";

interface Props {
  params: { page_id: string; audience_id: string };
  from: string;
  to: string;
}

/** Two versions by field, and as they are seen. */
export function VersionDifference({ params, from, to }: Props) {
  const before = useRead("getVersionDocument", { params: { ...params, version_id: from } });
  const after = useRead("getVersionDocument", { params: { ...params, version_id: to } });
  return (
    <Loaded read={before}>
      {(older) => (
        <Loaded read={after}>
          {(newer) => {
            const changes = differences(older.document, newer.document);
            return (
              <Stack>
                <Text>
                  {changes.length === 0
                    ? "These two versions show the same."
                    : `${changes.length} ${changes.length === 1 ? "field differs" : "fields differ"}.`}
                </Text>
                {changes.length > 0 && <Changes changes={changes} documents={[newer.document, older.document]} />}
                <SimpleGrid cols={{ base: 1, md: 2 }}>
                  <Seen params={params} versionId={from} title="Before" />
                  <Seen params={params} versionId={to} title="After" />
                </SimpleGrid>
              </Stack>
            );
          }}
        </Loaded>
      )}
    </Loaded>
  );
}

function Seen({ params, versionId, title }: { params: Props["params"]; versionId: string; title: string }) {
  const preview = usePreview({ ...params, version_id: versionId });
  return <Loaded read={preview}>{({ url }) => <PageFrame url={url} width={1024} height={900} title={title} />}</Loaded>;
}

/** The path itself, as the API has it, is in the title of its words. */
function Changes({ changes, documents }: { changes: readonly Change[]; documents: readonly unknown[] }) {
  return (
    <Table layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={{ base: 110, sm: 200 }}>Field</Table.Th>
          <Table.Th>Before</Table.Th>
          <Table.Th>After</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {changes.map(({ path, before, after }) => (
          <Table.Tr key={path.join(".")}>
            <Table.Td className="difference" title={path.join(".")}>
              {fieldInWords(path, ...documents)}
            </Table.Td>
            <Table.Td className="difference">{before}</Table.Td>
            <Table.Td className="difference">{after}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
