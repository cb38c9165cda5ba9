import { Box, Group, Text } from "@mantine/core";
import { formatted } from "./time";

const height = 160;
const barWidth = 10;
const gap = 2;

export interface Bar {
  id: string;
  label: string;
  value: number;
}

/** Bars in their order, with a sentence that says what they show. */
export function BarChart({ bars, sentence }: { bars: readonly Bar[]; sentence: string }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const width = bars.length * (barWidth + gap);
  return (
    <Box component="figure" m={0}>
      <Text component="figcaption" mb="sm">
        {sentence}
      </Text>
      <Text size="xs" c="dimmed">
        {formatted(most)}
      </Text>
      <svg
        className="bar-chart"
        viewBox={`0 0 ${Math.max(width, 1)} ${height}`}
        preserveAspectRatio="none"
        width="100%"
        height={height}
        role="img"
        aria-label={sentence}
      >
        {bars.map(({ id, label, value }, index) => (
          <rect
            key={id}
            x={index * (barWidth + gap)}
            y={height - (value / most) * height}
            width={barWidth}
            height={(value / most) * height}
          >
            <title>{`${label}: ${formatted(value)}`}</title>
          </rect>
        ))}
      </svg>
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          {bars[0]?.label}
        </Text>
        <Text size="xs" c="dimmed">
          {bars.at(-1)?.label}
        </Text>
      </Group>
    </Box>
  );
}
