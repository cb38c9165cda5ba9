import { AppShell, Burger, Group, ScrollArea, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Outlet, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { Logo } from "../parts/logo";
import { useSession } from "../session/context";
import { AccountMenu } from "./account-menu";
import { CallsButton } from "./calls-button";
import { ColorSchemeButton } from "./color-scheme-button";
import { Navigation } from "./navigation";
import { PaletteButton } from "./palette-button";

export function Shell() {
  const { self } = useSession();
  const [isOpen, { toggle, close }] = useDisclosure();
  const path = useRouterState({ select: (state) => state.location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu of a phone closes when another screen opens
  useEffect(close, [path]);
  const content = useRef<HTMLElement>(null);
  const leaveMenu = () => {
    // A closed menu can't keep the focus.
    if (isOpen) content.current?.focus({ preventScroll: true });
    close();
  };

  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: "sm", collapsed: { mobile: !isOpen } }}
      padding={{ base: "md", md: "xl" }}
    >
      <a className="skip-link" href="#content">
        Skip to the content
      </a>
      <AppShell.Header px="md">
        <Group h="100%" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={isOpen ? "Close the menu" : "Open the menu"}
            />
            <Logo size={28} />
            <Text fw={650} truncate>
              Foyer
            </Text>
            <Text c="dimmed" size="sm" truncate visibleFrom="xs">
              {self.tenantName}
            </Text>
          </Group>
          <Group gap={4} wrap="nowrap">
            <PaletteButton />
            <CallsButton />
            <ColorSchemeButton />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" className={isOpen ? "menu" : "menu closed-menu"}>
        <AppShell.Section grow component={ScrollArea}>
          <Navigation onChoose={leaveMenu} />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} ref={content}>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}
