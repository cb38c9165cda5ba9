import { ActionIcon, Badge, Button, Code, CopyButton, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { callable } from "../../contract/callable";
import { asCurl, asTypeScript, type NotedCall, useNotedCalls } from "../api/calls";
import { Icon } from "../parts/icon";
import { SidePanel } from "../parts/side-panel";

/** What the screen just did, for whoever wants to do the same with a program. */
export function CallsButton() {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <ActionIcon variant="subtle" color="gray" size="lg" onClick={open} aria-label="What this screen just did, as code">
        <Icon name="code" />
      </ActionIcon>
      <SidePanel title="What this screen just did" isOpen={isOpen} onClose={close}>
        {isOpen && <Calls />}
      </SidePanel>
    </>
  );
}

function Calls() {
  const calls = useNotedCalls();
  const [form, setForm] = useState("curl");
  const show = form === "curl" ? asCurl : asTypeScript;
  return (
    <Stack>
      <SegmentedControl aria-label="Form" data={["curl", "TypeScript"]} value={form} onChange={setForm} />
      <Text size="sm" c="dimmed">
        The key is never part of it: set FOYER_API_KEY to yours.
      </Text>
      {calls.map((call) => (
        <CallBlock key={call.number} call={call} text={show(call)} />
      ))}
    </Stack>
  );
}

function CallBlock({ call, text }: { call: NotedCall; text: string }) {
  const { method, summary } = callable[call.id];
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap">
        <Group gap="xs" wrap="nowrap" miw={0}>
          <Badge size="sm" variant="light" flex="none" color={method === "GET" ? "gray" : "indigo"}>
            {method}
          </Badge>
          <Text size="sm" lineClamp={1}>
            {summary}
          </Text>
        </Group>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button size="compact-xs" variant="subtle" flex="none" onClick={copy}>
              {copied ? "Copied" : "Copy"}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Code block tabIndex={0}>
        {text}
      </Code>
    </Stack>
  );
}
