import { ActionIcon, Menu, Text } from "@mantine/core";
import { Icon } from "../parts/icon";
import { inTime } from "../parts/time";
import { useSession } from "../session/context";

export function AccountMenu() {
  const { self, may, leave } = useSession();
  const isReadOnly = !self.scopes.some((scope) => scope === "*" || scope.endsWith(":write"));
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Your session">
          <Icon name="person" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--mantine-color-text)">
            {self.tenantName}
          </Text>
          Key {self.name} (…{self.hint}){isReadOnly && ", which may only look"}
          {self.expiresAt && <div>Ends {inTime(self.expiresAt)}</div>}
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component="a" href="/docs" target="_blank" rel="opener" leftSection={<Icon name="code" />}>
          API reference
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="leave" />} onClick={leave}>
          {may("api_keys:write") ? "Sign out and end the key" : "Sign out"}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
