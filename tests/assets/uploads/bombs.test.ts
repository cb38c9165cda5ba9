import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { onTodaysEngine } from "../../support/database/engines";
import { filePart, formOf } from "../../support/samples/bad-forms";
import { png, pngOfBytes, svg } from "../../support/samples/images";
import { expectRefused, filesIn, postForm, start } from "../../support/samples/uploads";
import { familyCpuMs } from "../../support/service/processor-time";
import { useService } from "../../support/service/service";

const mebibyte = 1_048_576;
/** Of processor time, the preview's worker included. */
const maxRefusalCpuMs = 10_000;
const huge = deflateSync(Buffer.alloc(500_000_000));

onTodaysEngine("decompression bombs", (engine) => {
  const service = useService(engine);
  const send = (content: string | Uint8Array<ArrayBuffer>) =>
    service().api.send("createAsset", { file: new File([content], "upload.png"), body: {} });

  test("are refused with a bounded amount of work each, and the service goes on", async () => {
    const nested = Array.from({ length: 20 }, (_, level) => `<g id="g${level + 1}">${`<use href="#g${level}"/>`.repeat(10)}</g>`);
    const shape = '<g id="g0"><rect width="500" height="500" opacity=".5"/></g>';
    const bombs: Record<string, string | Uint8Array<ArrayBuffer>> = {
      "25,000 by 25,000 pixels": png({ width: 25_000, height: 25_000 }),
      "a text that unpacks to 500 MB": png({ chunks: [["zTXt", Buffer.concat([Buffer.from("x\0\0"), huge])]] }),
      "more pixels than it has room for": png({ pixels: Buffer.alloc(100 * mebibyte) }),
      "a drawing of more than a megabyte": svg.replace("<rect", `<desc>${"x".repeat(mebibyte)}</desc><rect`),
      "a drawing of 250,000 elements": svg.replace("<rect", `${"<g/>".repeat(250_000)}<rect`),
      "a drawing of 60,000 attributes": svg.replace(
        "<rect",
        `<rect ${Array.from({ length: 60_000 }, (_, at) => `a${at}=""`).join(" ")}`,
      ),
      "a drawing behind 140,000 comments": `${"<!---->".repeat(140_000)}${svg}`,
      "a drawing 300,000 deep": svg.replace("<rect", `${"<g>".repeat(300_000)}<rect`),
      "a drawing of 100,000 by 100,000": svg.replace('width="10" height="10"', 'width="100000" height="100000"'),
      "a drawing of itself, 10 to the 20th times": `<svg xmlns="http://www.w3.org/2000/svg" width="999" height="999"><defs>${shape}${nested.join("")}</defs><use href="#g20"/></svg>`,
    };
    for (const [what, content] of Object.entries(bombs)) {
      const before = familyCpuMs();
      await expectRefused(service(), what, content);
      expect([what, familyCpuMs() - before < maxRefusalCpuMs]).toEqual([what, true]);
    }
    expect((await send(png())).status).toBe(201);
  });
});

describe("a server as it is shipped", () => {
  test("refuses 26 MiB and takes 25, announced or in chunks", async () => {
    await using server = await start("sqlite");
    for (const [size, status] of [
      [25 * mebibyte, 201],
      [26 * mebibyte, 413],
    ] as const) {
      const form = formOf([filePart(pngOfBytes(size))]);
      for (const body of [form, new Blob([form]).stream()]) {
        expect([size, (await postForm(server, body)).status]).toEqual([size, status]);
      }
    }
    expect(filesIn(server.dataFolder)).toHaveLength(4);
  });

  test("answers other requests during 40 uploads of 20 MB, taken and refused, and its memory stays bounded", async () => {
    await using server = await start("sqlite");
    const taken = formOf([filePart(pngOfBytes(20_000_000))]);
    const refused = formOf([filePart(filler(20_000_000))]);
    const residentMb = () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1]) / 1_024;
    const measure = async (form: Buffer<ArrayBuffer>, count: number, status: number) => {
      let most = 0;
      for (let sent = 0; sent < count; sent += 4) {
        const statuses = await Promise.all(Array.from({ length: 4 }, async () => (await postForm(server, form)).status));
        expect(statuses).toEqual([status, status, status, status]);
        most = Math.max(most, residentMb());
        for (const asset of (await server.api.call("listAssets", {})).items) {
          for (let step = 0; step < 2; step += 1) await server.api.call("deleteAsset", { params: { asset_id: asset.assetId } });
          for (const name of filesIn(server.dataFolder))
            await Bun.file(join(server.dataFolder, "files", asset.tenantId, name))
              .delete()
              .catch(() => {});
        }
      }
      return most;
    };
    const idle = residentMb();
    const early = Math.max(await measure(taken, 4, 201), await measure(refused, 4, 422));
    const late = Math.max(await measure(taken, 16, 201), await measure(refused, 16, 422));
    expect(early - idle).toBeLessThan(150);
    // Four times as many: kept in memory, those of either kind would be 240 MB more. What is less is the collector's own rhythm.
    expect(late - early).toBeLessThan(150);
    expect(filesIn(server.dataFolder)).toEqual([]);
  });
});

/** Bytes of no kind we know. */
function filler(size: number): Uint8Array {
  return Buffer.alloc(size, 0xfe);
}
