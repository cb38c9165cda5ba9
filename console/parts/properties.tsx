import { Card, Text } from "@mantine/core";
import type { ReactNode } from "react";

/** A record's fields, named. */
export function Properties({ values, isDense = false }: { values: Record<string, ReactNode>; isDense?: boolean }) {
  return (
    <Card withBorder padding="md">
      <dl className="properties" data-dense={isDense || undefined}>
        {Object.entries(values).map(([name, value]) => (
          <div key={name}>
            <Text component="dt" size="sm" c="dimmed">
              {name}
            </Text>
            <Text component="dd" m={0} className="property">
              {value ?? "—"}
            </Text>
          </div>
        ))}
      </dl>
    </Card>
  );
}
