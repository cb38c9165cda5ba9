import { Button, Code, CopyButton, Group } from "@mantine/core";

/** A text to be taken elsewhere. */
export function CopyText({ text, label = "Copy" }: { text: string; label?: string }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Code className="copy-text">{text}</Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button size="compact-xs" variant="light" flex="none" onClick={copy} aria-label={`${label}: ${text}`}>
            {copied ? "Copied" : label}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
