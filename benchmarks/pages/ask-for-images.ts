import { readFileSync } from "node:fs";
import { workOnCommand } from "./work-on-command";

// A process of its own: receiving images must not hold up whoever measures how fast pages are.
const [origin = "", file = ""] = Bun.argv.slice(2);
const unseen = readFileSync(file, "utf8").split("\n");

/** Each only once. */
await workOnCommand(async () => {
  const path = unseen.pop();
  if (!path) return undefined;
  const response = await fetch(origin + path, { headers: { accept: "image/avif,image/webp" } });
  await response.bytes();
  return response.ok;
});
