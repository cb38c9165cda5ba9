import { Box, Button, Group } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { Icon } from "./icon";

interface Props {
  label: string;
  /** Whether it begins open, because something in it is already set. */
  startsOpen?: boolean;
  /** Something in it has to be seen. */
  mustShow?: boolean;
  /** Stands beside the button. */
  aside?: ReactNode;
  children: ReactNode;
}

/** What few need, behind a button. */
export function Fold({ label, startsOpen = false, mustShow = false, aside, children }: Props) {
  const [isChosen, setChosen] = useState(startsOpen);
  const isOpen = isChosen || mustShow;
  // It does not close below somebody who mends what had to be seen.
  useEffect(() => setChosen((before) => before || mustShow), [mustShow]);
  return (
    <>
      <Group gap="xs" wrap="nowrap">
        <Button
          variant="subtle"
          px="xs"
          aria-expanded={isOpen}
          rightSection={<Icon name={isOpen ? "less" : "expand"} size={14} />}
          onClick={() => setChosen(mustShow || !isOpen)}
        >
          {label}
        </Button>
        {aside}
      </Group>
      {isOpen && <Box w="100%">{children}</Box>}
    </>
  );
}
