import { Drawer } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";

interface Props {
  title: string;
  isOpen: boolean;
  onClose(): void;
  children: ReactNode;
}

/** Details of a record beside its list. Its header is not the page's banner, and says so to screen readers. */
export function SidePanel({ title, isOpen, onClose, children }: Props) {
  // A dialog that was opened in the panel is over it, and Escape is meant for that.
  const { dialog } = useSearch({ strict: false }) as { dialog?: string };
  return (
    <Drawer.Root opened={isOpen} onClose={onClose} closeOnEscape={dialog === undefined} position="right">
      <Drawer.Overlay />
      <Drawer.Content>
        <Drawer.Header role="presentation">
          <Drawer.Title>{title}</Drawer.Title>
          <Drawer.CloseButton aria-label="Close" />
        </Drawer.Header>
        <Drawer.Body>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
