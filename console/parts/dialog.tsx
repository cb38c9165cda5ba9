import { Modal } from "@mantine/core";
import type { ReactNode } from "react";

interface Props {
  title: string;
  isOpen: boolean;
  /** Left out where only a choice within the dialog ends it. */
  onClose?(): void;
  /** Another dialog is over it, which keys are meant for. */
  isCovered?: boolean;
  size?: string;
  centered?: boolean;
  children: ReactNode;
}

/** Its header is not the page's banner, and says so to screen readers. */
export function Dialog({ title, isOpen, onClose, isCovered = false, size = "md", centered = false, children }: Props) {
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose ?? (() => {})}
      closeOnClickOutside={onClose !== undefined && !isCovered}
      closeOnEscape={onClose !== undefined && !isCovered}
      size={size}
      centered={centered}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Header role="presentation">
          <Modal.Title>{title}</Modal.Title>
          {onClose && <Modal.CloseButton aria-label="Close" />}
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
