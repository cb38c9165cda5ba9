import { readFileSync } from "node:fs";

// A process of its own: receiving images must not hold up whoever measures how fast pages are.
const imagesAtOnce = 4;
const [origin = "", file = ""] = Bun.argv.slice(2);
const unseen = readFileSync(file, "utf8").split("\n");
let [isStopped, isAsking, answered, failed] = [false, false, 0, 0];

/** One after the other, and each only once. */
async function ask(): Promise<void> {
  for (let path = unseen.pop(); path && !isStopped; path = unseen.pop()) {
    const response = await fetch(origin + path, { headers: { accept: "image/avif,image/webp" } });
    await response.bytes();
    if (response.ok) answered += 1;
    else failed += 1;
  }
}

for await (const line of console) {
  if (line === "begin") {
    isStopped = false;
    isAsking = true;
    void Promise.all(Array.from({ length: imagesAtOnce }, ask)).then(() => {
      isAsking = false;
      console.log(JSON.stringify({ answered, failed }));
      [answered, failed] = [0, 0];
    });
  } else if (isAsking) isStopped = true;
}
