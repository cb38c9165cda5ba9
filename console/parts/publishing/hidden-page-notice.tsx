import { Alert } from "@mantine/core";
import { useRead } from "../../api/operations";
import { useSession } from "../../session/context";
import { Icon } from "../icon";

/** A page is hidden until somebody shows it: its audiences are built, and their addresses lead nowhere. */
export function HiddenPageNotice({ pageId }: { pageId: string }) {
  const { may } = useSession();
  const { data: page } = useRead("getPage", { params: { page_id: pageId } }, { enabled: may("pages:read") });
  if (page?.status !== "draft" || page.audiencesCount === 0) return null;
  return (
    <Alert icon={<Icon name="eye" />} color="orange" variant="light" mb="lg" title="Hidden from visitors">
      The page is hidden, so the addresses of its audiences lead nowhere. “Show to visitors” at the page changes that.
    </Alert>
  );
}
