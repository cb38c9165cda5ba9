import { Group, Stack, Text } from "@mantine/core";
import type { Form } from "../../../contract";
import { type ItemOf, useRead } from "../../api/operations";
import { useSession } from "../../session/context";
import { LinkButton } from "../links";
import { Loaded } from "../notices/loaded";
import { Properties } from "../properties";
import { fullTime } from "../time";
import { useFormsOf } from "./forms-of";

export type Lead = ItemOf<"listFormSubmissions">;

/** Who sent it, as far as it says. */
export function senderOf({ identifier, values }: Lead): string {
  return identifier ?? values.name ?? "Unknown";
}

/** A lead that is known by its identifier, wherever it is in the list. */
export function FoundLead({ submissionId }: { submissionId: string }) {
  const read = useRead("getFormSubmission", { params: { submission_id: submissionId } });
  return <Loaded read={read}>{(lead) => <LeadDetails lead={lead} />}</Loaded>;
}

/** What was sent with a form, the page that it was sent from, and the visit. */
function LeadDetails({ lead }: { lead: Lead }) {
  const { pageId, audienceId, personId, analyticsSessionId } = lead;
  const { may } = useSession();
  const forms = useFormsOf([lead], { enabled: may("forms:read") });
  const visits = useRead(
    "listTenantSessions",
    { query: { audienceId, hasFormSubmit: true, limit: 100 } },
    { enabled: analyticsSessionId !== null && may("sessions:read") },
  );
  const visit = visits.data?.items.find((each) => each.analyticsSessionId === analyticsSessionId);
  return (
    <Stack>
      <Properties values={labelled(lead, forms)} />
      <Text size="sm" c="dimmed">
        Sent {fullTime(lead.submittedAt)}
        {lead.isPrefilled && ", as the page had filled it in: nobody wrote anything, and a machine may have clicked."}
      </Text>
      <Group>
        {personId !== null && may("persons:read") && (
          <LinkButton variant="default" to="/persons/$personId" params={{ personId }}>
            The person
          </LinkButton>
        )}
        {may("audiences:read") && (
          <LinkButton variant="default" to="/pages/$pageId/audiences/$audienceId" params={{ pageId, audienceId }}>
            The page they saw
          </LinkButton>
        )}
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

/** By what visitors read above the fields. A label that two fields have is no name for either. */
function labelled({ values, formId }: Lead, forms: readonly Form[]): Record<string, string> {
  const fields = forms.find((form) => form.formId === formId)?.fields ?? [];
  const nameOf = (name: string) => {
    const label = fields.find((field) => field.name === name)?.label;
    return label !== undefined && fields.filter((field) => field.label === label).length === 1 ? label : name;
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [nameOf(name), value]));
}
