import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPreviews } from "../../server/images/pool";
import { drawShare } from "../../server/rendering";

const folder = mkdtempSync(join(tmpdir(), "foyer-letters-"));
const previews = createPreviews(folder);

afterAll(() => {
  previews.close();
  rmSync(folder, { recursive: true });
});

async function drawn(title: string): Promise<string> {
  const [from, to] = [join(folder, "from.svg"), join(folder, "to.jpg")];
  writeFileSync(from, drawShare({ title, recipient: "Ada", brand: null, logo: null, language: "en" }));
  await previews.draw({ tenantId: "a", format: "svg", from, to, as: { type: "jpeg", width: 1_200 } });
  return readFileSync(to).toString("base64");
}

test("the picture for sharing leaves out letters that no font of the server has, in place of boxes", async () => {
  // For private use, so that no machine has a font for them.
  const inNoFont = "\u{e123}";
  const nothing = await drawn("");
  expect(await drawn(inNoFont.repeat(3))).toBe(nothing);
  expect(await drawn(`${inNoFont}Launch`)).toBe(await drawn("Launch"));
  for (const letters of ["Größe", "Łódź"]) expect(await drawn(letters)).not.toBe(nothing);
});
