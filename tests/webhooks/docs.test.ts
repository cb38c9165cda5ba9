import { expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";

const python = Bun.which("python3");
const secret = `whsec_${randomBytes(32).toString("base64")}`;
const body = JSON.stringify({ type: "person.created", data: { name: "Zoë 日" } });

/** The headers of a webhook that the public package signed so many seconds ago. */
function signed(text: string, secondsAgo = 0, by = secret): Record<string, string> {
  const at = new Date(Date.now() - secondsAgo * 1_000);
  return {
    "webhook-id": "event_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": `v1,bm90IHRoaXM= ${new Webhook(by).sign("event_1", at, text)}`,
  };
}

test.skipIf(python === null)("what the documentation says in Python accepts what was signed, and nothing else", async () => {
  const documentation = await Bun.file("docs/webhooks.md").text();
  const code = /```python\n(.*?)```/s.exec(documentation)?.[1] as string;
  const { "webhook-signature": _, ...unsigned } = signed(body);
  const cases: { headers: Record<string, string>; sent: string; accepted: boolean }[] = [
    { headers: signed(body), sent: body, accepted: true },
    { headers: signed(body), sent: `${body} `, accepted: false },
    { headers: signed(body, 3_600), sent: body, accepted: false },
    { headers: signed(body, 0, `whsec_${randomBytes(32).toString("base64")}`), sent: body, accepted: false },
    { headers: unsigned, sent: body, accepted: false },
    { headers: { ...signed(body), "webhook-timestamp": "now" }, sent: body, accepted: false },
  ];
  const folder = mkdtempSync(join(tmpdir(), "foyer-python-"));
  try {
    const program = `${code}
import json, sys
for case in json.load(sys.stdin):
    print(verify(case["sent"].encode(), case["headers"], ${JSON.stringify(secret)}))
`;
    await Bun.write(join(folder, "verify.py"), program);
    const input = new Blob([JSON.stringify(cases)]);
    const { stdout, stderr } = Bun.spawnSync([python as string, join(folder, "verify.py")], {
      stdin: await input.bytes(),
      env: { ...process.env, PYTHONUTF8: "1" },
    });
    const said = stdout.toString().trim().split("\n");
    expect([stderr.toString(), ...said]).toEqual(["", ...cases.map(({ accepted }) => (accepted ? "True" : "False"))]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
