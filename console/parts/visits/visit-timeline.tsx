import { Stack, Text, Timeline } from "@mantine/core";
import { useRead } from "../../api/operations";
import { Loaded } from "../notices/loaded";
import { fullTime } from "../time";

/** What the visitor did, in the order it happened. */
export function VisitTimeline({ visit }: { visit: string }) {
  const read = useRead("getSessionInteractions", { params: { audience_session_id: visit } });
  return (
    <Loaded read={read}>
      {({ interactions }) =>
        interactions.length === 0 ? (
          <Text c="dimmed">They clicked nothing, asked nothing and sent nothing.</Text>
        ) : (
          <Timeline bulletSize={14} lineWidth={2}>
            {interactions.map((each) => (
              <Timeline.Item
                key={`${each.timestamp} ${each.componentId} ${each.label}`}
                title={each.label || each.componentContext}
              >
                <Stack gap={2}>
                  {each.label && each.componentContext && <Text size="sm">{each.componentContext}</Text>}
                  {each.responseText && <Text size="sm">{each.responseText}</Text>}
                  <Text size="xs" c="dimmed">
                    {fullTime(String(each.timestamp))}
                  </Text>
                </Stack>
              </Timeline.Item>
            ))}
          </Timeline>
        )
      }
    </Loaded>
  );
}
