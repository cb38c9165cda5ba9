import { Button, Code, CopyButton, Group, Stack, Text, Title } from "@mantine/core";
import { python, typescript } from "./verify-code";

/** How a receiver knows that a delivery is ours. */
export function VerifySnippets() {
  return (
    <Stack>
      <Text maw={720}>
        Deliveries are signed as Standard Webhooks has it. Verify the body as it came, before parsing it; answer 2xx within 15
        seconds, and remember <Code>webhook-id</Code>: a delivery may come twice.
      </Text>
      <Snippet title="TypeScript, with Foyer's client" text={typescript} />
      <Snippet title="Python, with the names of headers in small letters" text={python} />
    </Stack>
  );
}

function Snippet({ title, text }: { title: string; text: string }) {
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2} size="h5">
          {title}
        </Title>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="light" onClick={copy} aria-label={`Copy: ${title}`}>
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
