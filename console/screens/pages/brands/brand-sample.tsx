import { Button, Card, Text } from "@mantine/core";
import type { Brand } from "../../../../contract";

type Colors = Partial<Record<keyof Brand["colors"], string | null | undefined>>;

/** How a button and a text look with it. */
export function BrandSample({ colors }: { colors: Colors }) {
  return (
    <Card
      padding="md"
      withBorder
      style={{ background: colors.background || "#ffffff", color: colors.text || "#1a1b1e" }}
      aria-hidden
    >
      <Text fw={600}>Hello there</Text>
      <Button
        size="xs"
        mt="xs"
        w="fit-content"
        component="span"
        style={{ background: colors.primary || "#3b5bdb", color: colors.onPrimary || "#ffffff" }}
      >
        Book a demo
      </Button>
    </Card>
  );
}
