import { Button, SimpleGrid, Text } from "@mantine/core";
import { Fold } from "../../../parts/fold";
import { AccountPicker } from "../../../parts/forms/account-picker";
import { AudiencePicker } from "../../../parts/forms/audience-picker";
import { PersonPicker } from "../../../parts/forms/person-picker";
import { FilterBox, FilterSelect } from "../../../parts/lists/filters";
import { useSession } from "../../../session/context";
import { DayInput } from "./day-input";
import { type ChangeFilters, countMore, isOutOfOrder, noFilters, type VisitFilters } from "./visit-filters";

interface Props {
  filters: VisitFilters;
  onChange: ChangeFilters;
  /** Whether there is anything to clear, here or beside it. */
  isFiltered: boolean;
}

const values = ["true", "false"] as const;

/** When they came, who it was, from which campaign, and what they did. */
export function MoreFilters({ filters, onChange, isFiltered }: Props) {
  const { may } = useSession();
  const { from, to, pageId, accountId, personId, audienceId, hasConversion, hasFormSubmit, isBounce, utmSource, utmCampaign } =
    filters;
  const count = countMore(filters);
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <Fold
      label={count === 0 ? "More filters" : `More filters (${count})`}
      startsOpen={count > 0}
      aside={
        isFiltered && (
          <Button variant="subtle" color="gray" px="xs" onClick={() => onChange(noFilters)}>
            Clear all filters
          </Button>
        )
      }
    >
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
        <DayInput label="First day" value={from} onChange={(day) => onChange({ from: day })} />
        <DayInput
          label="Last day"
          value={to}
          error={isOutOfOrder(filters) && "Before the first day"}
          onChange={(day) => onChange({ to: day })}
        />
        <AccountPicker value={accountId} onChange={(chosen) => onChange({ accountId: chosen })} />
        {may("persons:read") && (
          <PersonPicker placeholder="Any" mb={0} value={personId} onChange={(chosen) => onChange({ personId: chosen })} />
        )}
        {pageId !== undefined && may("audiences:read") && (
          <AudiencePicker
            placeholder="Any"
            w="100%"
            pageId={pageId}
            value={audienceId}
            onChange={(chosen) => onChange({ audienceId: chosen })}
          />
        )}
        <FilterSelect
          isLabelled
          label="Conversion"
          values={values}
          names={{ true: "Converted", false: "Not converted" }}
          value={hasConversion}
          onChange={(chosen) => onChange({ hasConversion: chosen })}
        />
        <FilterSelect
          isLabelled
          label="Form"
          values={values}
          names={{ true: "Sent a form", false: "Sent no form" }}
          value={hasFormSubmit}
          onChange={(chosen) => onChange({ hasFormSubmit: chosen })}
        />
        <FilterSelect
          isLabelled
          label="Bounce"
          values={values}
          names={{ true: "Bounced", false: "Did not bounce" }}
          value={isBounce}
          onChange={(chosen) => onChange({ isBounce: chosen })}
        />
        <FilterBox
          isLabelled
          label="Source"
          placeholder="utm_source"
          value={utmSource}
          onChange={(words) => onChange({ utmSource: words })}
        />
        <FilterBox
          isLabelled
          label="Campaign"
          placeholder="utm_campaign"
          value={utmCampaign}
          onChange={(words) => onChange({ utmCampaign: words })}
        />
      </SimpleGrid>
      <Text size="xs" c="dimmed" mt="xs">
        Days begin and end in {timeZone}. Source and campaign are found as they are written in the link.
      </Text>
    </Fold>
  );
}
