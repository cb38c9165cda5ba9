import type * as z from "zod";
import type { statGroups } from "../../../../contract/visits/stats";
import { useRead } from "../../../api/operations";
import { PageName, VisitorName } from "../../../parts/visits/names";
import { useSession } from "../../../session/context";

export type StatGroup = z.output<typeof statGroups>;

/** What a group of figures is called. Only rows in sight ask. */
export function GroupName({ groupBy, id }: { groupBy: StatGroup; id: string }) {
  if (groupBy === "page") return <PageName pageId={id} />;
  if (groupBy === "account") return <AccountName accountId={id} />;
  if (groupBy === "audience") return <AudienceName audienceId={id} />;
  if (groupBy === "version") return <VersionName versionId={id} />;
  return id;
}

function AccountName({ accountId }: { accountId: string }) {
  const { may } = useSession();
  const { data } = useRead("getAccount", { params: { account_id: accountId } }, { enabled: may("accounts:read") });
  return data ? (data.name ?? data.domain) : accountId;
}

/** An audience can't be read without its page, which any of its visits tells. */
function AudienceName({ audienceId }: { audienceId: string }) {
  const { data } = useRead("listTenantSessions", { query: { audienceId, limit: 1 } });
  const [visit] = data?.items ?? [];
  return visit ? <VisitorName pageId={visit.pageId} audienceId={audienceId} /> : audienceId;
}

function VersionName({ versionId }: { versionId: string }) {
  const { may } = useSession();
  const { data } = useRead("listTenantSessions", { query: { versionId, limit: 1 } });
  const { pageId = null, audienceId = null } = data?.items[0] ?? {};
  const params = { page_id: pageId ?? "", audience_id: audienceId ?? "", version_id: versionId };
  const enabled = pageId !== null && audienceId !== null && may("audiences:read");
  const version = useRead("getAudienceVersion", { params }, { enabled });
  if (!version.data) return versionId;
  return (
    <>
      <VisitorName pageId={pageId} audienceId={audienceId} />, version {version.data.versionNumber}
    </>
  );
}
