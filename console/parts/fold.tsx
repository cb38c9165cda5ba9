import { Box, Button, Group } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Icon } from "./icon";

interface Props {
  label: string;
  /** Whether it begins open, because something in it is already chosen. */
  startsOpen?: boolean;
  /** Opens it whatever the button says: something in it needs to be seen. */
  isForcedOpen?: boolean;
  /** Stands beside the button. */
  aside?: ReactNode;
  children: ReactNode;
}

/** What few need, behind a button. It keeps what is typed in it while it is closed. */
export function Fold({ label, startsOpen = false, isForcedOpen = false, aside, children }: Props) {
  const [isChosen, setChosen] = useState(startsOpen);
  const isOpen = isChosen || isForcedOpen;
  return (
    <>
      <Group gap="xs" wrap="nowrap">
        <Button
          variant="subtle"
          px="xs"
          aria-expanded={isOpen}
          rightSection={<Icon name={isOpen ? "less" : "expand"} size={14} />}
          onClick={() => setChosen(!isOpen)}
        >
          {label}
        </Button>
        {aside}
      </Group>
      <Box w="100%" hidden={!isOpen}>
        {children}
      </Box>
    </>
  );
}
