import { ActionIcon, Button, Kbd } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { type ComponentType, useRef, useState } from "react";
import { isPassing, noteAway, whyNotLoaded } from "../api/away";
import { Icon } from "../parts/icon";
import { failed } from "../parts/notices/notices";
import { collectKeys } from "./early-keys";

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The palette itself is loaded when it is first asked for. If it can't be, the screen with what is typed there stays. */
export function PaletteButton() {
  const [opened, setOpened] = useState(0);
  const [Palette, setPalette] = useState<ComponentType<{ typedEarly(): string }>>();
  const typedEarly = useRef((): string => "");
  const open = () => {
    typedEarly.current();
    const collected = collectKeys();
    typedEarly.current = collected;
    setOpened((before) => before + 1);
    import("./palette").then((loaded) => setPalette(() => loaded.Palette)).catch((error) => giveUp(error, collected));
  };
  const giveUp = async (error: unknown, collected: () => string) => {
    // Somebody may have asked for it once more meanwhile.
    if (typedEarly.current === collected) setOpened(0);
    collected();
    const reason = await whyNotLoaded(error);
    noteAway(reason);
    failed(isPassing(reason) ? reason : new Error("Foyer was updated: load this page again to search"));
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
      {opened > 0 && Palette && <Palette key={opened} typedEarly={typedEarly.current} />}
    </>
  );
}
