import { Button, Card, Checkbox, FileButton, Group, Image, SimpleGrid, Stack, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { type Asset, operations, trashRetentionDays } from "../../../contract";
import { useEdit } from "../../api/edits";
import { useList } from "../../api/list";
import { useCall } from "../../api/operations";
import { CopyText } from "../../parts/copy-text";
import { FormModal } from "../../parts/forms/form-modal";
import { RecordForm } from "../../parts/forms/record-form";
import { Heading } from "../../parts/heading";
import { Icon } from "../../parts/icon";
import { type BulkAction, BulkBar } from "../../parts/lists/bulk-bar";
import { EmptyState } from "../../parts/notices/empty-state";
import { failed } from "../../parts/notices/notices";
import { ProblemNotice } from "../../parts/notices/problem-notice";
import { undoable } from "../../parts/notices/undo-notice";
import { AddressTabs } from "../../parts/tabs";
import { useSession } from "../../session/context";

export function Screen() {
  const { may } = useSession();
  return (
    <>
      <Heading title="Assets" about="Pictures, logos and files for your pages. Nothing is loaded from elsewhere.">
        {may("assets:write") && <Upload />}
      </Heading>
      <AddressTabs
        tabs={[
          { value: "kept", label: "Assets", content: <Kept /> },
          { value: "trash", label: "Trash", content: <Trash /> },
        ]}
      />
    </>
  );
}

function Upload() {
  const edit = useEdit();
  const [left, setLeft] = useState(0);
  async function upload(files: File[]) {
    setLeft(files.length);
    for (const file of files) {
      await edit("createAsset", { file, body: {} }, { done: `${file.name} is here` }).catch(failed);
      setLeft((before) => before - 1);
    }
  }
  return (
    <FileButton onChange={upload} multiple>
      {(props) => (
        <Button {...props} leftSection={<Icon name="upload" size={16} />} loading={left > 0}>
          Upload
        </Button>
      )}
    </FileButton>
  );
}

function Kept() {
  const { may } = useSession();
  const edit = useEdit();
  const call = useCall();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const actions: BulkAction[] = [
    {
      label: "Trash them",
      color: "red",
      done: (count) => `${count} in the trash`,
      run: (id) => call("deleteAsset", { params: { asset_id: id } }),
      undo: (id) => call("restoreAsset", { params: { asset_id: id } }),
    },
  ];
  const { items, error, isPending, hasNextPage, fetchNextPage } = useList("listAssets", {}, { keepsAll: true });
  if (error && items.length === 0) return <ProblemNotice error={error} />;
  if (items.length === 0 && !isPending)
    return (
      <EmptyState icon="asset" title="No assets yet" text="Upload a logo or a picture; brands and topics can then show it." />
    );
  return (
    <Stack>
      <BulkBar chosen={chosen} actions={actions} onDone={setChosen} />
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 4 }}>
        {items.map((asset) => (
          <AssetCard key={asset.assetId} asset={asset}>
            {may("assets:write") && (
              <Group gap="xs" justify="flex-end">
                <Checkbox
                  size="sm"
                  mr="auto"
                  aria-label={`Choose ${asset.name}`}
                  checked={chosen.has(asset.assetId)}
                  onChange={() => setChosen(chosen.symmetricDifference(new Set([asset.assetId])))}
                />
                <Button
                  size="compact-xs"
                  variant="subtle"
                  color="red"
                  onClick={() => {
                    const params = { asset_id: asset.assetId };
                    const undo = () => edit("restoreAsset", { params });
                    edit("deleteAsset", { params }).then(() => undoable("In the trash", undo), failed);
                  }}
                >
                  Trash
                </Button>
                <FormModal label="Rename" icon="form" variant="default">
                  {(close) => (
                    <RecordForm
                      schema={operations.updateAsset.body}
                      fields={[
                        { name: "name", label: "Name", required: true },
                        { name: "purpose", label: "Purpose" },
                        { name: "tags", label: "Tags", kind: "tags" },
                      ]}
                      initial={{ name: asset.name, purpose: asset.purpose, tags: asset.tags }}
                      empty="keep"
                      submitLabel="Save"
                      onSubmit={async (body) => {
                        await edit("updateAsset", { params: { asset_id: asset.assetId }, body }, { done: "Saved" });
                        close();
                      }}
                    />
                  )}
                </FormModal>
              </Group>
            )}
          </AssetCard>
        ))}
      </SimpleGrid>
      {hasNextPage && (
        <Button variant="default" onClick={() => fetchNextPage()}>
          More
        </Button>
      )}
    </Stack>
  );
}

function Trash() {
  const { may } = useSession();
  const edit = useEdit();
  const { items, error, isPending } = useList("listTrashedAssets", {});
  if (error && items.length === 0) return <ProblemNotice error={error} />;
  if (items.length === 0 && !isPending)
    return (
      <EmptyState icon="trash" title="The trash is empty" text={`What you trash stays here for ${trashRetentionDays} days.`} />
    );
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 4 }}>
      {items.map((asset) => (
        <AssetCard key={asset.assetId} asset={asset}>
          {may("assets:write") && (
            <Button
              size="compact-xs"
              variant="light"
              onClick={() => edit("restoreAsset", { params: { asset_id: asset.assetId } }, { done: "Back" }).catch(failed)}
            >
              Restore
            </Button>
          )}
        </AssetCard>
      ))}
    </SimpleGrid>
  );
}

function AssetCard({ asset, children }: { asset: Asset; children: ReactNode }) {
  const { pathname, search } = new URL(asset.previewDownloadUrl);
  return (
    <Card withBorder padding="sm">
      <Card.Section>
        {/^(image|logo|icon)$/.test(asset.data.type) ? (
          <Image className="asset-picture" src={pathname + search} alt="" loading="lazy" />
        ) : (
          <Stack className="asset-picture" align="center" justify="center">
            <Icon name="asset" size={32} />
          </Stack>
        )}
      </Card.Section>
      <Stack gap={6} mt="xs">
        <Text size="sm" fw={550} truncate>
          {asset.name}
        </Text>
        <CopyText text={asset.assetId} label="Copy" />
        {children}
      </Stack>
    </Card>
  );
}
