import { expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { brandFonts } from "../../contract/pages/fonts";
import { fileKey } from "../../server/features/assets/serving/addresses";
import { sql } from "../../server/storage/sql";
import { onTodaysEngine } from "../support/database/engines";
import { leastPage, makeAudience } from "../support/features/versions";
import { visit } from "../support/features/visitor";
import { until } from "../support/service/jobs";
import { useService } from "../support/service/service";

onTodaysEngine("the picture for sharing", (engine) => {
  const service = useService(engine);
  const api = () => service().api;
  const published = { status: "published" } as const;
  const publish = async (name: string) => {
    const brand = await api().call("createBrand", { body: { name: "Halden", colors: { primary: "#e4572e" }, font: "figtree" } });
    const body = { ...leastPage, brandId: brand.brandId, metadata: { title: `Close the month for ${name}` } };
    const { pageId } = await api().call("createPage", { body });
    await api().call("updatePage", { params: { page_id: pageId }, body: published });
    const { personId } = await api().call("createPerson", { body: { name } });
    const place = await makeAudience(api(), { personId }, pageId);
    const { publicUrl } = await api().call("getEffectiveAudience", { params: place });
    return { url: publicUrl as string, personId, pageId };
  };
  const pictureOf = async (url: string) => {
    const { html } = await visit(service(), new URL(url).pathname);
    return /<meta property="og:image" content="([^"]*)">/.exec(html)?.[1] as string;
  };
  const keptFiles = () =>
    readdir(join(service().files.scratch, "share")).then(
      (names) => new Set(names),
      () => new Set<string>(),
    );
  /** How many there are that were not there before. Those of an erased person may go at any time. */
  const newFiles = async (before: Set<string>) => (await keptFiles()).difference(before).size;
  const open = (address: string) => visit(service(), new URL(address).pathname);

  test("is made for each audience, in the size that networks ask for, with an address of the page's own origin", async () => {
    const [one, other] = [await publish("Dana"), await publish("Robin")];
    const [first, second] = [await pictureOf(one.url), await pictureOf(other.url)];
    expect(new URL(first).origin).toBe(new URL(one.url).origin);
    const { html } = await visit(service(), new URL(one.url).pathname);
    expect(html).toContain('<meta property="og:image:alt" content="Close the month for Dana">');
    expect(first).not.toBe(second);
    const [drawn, drawnToo, again] = [await open(first), await open(second), await open(first)];
    expect([drawn.status, drawn.headers["content-type"]]).toEqual([200, "image/jpeg"]);
    expect(drawn.headers["cache-control"]).toStartWith("private");
    expect(await sharp(drawn.bytes).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
    expect(drawn.bytes.equals(drawnToo.bytes)).toBe(false);
    expect(drawn.bytes.equals(again.bytes)).toBe(true);
    const { entropy } = await sharp(drawn.bytes).stats();
    expect(entropy).toBeGreaterThan(1);
  });

  test("shows the brand's logo, whatever kind of image it is, so that it can be seen, and else its name", async () => {
    const wordmark = (color: string) =>
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="80"><path d="M0 0h160v80H0z" fill="${color}"/></svg>`,
      );
    const upload = async (name: string, content: Buffer) =>
      (await api().call("createAsset", { file: new File([new Uint8Array(content)], name) })).assetId;
    const red = wordmark("#e00000");
    const drawing = await upload("logo.svg", red);
    const pixels = await upload("logo.webp", await sharp(red).webp({ lossless: true }).toBuffer());
    const white = await upload("white.svg", wordmark("#ffffff"));
    const logo = (assetId: string) => ({ assetId, altText: "Halden" });
    const isRed = ([r = 0, g = 0, b = 0]: number[]) => r > 200 && g < 40 && b < 40;
    const isWhite = (color: number[]) => Math.min(...color) > 240;
    const isBlue = ([r = 0, , b = 0]: number[]) => b > 2 * r;
    const cases = [
      { name: "a drawing", look: { logo: logo(drawing) }, sees: isRed, around: isWhite },
      { name: "pixels", look: { logo: logo(pixels) }, sees: isRed, around: isWhite },
      { name: "for dark mode", look: { logo: logo(drawing), darkLogo: logo(white) }, sees: isWhite, around: isBlue },
    ];
    const addressFor = async (name: string, look: object) => {
      const { brandId } = await api().call("createBrand", { body: { name: "Halden", colors: { primary: "#2040c0" }, ...look } });
      const { pageId } = await api().call("createPage", { body: { ...leastPage, brandId, name } });
      await api().call("updatePage", { params: { page_id: pageId }, body: published });
      const { publicUrl } = await api().call("getEffectiveAudience", { params: await makeAudience(api(), {}, pageId) });
      return pictureOf(publicUrl as string);
    };
    /** In the left half of the logo, and in its empty right half. */
    const colorsIn = async ({ bytes }: { bytes: Buffer }) => {
      const colorAt = async (left: number) => [
        ...(await sharp(bytes).extract({ left, top: 98, width: 1, height: 1 }).raw().toBuffer()),
      ];
      return { inside: await colorAt(140), beside: await colorAt(300) };
    };
    for (const { name, look, sees, around } of cases) {
      const { inside, beside } = await colorsIn(await open(await addressFor(name, look)));
      expect({ name, inside: sees(inside), beside: around(beside) }).toEqual({ name, inside: true, beside: true });
    }
    const address = await addressFor("a logo in the trash", { logo: logo(drawing) });
    await api().call("deleteAsset", { params: { asset_id: drawing } });
    const isNamed = async () => isBlue((await colorsIn(await open(address))).beside);
    expect(await isNamed()).toBe(true);
    // Whatever was drawn before.
    await api().call("restoreAsset", { params: { asset_id: drawing } });
    expect(await isNamed()).toBe(false);
    await api().call("deleteAsset", { params: { asset_id: drawing } });
    expect(await isNamed()).toBe(true);
    const lost = await addressFor("a logo whose file is lost", { logo: logo(pixels) });
    const [row] = await service().db.all<{ tenant_id: string; file_id: string }>(
      sql`SELECT tenant_id, file_id FROM assets WHERE asset_id = ${pixels}`,
    );
    await service().files.remove(fileKey(row?.tenant_id as string, row?.file_id as string, "preview"));
    expect(isBlue((await colorsIn(await open(lost))).beside)).toBe(true);
  });

  test("forgets a person who is erased, at the address from before too", async () => {
    const { url, personId } = await publish("Ada Lovelace");
    const address = await pictureOf(url);
    const before = await open(address);
    await api().call("deletePerson", { params: { person_id: personId } });
    const after = await open(address);
    expect([after.status, after.bytes.equals(before.bytes)]).toEqual([200, false]);
    expect(await pictureOf(url)).not.toBe(address);
  });

  test("is drawn once, whatever its address says of what it shows, and leaves one file", async () => {
    const address = await pictureOf((await publish("Noor")).url);
    const others = Array.from({ length: 4 }, (_, number) => address.replace(/\/[\w-]{22}\//, `/${String(number).repeat(22)}/`));
    const files = await keptFiles();
    const shown = [await open(address)];
    for (const other of others) shown.push(await open(other));
    expect(shown.every(({ status, bytes }) => status === 200 && bytes.equals(shown[0]?.bytes as Buffer))).toBe(true);
    expect(await newFiles(files)).toBe(1);
  });

  test("is kept although other pages change while it is drawn", async () => {
    const address = await pictureOf((await publish("Sam")).url);
    const { pageId } = await api().call("createPage", { body: leastPage });
    const files = await keptFiles();
    let isDrawn = false;
    const drawn = open(address).finally(() => (isDrawn = true));
    for (let change = 0; !isDrawn && change < 1_000; change += 1) {
      await api().call("updatePage", { params: { page_id: pageId }, body: { status: change % 2 ? "draft" : "published" } });
    }
    expect((await drawn).status).toBe(200);
    expect(await newFiles(files)).toBe(1);
  });

  test("is for whoever has its signed address, and is gone with its page", async () => {
    const before = await keptFiles();
    const { url, pageId } = await publish("Kim");
    const address = await pictureOf(url);
    expect((await open(address)).status).toBe(200);
    expect((await open(address.replace(/.{4}\.jpg$/, "AAAA.jpg"))).status).toBe(404);
    expect((await open(address.replace(/audience_\w+/, "audience_00000000000000000000000000"))).status).toBe(404);
    await api().call("updatePage", { params: { page_id: pageId }, body: { status: "draft" } });
    expect((await open(address)).status).toBe(404);
    // Its file may go a moment later.
    await until(async () => (await newFiles(before)) === 0);
  });

  test("a brand's font is preloaded, allowed by the page's policy, and small", async () => {
    const { url } = await publish("Lee");
    const page = await visit(service(), new URL(url).pathname);
    expect(page.headers["content-security-policy"]).toContain("font-src 'self'");
    const preloads = [...page.html.matchAll(/<link rel="preload" as="font" crossorigin href="([^"]*)">/g)];
    const [regular, bold] = ["/_foyer/fonts/figtree-400-basic.woff2", "/_foyer/fonts/figtree-700-basic.woff2"];
    expect(preloads.map(([, path]) => path)).toEqual([regular, bold]);
    for (const font of brandFonts) {
      const names = [400, 700].flatMap((weight) => [`${weight}-basic`, `${weight}`]);
      const files = await Promise.all(names.map((name) => visit(service(), `/_foyer/fonts/${font}-${name}.woff2`)));
      expect(files.map(({ status, headers }) => [status, headers["content-type"]])).toEqual(Array(4).fill([200, "font/woff2"]));
      const [basic = 0, all = 0, basicBold = 0, allBold = 0] = files.map(({ bytes }) => bytes.length);
      expect(basic + basicBold).toBeLessThan(Math.min(22_500, all + allBold));
    }
    expect((await visit(service(), "/_foyer/fonts/comic-400.woff2")).status).toBe(404);
  });
});
