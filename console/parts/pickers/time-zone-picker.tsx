import { Select } from "@mantine/core";
import type { PickerProps } from "./long-select";

const maxShown = 50;

/** A time zone that the browser knows by name, found by any part of it. */
export function TimeZonePicker({ value, onChange, ...rest }: PickerProps) {
  const zones = new Set(["UTC", ...Intl.supportedValuesOf("timeZone"), ...(value ? [value] : [])]);
  return (
    <Select
      {...rest}
      data={[...zones]}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      searchable
      limit={maxShown}
      nothingFoundMessage="No such time zone"
      allowDeselect={false}
    />
  );
}
