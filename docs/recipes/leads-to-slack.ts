/**
 * Leads to Slack: whoever fills in a form on a page is announced in a channel.
 *
 *   FOYER_WEBHOOK_SECRET=whsec_… SLACK_WEBHOOK_URL=https://hooks.slack.com/services/… npx bun docs/recipes/leads-to-slack.ts
 *
 * Then create a subscription with this server's address and `events: ["form.submitted"]`.
 */
import { createServer } from "node:http";
import { verifyWebhook, type WebhookEvent, WebhookNotVerified } from "../../client";
import { settings } from "./settings";

const { FOYER_WEBHOOK_SECRET: secret, SLACK_WEBHOOK_URL: slackUrl } = settings("FOYER_WEBHOOK_SECRET", "SLACK_WEBHOOK_URL");
/** Deliveries come at least once: what was announced is not announced again. Keep this in your database. */
const announced = new Set<string>();

async function receive(body: string, headers: Record<string, string | string[] | undefined>): Promise<number> {
  let event: WebhookEvent;
  try {
    event = await verifyWebhook({ body, headers, secret });
  } catch (error) {
    if (error instanceof WebhookNotVerified) return 400;
    throw error;
  }
  if (event.type !== "form.submitted" || announced.has(event.id)) return 204;
  const lines = Object.entries(event.data.values).map(([name, value]) => `• *${escaped(name)}*: ${escaped(String(value))}`);
  const response = await fetch(slackUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text: [`New lead on ${event.data.pageId}`, ...lines].join("\n") }),
  });
  // Foyer tries again later.
  if (!response.ok) return 503;
  announced.add(event.id);
  return 204;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

const server = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (piece) => {
    body += piece;
  });
  request.on("end", () => {
    receive(body, request.headers).then(
      (status) => response.writeHead(status).end(),
      (error) => {
        console.error(error);
        response.writeHead(500).end();
      },
    );
  });
});
server.listen(Number(process.env.PORT ?? 3_000), "127.0.0.1", () => {
  const address = server.address();
  console.log(`listening on ${typeof address === "object" ? address?.port : address}`);
});
