import { Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Icon } from "../parts/icon";
import { groups, type ScreenEntry, screens } from "../screens";
import { useSession } from "../session/context";

/** `onChoose` also when the screen is chosen that is shown already. */
export function Navigation({ onChoose }: { onChoose(): void }) {
  const { may } = useSession();
  const shown = screens.filter(({ label, needs }) => label !== undefined && (!needs || may(needs)));
  return (
    <nav aria-label="Screens">
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
