import { Text } from "@mantine/core";
import { fullTime, inTime } from "./time";

export function When({ at }: { at: string | null }) {
  if (at === null)
    return (
      <Text component="span" size="sm" c="dimmed">
        Never
      </Text>
    );
  return (
    <time dateTime={new Date(Number(at)).toISOString()} title={fullTime(at)}>
      {inTime(at)}
    </time>
  );
}
