import { Button, Code, CopyButton, Group, Stack, Text, Title } from "@mantine/core";

const typescript = `import { verifyWebhook } from "./client";

const event = await verifyWebhook({
  body: await request.text(),
  headers: request.headers,
  secret: process.env.FOYER_WEBHOOK_SECRET,
});`;

const python = `import base64, hashlib, hmac, time

def verify(body: bytes, headers: dict, secret: str) -> bool:
    if abs(time.time() - int(headers["webhook-timestamp"])) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f'{headers["webhook-id"]}.{headers["webhook-timestamp"]}.'.encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(expected, one) for one in headers["webhook-signature"].split(" "))`;

/** How a receiver knows that a delivery is ours. */
export function VerifySnippets() {
  return (
    <Stack>
      <Text maw={720}>
        Deliveries are signed as Standard Webhooks has it. Verify the body as it came, before parsing it; answer 2xx within 15
        seconds, and remember <Code>webhook-id</Code>: a delivery may come twice.
      </Text>
      <Snippet title="TypeScript, with Foyer's client" text={typescript} />
      <Snippet title="Python" text={python} />
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
