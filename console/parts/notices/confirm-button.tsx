import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Icon, type IconName } from "../icon";
import { ConfirmDialog, type ConfirmProps } from "./confirm-dialog";

interface Props extends ConfirmProps {
  icon?: IconName;
}

/** For what can't be taken back easily. */
export function ConfirmButton({ icon = "trash", ...asked }: Props) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="subtle" color="red" size="compact-sm" leftSection={<Icon name={icon} size={14} />} onClick={open}>
        {asked.label}
      </Button>
      <ConfirmDialog {...asked} isOpen={isOpen} onClose={close} />
    </>
  );
}
