import { SimpleGrid, Stack, Table, Text } from "@mantine/core";
import { useRead } from "../../../api/operations";
import { usePreview } from "../../../api/preview";
import { Loaded } from "../../../parts/notices/loaded";
import { PageFrame } from "../../../parts/preview/page-frame";
import { RecordName, recordWithId } from "../../../parts/preview/record-name";
import { ShownValue } from "../../../parts/preview/shown-value";
import { fieldInWords } from "../../../parts/words/field-words";
import { type Change, differences, shown } from "./document-differences";

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
                {changes.length > 0 && <Changes changes={changes} before={older.document} after={newer.document} />}
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

/** What is looked at here of a version's document. */
interface ComparedDocument {
  page?: Record<string, unknown>;
}

interface Compared {
  changes: readonly Change[];
  before: ComparedDocument;
  after: ComparedDocument;
}

/** The path itself, as the API has it, is in the title of its words. */
function Changes({ changes, before, after }: Compared) {
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
        {changes.map(({ path, ...change }) => (
          <Table.Tr key={path.join(".")}>
            <Table.Td className="difference" title={path.join(".")}>
              <ChangedField path={path} before={before} after={after} />
            </Table.Td>
            <Table.Td className="difference">
              <ChangedValue path={path} value={change.before} document={before} />
            </Table.Td>
            <Table.Td className="difference">
              <ChangedValue path={path} value={change.after} document={after} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface Field {
  path: readonly string[];
  before: ComparedDocument;
  after: ComparedDocument;
}

/** Assets are known by their names, which are not in the document. */
function ChangedField({ path, before, after }: Field) {
  const [at, assetId, ...below] = path;
  if (at !== "assets" || assetId === undefined) return fieldInWords(path, after, before);
  return (
    <>
      <RecordName of="asset" id={assetId} />
      {below.length > 0 && ` › ${fieldInWords(below)}`}
    </>
  );
}

/** Of the page's own fields, those that are shown as they are offered in forms. */
const choices = new Set(["pageType", "language", "headerActionId"]);

interface Value {
  path: readonly string[];
  value: unknown;
  document: ComparedDocument;
}

/** As whoever writes pages would say it: other records by their names, and the page's choices as they are offered. */
function ChangedValue({ path, value, document }: Value) {
  const record = recordWithId(value);
  if (record) return <RecordName {...record} />;
  const [at, field = ""] = path;
  if (at !== "page" || !choices.has(field)) return shown(value);
  return <ShownValue field={field} value={value} fieldNamed={(name) => document.page?.[name]} />;
}
