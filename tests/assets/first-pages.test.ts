import { expect, test } from "bun:test";
import sharp from "sharp";
import { onTodaysEngine } from "../support/database/engines";
import { leastPage, makeAudience } from "../support/features/versions";
import { visit } from "../support/features/visitor";
import { pdf, redHalf } from "../support/samples/pdf";
import { useService } from "../support/service/service";

onTodaysEngine("the first page of a PDF", (engine) => {
  const service = useService(engine);
  const api = () => service().api;
  const upload = (content: Uint8Array<ArrayBuffer>, name = "pack.pdf") =>
    api().call("createAsset", { file: new File([content], name) });
  const previewOf = async ({ previewDownloadUrl }: { previewDownloadUrl: string }) =>
    Buffer.from(
      await (
        await fetch(new URL(new URL(previewDownloadUrl).pathname + new URL(previewDownloadUrl).search, service().origin))
      ).arrayBuffer(),
    );

  async function pageWith(assetId: string): Promise<string> {
    const { pageId } = await api().call("createPage", { body: leastPage });
    const { topicId } = await api().call("createTopic", { body: { title: "To read" } });
    const content = { type: "file", content: `[The security pack](${assetId})` };
    await api().call("createTopicEntry", { params: { topic_id: topicId }, body: { content } });
    await api().call("setPageTopics", { params: { page_id: pageId }, body: { topicIds: [topicId] } });
    await api().call("updatePage", { params: { page_id: pageId }, body: { status: "published" } });
    const place = await makeAudience(api(), {}, pageId);
    const { publicUrl } = await api().call("getEffectiveAudience", { params: place });
    return (await visit(service(), new URL(publicUrl as string).pathname)).html;
  }

  test("is its preview, and stands on pages with the file's kind and size, in sizes of its own", async () => {
    const content = pdf(redHalf);
    const asset = await upload(content);
    const preview = sharp(await previewOf(asset));
    expect(await preview.metadata()).toMatchObject({ format: "webp", height: 640 });
    const { data, info } = await preview.raw().toBuffer({ resolveWithObject: true });
    const colorAt = (part: number) => [
      ...data.subarray(Math.floor(info.height * part) * info.width * info.channels).subarray(0, 3),
    ];
    expect([(colorAt(0.2)[0] as number) > 230, (colorAt(0.2)[1] as number) < 30, (colorAt(0.8)[1] as number) > 230]).toEqual([
      true,
      true,
      true,
    ]);
    const html = await pageWith(asset.assetId);
    expect(html).toContain(`<bdi>PDF</bdi> · ${(content.length / 1_000).toFixed(1)} kB`);
    const [, sources = ""] = /class="b-file">.*?<img[^>]*srcset="([^"]*)"/s.exec(html) ?? [];
    const [first = ""] = sources.split(" ");
    const drawn = await visit(service(), first, { headers: { accept: "image/webp" } });
    expect([drawn.status, (await sharp(drawn.bytes).metadata()).width]).toEqual([200, 320]);
    const [, file = ""] = /class="b-file"><a href="([^"]*)"/.exec(html) ?? [];
    const download = await visit(service(), file);
    expect(download.bytes.equals(Buffer.from(content))).toBe(true);
    expect(download.headers["content-disposition"]).toStartWith("attachment; ");
    expect(download.headers["content-security-policy"]).toBe("default-src 'none'; sandbox");
    // Where an image alone is shown, nobody is given the whole file, with all its pages, or where a photograph was taken.
    expect((await visit(service(), first.replace(/320$/, "file"))).status).toBe(404);
    expect((await visit(service(), file.replace(/file$/, "320"))).status).toBe(404);
  });

  // What is drawn, and for how long, has nothing to do with the database.
  if (engine !== "sqlite") return;

  test("is left out where it can't be drawn, and the file is there all the same", async () => {
    const laughs = Array.from({ length: 12 }, (_, index) => `/F${index + 1} Do `.repeat(60));
    const files = {
      "takes all memory to draw": pdf("/F0 Do", { forms: [...laughs, "0 0 9 9 re f"] }),
      "has no pages": Buffer.from(
        Buffer.from(pdf(redHalf)).toString("latin1").replace("/Kids[3 0 R]/Count 1", "/Kids[]/Count 0     "),
        "latin1",
      ),
      "is nothing but an end": Buffer.from("%PDF-1.7\n%%EOF\n"),
    };
    for (const [what, content] of Object.entries(files)) {
      const asset = await upload(new Uint8Array(content), `${what}.pdf`);
      expect([what, asset.previewDownloadUrl === asset.downloadUrl]).toEqual([what, true]);
      const html = await pageWith(asset.assetId);
      expect(html).toContain("<b>The security pack</b>");
      expect(html).not.toMatch(/class="b-file"><a[^>]*><img/);
    }
  });

  test("of a page of any measures fits its limits", async () => {
    for (const size of [
      [14_400, 14_400],
      [3, 3],
      [9, 9_000],
      [1e9, 1e9],
    ] as [number, number][]) {
      const asset = await upload(pdf("0 0 1 rg 0 0 99999 99999 re f", { size }));
      if (asset.previewDownloadUrl === asset.downloadUrl) continue;
      const { width = 0, height = 0 } = await sharp(await previewOf(asset)).metadata();
      expect(Math.max(width, height)).toBeLessThanOrEqual(640);
    }
  });

  test("that takes all memory keeps nobody else's pictures waiting for longer than its time", async () => {
    const laughs = Array.from({ length: 12 }, (_, index) => `/F${index + 1} Do `.repeat(60));
    const slow = upload(pdf("/F0 Do", { forms: [...laughs, "0 0 9 9 re f"] }), "slow.pdf");
    let quick = await upload(pdf(redHalf), "quick.pdf");
    // A busy machine may take longer than is allowed even for this one.
    for (let tries = 1; tries < 4 && quick.previewDownloadUrl === quick.downloadUrl; tries += 1) {
      quick = await upload(pdf(redHalf), "quick.pdf");
    }
    expect(quick.previewDownloadUrl).not.toBe(quick.downloadUrl);
    expect((await slow).name).toBe("slow.pdf");
  });
});
