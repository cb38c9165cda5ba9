import { ActionIcon, Button, Kbd } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { lazy, Suspense, useRef, useState } from "react";
import { Icon } from "../parts/icon";
import { collectKeys } from "./early-keys";

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
const Palette = lazy(async () => ({ default: (await import("./palette")).Palette }));

/** The palette itself is loaded when it is first asked for. */
export function PaletteButton() {
  const [opened, setOpened] = useState(0);
  const typedEarly = useRef((): string => "");
  const open = () => {
    typedEarly.current();
    typedEarly.current = collectKeys();
    setOpened((before) => before + 1);
  };
  useHotkeys([["mod+K", open]], []);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        c="dimmed"
        fw={400}
        visibleFrom="sm"
        leftSection={<Icon name="search" size={14} />}
        rightSection={<Kbd size="xs">{isMac ? "⌘" : "Ctrl"} K</Kbd>}
        onClick={open}
      >
        Search
      </Button>
      <ActionIcon variant="subtle" color="gray" size="lg" hiddenFrom="sm" onClick={open} aria-label="Search everything">
        <Icon name="search" />
      </ActionIcon>
      {opened > 0 && (
        <Suspense>
          <Palette key={opened} typedEarly={typedEarly.current} />
        </Suspense>
      )}
    </>
  );
}
