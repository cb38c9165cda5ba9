import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { Icon } from "../parts/icon";

export function ColorSchemeButton() {
  const { setColorScheme } = useMantineColorScheme();
  const shown = useComputedColorScheme("light");
  const next = shown === "dark" ? "light" : "dark";
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      onClick={() => setColorScheme(next)}
      aria-label={`Change to ${next} colours`}
    >
      <Icon name={next === "dark" ? "moon" : "sun"} />
    </ActionIcon>
  );
}
