import { Stack, Text } from "@mantine/core";
import { Link, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { Icon } from "../parts/icon";
import { groups, type ScreenEntry, screens } from "../screens";
import { useSession } from "../session/context";

/** `onChoose` also when the screen is chosen that is shown already. */
export function Navigation({ onChoose }: { onChoose(): void }) {
  const { may } = useSession();
  const shown = screens.filter(({ label, needs }) => label !== undefined && (!needs || may(needs)));
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const all = useRef<HTMLElement>(null);
  // An address may lead to a screen whose link is further down than the window is high.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the router marks another link
  useEffect(() => {
    // Newer browsers return a promise, which is nothing to clean up.
    all.current?.querySelector("[data-status=active]")?.scrollIntoView({ block: "nearest" });
  }, [path]);
  return (
    <nav aria-label="Screens" ref={all}>
      {groups.map((group) => (
        <NavigationGroup
          key={group}
          title={group}
          entries={shown.filter((screen) => screen.group === group)}
          onChoose={onChoose}
        />
      ))}
    </nav>
  );
}

interface GroupProps {
  title: string;
  entries: readonly ScreenEntry[];
  onChoose(): void;
}

function NavigationGroup({ title, entries, onChoose }: GroupProps) {
  if (entries.length === 0) return null;
  return (
    <Stack gap={2} mb="md">
      {title && (
        <Text size="xs" fw={600} c="dimmed" px="sm" mb={2} className="group-title">
          {title}
        </Text>
      )}
      {entries.map(({ path, label, icon = "info" }) => (
        <Link key={path} to={path} className="screen-link" activeOptions={{ exact: path === "/" }} onClick={onChoose}>
          <Icon name={icon} />
          {label}
        </Link>
      ))}
    </Stack>
  );
}
