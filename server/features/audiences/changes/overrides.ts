import type { Overrides } from "../../../../contract";
import type { AudienceRow, overrideNames } from "../queries";

type OverrideColumns = Pick<AudienceRow, (typeof overrideNames)[number]>;

type Sent = { [Field in keyof Overrides]?: Overrides[Field] | undefined };

/** A field left out stays, null clears it. */
export function overrideColumns(sent: Sent, before?: OverrideColumns): OverrideColumns {
  const kept = <Value>(value: Value | undefined, was: Value | undefined): Value | null =>
    value === undefined ? (was ?? null) : value;
  return {
    custom_name: kept(sent.customName, before?.custom_name),
    action_form_id_override: kept(sent.actionFormIdOverride, before?.action_form_id_override),
    action_form_instructions_override: kept(sent.actionFormInstructionsOverride, before?.action_form_instructions_override),
    action_url_override: kept(sent.actionUrlOverride, before?.action_url_override),
    metadata_override: sent.metadataOverride === undefined ? (before?.metadata_override ?? null) : text(sent.metadataOverride),
    supplementary_context: kept(sent.supplementaryContext, before?.supplementary_context),
  };
}

export function toOverrides(row: OverrideColumns): Overrides {
  return {
    actionFormIdOverride: row.action_form_id_override,
    actionFormInstructionsOverride: row.action_form_instructions_override,
    actionUrlOverride: row.action_url_override,
    customName: row.custom_name,
    metadataOverride: row.metadata_override === null ? null : JSON.parse(row.metadata_override),
    supplementaryContext: row.supplementary_context,
  };
}

/** An empty override is stored as none. */
function text(metadata: Overrides["metadataOverride"]): string | null {
  return metadata === null || Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata);
}
