import { Anchor, Button, Group, Stack, Textarea } from "@mantine/core";
import { useRef, useState } from "react";
import { type WrittenBlock, writtenBlocks } from "../../../../contract/pages/blocks";
import { useCall } from "../../../api/operations";
import { failed } from "../../../parts/notices/notices";
import { AssetPicker } from "../../../parts/pickers/asset-picker";
import type { PickerProps } from "../../../parts/pickers/long-select";
import { useSession } from "../../../session/context";
import { takesAssets, withAsset } from "./with-asset";

const aboutTokens = "Personal tokens such as {{ person.firstName | default: 'there' }} are filled in for each audience";

/** What the entry says: for a block with how it is written and an example, and with assets by their names. */
export function EntryContent({ kind, value = "", onChange, ...rest }: PickerProps & { kind: string }) {
  const { may } = useSession();
  const call = useCall({ isNoted: false });
  const text = useRef<HTMLTextAreaElement>(null);
  const [added, setAdded] = useState(0);
  const name = kind.toLowerCase();
  const block: WrittenBlock | undefined = Object.hasOwn(writtenBlocks, name)
    ? writtenBlocks[name as keyof typeof writtenBlocks]
    : undefined;
  // An asset may come while somebody goes on writing.
  const latest = useRef({ value, name, onChange });
  latest.current = { value, name, onChange };
  const write = (content: string) => {
    latest.current.onChange(content);
    text.current?.focus();
  };
  async function addAsset(assetId: string | undefined) {
    if (assetId === undefined) return;
    const asset = await call("getAsset", { params: { asset_id: assetId } });
    setAdded((before) => before + 1);
    write(withAsset(latest.current.value, latest.current.name, asset));
  }
  return (
    <Stack gap="xs">
      <Textarea
        {...rest}
        ref={text}
        className="with-example"
        description={block ? `${block.summary.replaceAll("`", "")}. ${aboutTokens}` : aboutTokens}
        autosize
        minRows={3}
        maxRows={14}
        {...(block && { placeholder: block.example })}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Group gap="xs" align="flex-end">
        {block && value === "" && (
          <Button size="compact-sm" variant="light" onClick={() => write(block.example)}>
            Begin with this example
          </Button>
        )}
        {block && (
          <Anchor href={`/docs/content#block-${name}`} target="_blank" rel="noreferrer" size="sm">
            What it looks like
          </Anchor>
        )}
        {may("assets:read") && takesAssets(name) && (
          <AssetPicker
            key={added}
            label="Put in an asset"
            value={undefined}
            onChange={(assetId) => addAsset(assetId).catch(failed)}
          />
        )}
      </Group>
    </Stack>
  );
}
