import { Stack, Text, ThemeIcon, Title } from "@mantine/core";
import { createContext, type ReactNode } from "react";
import { Icon, type IconName } from "../icon";
import { useScreenTitle } from "../screen-title";

/** The buttons of an empty list are in its heading too, with the dialogs that they open. */
export const ButtonsOnly = createContext(false);

interface Props {
  title: string;
  /** What this is good for, and how the first one is made. */
  text: string;
  icon?: IconName;
  /** Whether it is all that the screen shows. */
  isWhole?: boolean;
  children?: ReactNode;
}

export function EmptyState({ title, text, icon = "info", isWhole, children }: Props) {
  useScreenTitle(isWhole ? title : undefined);
  return (
    <Stack align="center" gap="xs" py={56} px="md" ta="center">
      <ThemeIcon size={52} radius="xl" variant="light">
        <Icon name={icon} size={26} />
      </ThemeIcon>
      <Title order={isWhole ? 1 : 2} size="h4" mt="xs">
        {title}
      </Title>
      <Text c="dimmed" maw={460}>
        {text}
      </Text>
      <ButtonsOnly.Provider value={true}>{children}</ButtonsOnly.Provider>
    </Stack>
  );
}

/** There are records, and the filters leave none of them. */
export function NothingFits() {
  return <EmptyState icon="search" title="Nothing fits" text="Change the words or the filters." />;
}
