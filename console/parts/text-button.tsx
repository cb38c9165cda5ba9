import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";

/** Opens something on the same screen, and looks like a link. */
export function TextButton({ onClick, children }: { onClick(): void; children: ReactNode }) {
  return (
    <Anchor component="button" type="button" className="text-button" fw={550} onClick={onClick}>
      {children}
    </Anchor>
  );
}
