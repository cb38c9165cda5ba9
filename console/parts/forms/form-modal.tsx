import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type ReactNode, useContext, useState } from "react";
import { useDialog } from "../../api/dialog";
import { Dialog } from "../dialog";
import { Icon, type IconName } from "../icon";
import { ButtonsOnly } from "../notices/empty-state";
import { TextButton } from "../text-button";
import { DialogEdits } from "./dialog-edits";
import { DialogHolder } from "./held-dialog";
import { DialogGuard } from "./unsaved";

interface Props {
  label: string;
  title?: string;
  icon?: IconName;
  /** `text` looks like a link, for a record in a list; `small` is for one on a card. */
  variant?: "filled" | "default" | "light" | "text" | "small";
  size?: string;
  /** Only the dialog stands here. */
  isButtonElsewhere?: boolean;
  /** Shown while it is open. `close` ends it; `cancel` asks first if something was typed. */
  children(close: () => void, cancel: () => void): ReactNode;
}

/** A button that opens a dialog. One with a form has a `name`, under which it is in the address. */
export function FormModal({ name, ...props }: Props & { name?: string }) {
  return name === undefined ? <DetailsModal {...props} /> : <EditModal {...props} name={name} />;
}

function EditModal({ name, ...props }: Props & { name: string }) {
  const { isOpen, open, cancel, close } = useDialog(name);
  const [edits] = useState(() => new Set<string>());
  const [isAsking, setAsking] = useState(false);
  const [isHeld, setHeld] = useState(false);
  // Later, so that the key press that closes the dialog does not answer the question too.
  const cancelLater = () => setTimeout(cancel);
  const isElsewhere = useContext(ButtonsOnly);
  const { label, title = label, size = "md", children } = props;
  return (
    <>
      {!props.isButtonElsewhere && <OpeningButton {...props} onClick={open} />}
      {!isElsewhere && (
        <Dialog title={title} isOpen={isOpen} {...(!isHeld && { onClose: cancelLater })} isCovered={isAsking} size={size}>
          {isOpen && (
            <DialogEdits value={edits}>
              <DialogGuard edits={edits} onAsk={setAsking} />
              <DialogHolder value={setHeld}>{children(close, cancel)}</DialogHolder>
            </DialogEdits>
          )}
        </Dialog>
      )}
    </>
  );
}

function DetailsModal(props: Props) {
  const [isOpen, { open, close }] = useDisclosure();
  const { label, title = label, size = "md", children } = props;
  return (
    <>
      <OpeningButton {...props} onClick={open} />
      <Dialog title={title} isOpen={isOpen} onClose={close} size={size}>
        {isOpen && children(close, close)}
      </Dialog>
    </>
  );
}

type ButtonProps = Pick<Props, "label" | "icon" | "variant"> & { onClick(): void };

function OpeningButton({ label, icon = "plus", variant = "filled", onClick }: ButtonProps) {
  if (variant === "text") {
    return <TextButton onClick={onClick}>{label}</TextButton>;
  }
  if (variant === "small") {
    return (
      <Button size="compact-xs" px={4} variant="subtle" onClick={onClick}>
        {label}
      </Button>
    );
  }
  return (
    <Button variant={variant} leftSection={<Icon name={icon} size={16} />} onClick={onClick}>
      {label}
    </Button>
  );
}
