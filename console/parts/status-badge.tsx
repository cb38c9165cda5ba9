import { Badge } from "@mantine/core";

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
