import { writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "..");
const trackerFile = join(root, "server/rendering/head/tracker-script.ts");

/** The tracker as pages have it: one line, as short as can be. */
export async function builtTracker(): Promise<string> {
  const { outputs } = await Bun.build({ entrypoints: [join(root, "tracker/tracker.ts")], minify: true, target: "browser" });
  return ((await outputs[0]?.text()) ?? "").trim();
}

function trackerModule(script: string): string {
  return `/** Made from tracker/tracker.ts by \`npm run tracker\`. */\nexport const trackerScript =\n  ${JSON.stringify(script)};\n`;
}

if (import.meta.main) {
  const script = await builtTracker();
  writeFileSync(trackerFile, trackerModule(script));
  console.log(`${script.length} bytes, ${Bun.gzipSync(script).length} compressed`);
}
