import { Button } from "@mantine/core";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useEdit } from "../../api/edits";
import { useRead } from "../../api/operations";
import { Heading } from "../../parts/heading";
import { ConfirmButton } from "../../parts/notices/confirm-button";
import { Loaded } from "../../parts/notices/loaded";
import { failed } from "../../parts/notices/notices";
import { undoable } from "../../parts/notices/undo-notice";
import { HiddenPageNotice } from "../../parts/publishing/hidden-page-notice";
import { PublishBanner } from "../../parts/publishing/publish-banner";
import { StatusBadge } from "../../parts/status-badge";
import { AddressTabs } from "../../parts/tabs";
import { useSession } from "../../session/context";
import { FiguresPanel } from "../visits/figures/figures-panel";
import { PageAudiences } from "./page/page-audiences";
import { PageContent } from "./page/page-content";
import { PagePublishing } from "./page/page-publishing";
import { PageTopics } from "./page/page-topics";

export function Screen() {
  const { may } = useSession();
  const edit = useEdit();
  const navigate = useNavigate();
  const { pageId } = useParams({ strict: false }) as { pageId: string };
  const params = { page_id: pageId };
  const page = useRead("getPage", { params });
  const mayWrite = may("pages:write");
  return (
    <Loaded read={page}>
      {(shown) => (
        <>
          <Heading title={shown.name} back={{ to: "/pages", label: "Pages" }} aside={<StatusBadge status={shown.status} />}>
            {mayWrite && shown.status === "archived" && (
              <Button
                variant="default"
                onClick={() => edit("restorePage", { params }, { done: "Back from the archive" }).catch(failed)}
              >
                Restore
              </Button>
            )}
            {mayWrite && shown.status !== "archived" && (
              <>
                <ConfirmButton
                  label="Archive"
                  question="Visitors no longer see any of its audiences' pages. You can restore it."
                  onConfirm={async () => {
                    await edit("archivePage", { params });
                    undoable("Archived", () => edit("restorePage", { params }));
                    navigate({ to: "/pages" });
                  }}
                />
                <Button
                  variant={shown.status === "draft" ? "filled" : "default"}
                  onClick={() => {
                    const status = shown.status === "draft" ? "published" : "draft";
                    const done = status === "published" ? "Visitors can see it now" : "Hidden from visitors";
                    edit("updatePage", { params, body: { status } }, { done }).catch(failed);
                  }}
                >
                  {shown.status === "draft" ? "Show to visitors" : "Hide from visitors"}
                </Button>
              </>
            )}
          </Heading>
          <HiddenPageNotice pageId={pageId} />
          <PublishBanner key={pageId} pageId={pageId} />
          <AddressTabs
            tabs={[
              ...(may("audiences:read")
                ? [{ value: "audiences", label: "Audiences", content: <PageAudiences page={shown} /> }]
                : []),
              { value: "content", label: "Content", content: <PageContent page={shown} /> },
              ...(may("topics:read") ? [{ value: "topics", label: "Topics", content: <PageTopics pageId={pageId} /> }] : []),
              ...(may("audiences:read")
                ? [{ value: "publishing", label: "Publishing", content: <PagePublishing pageId={pageId} /> }]
                : []),
              ...(may("sessions:read")
                ? [{ value: "figures", label: "Figures", content: <FiguresPanel pageId={pageId} /> }]
                : []),
            ]}
          />
        </>
      )}
    </Loaded>
  );
}
