import { Group, Stack } from "@mantine/core";
import { type ItemOf, useRead } from "../../api/operations";
import { useSession } from "../../session/context";
import { LinkButton } from "../links";
import { Properties } from "../properties";

export type Lead = ItemOf<"listFormSubmissions">;

/** What was sent with a form, the page that it was sent from, and the visit. */
export function LeadDetails({ lead: { values, pageId, audienceId, analyticsSessionId } }: { lead: Lead }) {
  const { may } = useSession();
  const visits = useRead(
    "listTenantSessions",
    { query: { audienceId, hasFormSubmit: true, limit: 100 } },
    { enabled: analyticsSessionId !== null && may("sessions:read") },
  );
  const visit = visits.data?.items.find((each) => each.analyticsSessionId === analyticsSessionId);
  return (
    <Stack>
      <Properties values={values} />
      <Group>
        <LinkButton variant="default" to="/pages/$pageId/audiences/$audienceId" params={{ pageId, audienceId }}>
          The page they saw
        </LinkButton>
        {visit?.audienceSessionId && (
          <LinkButton
            variant="default"
            to="/visits"
            search={{ visit: visit.audienceSessionId, began: visit.sessionStartedAt } as never}
          >
            The visit
          </LinkButton>
        )}
      </Group>
    </Stack>
  );
}
