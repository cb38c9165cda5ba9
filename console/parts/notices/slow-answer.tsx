import { Text, type TextProps } from "@mantine/core";
import { useEffect, useState } from "react";

/** Whoever waits longer wonders whether anything happens at all. */
const longMs = 3_000;

/** Stands where somebody waits for Foyer, and says so once it takes long. */
export function SlowAnswer(props: TextProps) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isLong) return null;
  return (
    <Text size="sm" c="dimmed" role="status" {...props}>
      Foyer takes long to answer. The console is still waiting for it.
    </Text>
  );
}
