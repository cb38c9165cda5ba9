import { Text, type TextProps } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useEffect, useState } from "react";

/** Whoever waits longer wonders whether anything happens at all. */
const longMs = 3_000;
const message = "Foyer takes long to answer. The console is still waiting for it.";

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
      {message}
    </Text>
  );
}

/** The same for a button, which has no room for it. */
export function tellIfSlow(work: Promise<unknown>): void {
  let shown: string | undefined;
  const timer = setTimeout(() => {
    shown = notifications.show({ message, color: "gray", autoClose: false });
  }, longMs);
  const end = () => {
    clearTimeout(timer);
    if (shown !== undefined) notifications.hide(shown);
  };
  work.then(end, end);
}
