import { Badge, Group } from "@mantine/core";
import type { Audience } from "../../contract";

const colors: Record<string, string> = {
  published: "teal",
  verified: "teal",
  active: "teal",
  draft: "gray",
  pending: "yellow",
  queued: "yellow",
  processing: "blue",
  archived: "orange",
  cancelled: "gray",
  answered: "teal",
  resolved: "teal",
  succeeded: "teal",
  unanswered: "yellow",
  failing: "red",
  failed: "red",
  disabled: "red",
  revoked: "red",
};

export function StatusBadge({ status }: { status: string }) {
  return (
    <Badge variant="light" color={colors[status] ?? "gray"} tt="none" flex="none">
      {status.replaceAll("_", " ")}
    </Badge>
  );
}

/** Whatever becomes of a newer version, visitors see the published one meanwhile. In a table both fit into a row. */
export function AudienceStatus({ audience: { status, archivedAt } }: { audience: Pick<Audience, "status" | "archivedAt"> }) {
  if (archivedAt !== null) return <StatusBadge status="archived" />;
  if (status === "published") return <StatusBadge status="published" />;
  return (
    <Group gap={4}>
      <StatusBadge status="published" />
      <StatusBadge status={status === "draft" ? "newer draft" : status} />
    </Group>
  );
}
