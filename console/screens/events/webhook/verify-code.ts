/** As in docs/webhooks.md, where tests run it. */
export const typescript = `import { verifyWebhook } from "./client";

const secret = process.env.FOYER_WEBHOOK_SECRET ?? "";
const event = await verifyWebhook({ body: await request.text(), headers: request.headers, secret });
switch (event.type) {
  case "person.created":
    console.log(event.data.email); // the type of \`data\` follows that of the event
}`;

export const python = `import base64, hashlib, hmac, time

def verify(body: bytes, headers: dict, secret: str) -> bool:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    try:
        timestamp = headers["webhook-timestamp"]
        signed = f'{headers["webhook-id"]}.{timestamp}.'.encode() + body
        signatures = headers["webhook-signature"].encode().split(b" ")
        age = abs(int(time.time()) - int(timestamp))
    except (KeyError, ValueError):  # a header is missing, or not one of Foyer's
        return False
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    return len(key) > 0 and age <= 300 and any(hmac.compare_digest(expected, one) for one in signatures)`;
