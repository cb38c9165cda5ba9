import { Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { TextLink } from "./links";
import { useScreenTitle } from "./screen-title";

interface Props {
  title: string;
  /** One sentence: what this is. */
  about?: ReactNode;
  /** Where the record belongs to. */
  back?: { to: string; label: string };
  /** Beside the title, such as a badge. */
  aside?: ReactNode;
  /** What can be done here. */
  children?: ReactNode;
}

export function Heading({ title, about, back, aside, children }: Props) {
  useScreenTitle(title);
  return (
    <Stack gap={4} mb="lg">
      {back && (
        <TextLink to={back.to} size="sm">
          ← {back.label}
        </TextLink>
      )}
      <Group justify="space-between" align="flex-start" gap="sm">
        <Group gap="sm" miw={0}>
          <Title order={1} size="h2" className="heading">
            {title}
          </Title>
          {aside}
        </Group>
        {children && (
          <Group gap="xs" mb={{ base: "xs", sm: 0 }}>
            {children}
          </Group>
        )}
      </Group>
      {about && (
        <Text c="dimmed" maw={720}>
          {about}
        </Text>
      )}
    </Stack>
  );
}
