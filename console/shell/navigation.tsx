import { NavLink, Stack, Text } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import { type ComponentPropsWithoutRef, forwardRef } from "react";
import { Icon } from "../parts/icon";
import { groups, type ScreenEntry, screens } from "../screens";
import { useSession } from "../session/context";

export function Navigation() {
  const { may } = useSession();
  const shown = screens.filter(({ label, needs }) => label !== undefined && (!needs || may(needs)));
  return (
    <nav aria-label="Screens">
      {groups.map((group) => (
        <NavigationGroup key={group} title={group} entries={shown.filter((screen) => screen.group === group)} />
      ))}
    </nav>
  );
}

function NavigationGroup({ title, entries }: { title: string; entries: readonly ScreenEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <Stack gap={2} mb="md">
      {title && (
        <Text size="xs" fw={600} c="dimmed" px="sm" mb={2} className="group-title">
          {title}
        </Text>
      )}
      {entries.map(({ path, label, icon = "info" }) => (
        <ScreenLink
          key={path}
          to={path}
          label={label}
          leftSection={<Icon name={icon} />}
          activeOptions={{ exact: path === "/" }}
        />
      ))}
    </Stack>
  );
}

/** The router marks the screen that is shown with `data-status`. */
const ScreenLink = createLink(
  forwardRef<HTMLAnchorElement, ComponentPropsWithoutRef<typeof NavLink<"a">> & { "data-status"?: string }>((props, ref) => (
    <NavLink component="a" ref={ref} {...props} active={props["data-status"] === "active"} className="screen-link" />
  )),
);
