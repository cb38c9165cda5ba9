import type { OverrideChanges, Overrides } from "../../../../contract";
import type { AudienceRow, overrideNames } from "../queries";

type OverrideColumns = Pick<AudienceRow, (typeof overrideNames)[number]>;

/** A field left out stays, null clears it. */
export function overrideColumns(changes: OverrideChanges, before?: OverrideColumns): OverrideColumns {
  const kept = <Value>(value: Value | undefined, was: Value | undefined): Value | null =>
    value === undefined ? (was ?? null) : value;
  return {
    custom_name: kept(changes.customName, before?.custom_name),
    action_form_id_override: kept(changes.actionFormIdOverride, before?.action_form_id_override),
    action_form_instructions_override: kept(changes.actionFormInstructionsOverride, before?.action_form_instructions_override),
    action_url_override: kept(changes.actionUrlOverride, before?.action_url_override),
    metadata_override:
      changes.metadataOverride === undefined ? (before?.metadata_override ?? null) : text(changes.metadataOverride),
    supplementary_context: kept(changes.supplementaryContext, before?.supplementary_context),
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
