import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";

/** At the foot of a form: Cancel where there is something to go back to, and what saves it. */
export function FormButtons({ onCancel, children }: { onCancel?: (() => void) | undefined; children: ReactNode }) {
  return (
    <Group justify="flex-end">
      {onCancel && (
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      )}
      {children}
    </Group>
  );
}
