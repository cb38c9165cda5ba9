import { FormModal } from "../forms/form-modal";
import { type Lead, LeadDetails } from "./lead-details";

/** A lead by who sent it; opens what they sent. */
export function LeadButton({ lead }: { lead: Lead }) {
  return (
    <FormModal label={lead.identifier ?? lead.values.name ?? "Unknown"} title="What they sent" variant="text">
      {() => <LeadDetails lead={lead} />}
    </FormModal>
  );
}
