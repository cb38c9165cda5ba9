import { useParams } from "@tanstack/react-router";
import { useEdit } from "../../api/edits";
import { useRead } from "../../api/operations";
import { CopyText } from "../../parts/copy-text";
import { Heading } from "../../parts/heading";
import { LinkButton } from "../../parts/links";
import { BusyButton } from "../../parts/notices/busy-button";
import { ConfirmButton } from "../../parts/notices/confirm-button";
import { Loaded } from "../../parts/notices/loaded";
import { undoable } from "../../parts/notices/undo-notice";
import { EffectiveFields } from "../../parts/preview/effective-fields";
import { HiddenPageNotice } from "../../parts/publishing/hidden-page-notice";
import { useReadWhileBuilding } from "../../parts/publishing/read-while-building";
import { AudienceStatus } from "../../parts/status-badge";
import { AddressTabs } from "../../parts/tabs";
import { useSession } from "../../session/context";
import { AudienceHistory } from "./audience/audience-history";
import { AudienceOverrides } from "./audience/audience-overrides";
import { AudiencePreview } from "./audience/audience-preview";
import { AudienceVersions } from "./audience/audience-versions";

export function Screen() {
  const { may } = useSession();
  const edit = useEdit();
  const { pageId, audienceId } = useParams({ strict: false }) as { pageId: string; audienceId: string };
  const params = { page_id: pageId, audience_id: audienceId };
  const audience = useRead("getAudience", { params });
  const effective = useRead("getEffectiveAudience", { params });
  useReadWhileBuilding(audience.data ? [audience.data.status] : []);
  const mayWrite = may("audiences:write");
  const publicUrl = effective.data?.publicUrl;
  return (
    <Loaded read={audience}>
      {(shown) => (
        <>
          <Heading
            title={shown.effectiveName}
            about={publicUrl && <CopyText text={publicUrl} label="Copy the address" />}
            back={{ to: `/pages/${pageId}`, label: "The page" }}
            aside={<AudienceStatus audience={shown} />}
          >
            {may("sessions:read") && (
              <LinkButton variant="default" to="/visits" search={{ pageId, audienceId } as never}>
                Their visits
              </LinkButton>
            )}
            {mayWrite && shown.archivedAt && (
              <BusyButton variant="default" onClick={() => edit("restoreAudience", { params }, { done: "Live again" })}>
                Restore
              </BusyButton>
            )}
            {mayWrite && !shown.archivedAt && (
              <>
                <ConfirmButton
                  label="Archive"
                  question="Their address answers that the page is gone. You can restore it."
                  onConfirm={async () => {
                    await edit("archiveAudience", { params });
                    undoable("Archived", () => edit("restoreAudience", { params }));
                  }}
                />
                <BusyButton onClick={() => edit("createAudienceVersion", { params }, { done: "A new version is being built" })}>
                  Build a new version
                </BusyButton>
              </>
            )}
          </Heading>
          <HiddenPageNotice pageId={pageId} />
          <AddressTabs
            tabs={[
              {
                value: "preview",
                label: "As they see it",
                content: <AudiencePreview audience={shown} emptyTokens={effective.data?.emptyTokens ?? []} />,
              },
              { value: "overrides", label: "Made for them", content: <AudienceOverrides audience={shown} /> },
              {
                value: "fields",
                label: "Where it comes from",
                content: <Loaded read={effective}>{({ fields }) => <EffectiveFields fields={fields} />}</Loaded>,
              },
              { value: "versions", label: "Versions", content: <AudienceVersions audience={shown} /> },
              { value: "history", label: "History", content: <AudienceHistory audience={shown} /> },
            ]}
          />
        </>
      )}
    </Loaded>
  );
}
