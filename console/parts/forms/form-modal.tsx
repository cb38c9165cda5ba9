import { Anchor, Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";
import { Dialog } from "../dialog";
import { Icon, type IconName } from "../icon";

interface Props {
  label: string;
  title?: string;
  icon?: IconName;
  /** `text` looks like a link, for a record in a list. */
  variant?: "filled" | "default" | "light" | "text";
  size?: string;
  /** Shown while it is open; `close` ends it. */
  children(close: () => void): ReactNode;
}

/** A button that opens a dialog. */
export function FormModal({ label, title = label, icon = "plus", variant = "filled", size = "md", children }: Props) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      {variant === "text" ? (
        <Anchor component="button" type="button" className="text-button" fw={550} onClick={open}>
          {label}
        </Anchor>
      ) : (
        <Button variant={variant} leftSection={<Icon name={icon} size={16} />} onClick={open}>
          {label}
        </Button>
      )}
      <Dialog title={title} isOpen={isOpen} onClose={close} size={size}>
        {isOpen && children(close)}
      </Dialog>
    </>
  );
}
