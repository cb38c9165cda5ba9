import { expect, test } from "bun:test";
import { copyFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { onTodaysEngine } from "../support/database/engines";
import { leastPage, makeAudience } from "../support/features/versions";
import { visit } from "../support/features/visitor";
import { png } from "../support/samples/images";
import { bytesOf } from "../support/samples/pictures";
import { useService } from "../support/service/service";

onTodaysEngine("the images of a page", (engine) => {
  const service = useService(engine);
  const api = () => service().api;

  /** The address of an image in a width of 640 pixels. */
  async function publishImage(): Promise<string> {
    const { assetId } = await api().call("createAsset", { file: new File([png({ width: 1200, height: 800 })], "photo.png") });
    return /[^", ]*\/640(?= )/.exec(await published("image", assetId))?.[0] as string;
  }

  /** A page with one entry, as visitors get it. */
  async function published(type: string, content: string): Promise<string> {
    const { topicId } = await api().call("createTopic", { body: { title: "To see" } });
    await api().call("createTopicEntry", { params: { topic_id: topicId }, body: { content: { type, content } } });
    const { pageId } = await api().call("createPage", { body: leastPage });
    await api().call("setPageTopics", { params: { page_id: pageId }, body: { topicIds: [topicId] } });
    await api().call("updatePage", { params: { page_id: pageId }, body: { status: "published" } });
    const { publicUrl } = await api().call("getEffectiveAudience", { params: await makeAudience(api(), {}, pageId) });
    return (await visit(service(), new URL(publicUrl as string).pathname)).html;
  }

  test("a size that can't be drawn is the preview, and is tried again after ten minutes, not for every visitor", async () => {
    const path = await publishImage();
    const typeShown = async () => (await visit(service(), path, { headers: { accept: "image/avif" } })).headers["content-type"];
    const folder = join(service().storage.dataFolder, "files");
    const names = await readdir(folder, { recursive: true });
    const original = join(folder, names.find((name) => /file_[a-z0-9]{26}$/.test(name)) as string);
    await copyFile(original, `${original}.good`);
    await writeFile(original, "no image");
    const broken = await typeShown();
    await copyFile(`${original}.good`, original);
    const soon = await typeShown();
    service().advance(601_000);
    expect([broken, soon, await typeShown()]).toEqual(["image/webp", "image/webp", "image/avif"]);
  });

  test("a white logo can be told from others, drawn or painted, and from one on a white ground", async () => {
    const drawing = (fill: string, ground = "") =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="50">${ground}<path d="M10 5h50v40h-50zM80 20h110v10h-110z" fill="${fill}"/></svg>`;
    const white = drawing("#fff");
    const ground = '<rect width="200" height="50" fill="#fff"/>';
    const thin = (stroke: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="200"><path d="M0 0${"m32 10v180m0-190".repeat(60)}" stroke="${stroke}"/></svg>`;
    const shadow = `<filter id="blur"><feDropShadow dx="4" dy="4" stdDeviation="5" flood-opacity=".4"/></filter><g filter="url(#blur)">`;
    const files = {
      "white.svg": white,
      "thin.svg": thin("#fff"),
      "thin-black.svg": thin("#111"),
      "shadow.svg": drawing("#fff", shadow).replace("</svg>", "</g></svg>"),
      "white.png": await bytesOf(sharp(Buffer.from(white)).png()),
      "black.svg": drawing("#111"),
      "ground.png": await bytesOf(sharp(Buffer.from(drawing("#fff", ground))).png()),
      "photo.jpg": await bytesOf(sharp(Buffer.from(white)).flatten({ background: "#fff" }).jpeg()),
    };
    const lines: string[] = [];
    for (const [name, content] of Object.entries(files)) {
      const { assetId } = await api().call("createAsset", { file: new File([content], name) });
      lines.push(`- ![${name}](${assetId})`);
    }
    const html = await published("logos", lines.join("\n"));
    const light = [...html.matchAll(/<img class="light"[^>]* alt="([^"]*)"/g)].map(([, name]) => name);
    expect(light).toEqual(["white.svg", "thin.svg", "shadow.svg", "white.png"]);
  });
});
