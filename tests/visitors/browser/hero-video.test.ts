import { beforeAll, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { axeViolations } from "../../support/browser/axe";
import { inBrowser, takePicture, watchedPage } from "../../support/browser/browser";
import { shiftOf, tooWide, watchShifts } from "../../support/browser/looks";
import { ownOrigin, pageTypes, publishPage } from "../../support/browser/site";
import { png } from "../../support/samples/images";
import { until } from "../../support/service/jobs";
import { useService } from "../../support/service/service";

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 900 };
/** The script is told of what is seen within a frame or two. */
const noticedMs = 300;

inBrowser("a hero with a video", (browser) => {
  const service = useService("sqlite");
  const api = () => service().api;
  let clip: string;
  let poster: string;
  let topicId: string;
  const published = async (pageType: (typeof pageTypes)[number]) =>
    (await publishPage(service(), { pageType, name: `Video ${pageType}`, language: "en" }, {}, [topicId])).url;

  beforeAll(async () => {
    const [recorded, drawn] = await Promise.all([
      api().call("createAsset", { file: new File([await recordedClip(browser(), ownOrigin(service()))], "clip.webm") }),
      api().call("createAsset", { file: new File([png({ width: 640, height: 360 })], "poster.png") }),
    ]);
    [clip, poster] = [recorded.assetId, drawn.assetId];
    const content = `# Closed in three days\nSee it run.\n![The close, in ten seconds](${clip})\nposter: ${poster}\nmedia: behind\n[See it live](https://example.com/)`;
    topicId = (await api().call("createTopic", { body: { title: "The close" } })).topicId;
    const body = { content: { type: "hero", content } };
    await api().call("createTopicEntry", { params: { topic_id: topicId }, body });
  });

  test("plays without sound while it is seen, and stays stopped once the visitor has stopped it", async () => {
    await using watched = await watchedPage(browser(), { viewport: desktop });
    const { page, complaints } = watched;
    await page.goto(await published("custom"));
    const isPaused = () => page.evaluate(() => document.querySelector("video")?.paused);
    const plays = () => until(async () => (await isPaused()) === false);
    const away = () => page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }));
    await page.evaluate(() => document.querySelector<HTMLElement>(".bottom")?.style.setProperty("margin-top", "300vh"));
    await toVideo(page);
    await plays();
    expect(await page.evaluate(() => document.querySelector("video")?.muted)).toBe(true);
    await away();
    await until(async () => (await isPaused()) === true);
    await toVideo(page);
    await plays();
    await page.evaluate(() => document.querySelector("video")?.pause());
    await away();
    await page.waitForTimeout(noticedMs);
    await toVideo(page);
    await page.waitForTimeout(noticedMs);
    expect(await isPaused()).toBe(true);
    expect(complaints).toEqual([]);
  });

  test("is not even loaded where less motion is wanted or scripts are off, until the visitor starts it", async () => {
    const url = await published("inbound");
    for (const options of [{ reducedMotion: "reduce" }, { javaScriptEnabled: false }] as const) {
      await using watched = await watchedPage(browser(), { viewport: phone, ...options });
      const { page, requests, settled } = watched;
      await page.goto(url);
      await page.locator("video").scrollIntoViewIfNeeded();
      await settled();
      expect(requests.filter((address) => address.includes(clip))).toEqual([]);
      expect(requests.filter((address) => address.includes(poster))).toHaveLength(1);
      expect(await page.locator("video[controls][poster]:not([autoplay])").count()).toBe(1);
    }
  });

  test("is accessible, fits and does not move on any type of page", async () => {
    for (const [turn, type] of pageTypes.entries()) {
      const [viewport, colorScheme] = turn % 2 === 0 ? ([phone, "light"] as const) : ([desktop, "dark"] as const);
      await using watched = await watchedPage(browser(), { viewport, colorScheme, reducedMotion: "reduce" });
      const { page } = watched;
      await page.goto(await published(type));
      const { width, height } = (await page.locator("video").boundingBox()) ?? { width: 0, height: 0 };
      expect({ type, ratio: (width / height).toFixed(2) }).toEqual({ type, ratio: (640 / 360).toFixed(2) });
      const found = await axeViolations(page, "all");
      expect({ type, found, wide: await tooWide(page) }).toEqual({ type, found: [], wide: [] });
      await takePicture(page, `hero-video-${type}.png`, { fullPage: true });
    }
  });

  test("a clip without a poster, upright as phones record it, moves nothing once its size is known, and is no higher than others", async () => {
    const upright = await recordedClip(browser(), ownOrigin(service()), { width: 36, height: 64 });
    const { assetId } = await api().call("createAsset", { file: new File([upright], "upright.webm") });
    for (const [turn, type] of pageTypes.entries()) {
      const content =
        turn % 2 === 0 ? { type: "video", content: assetId } : { type: "hero", content: `# See it\n![A tour](${assetId})` };
      const { topicId } = await api().call("createTopic", { body: { title: "A tour" } });
      for (const entry of [content, { type: "text", content: "What moves if the clip is higher than it was." }]) {
        await api().call("createTopicEntry", { params: { topic_id: topicId }, body: { content: entry } });
      }
      const { url } = await publishPage(service(), { pageType: type, language: "en" }, {}, [topicId]);
      await using watched = await watchedPage(browser(), { viewport: { width: 1280, height: 1400 }, reducedMotion: "reduce" });
      const { page } = watched;
      const release = Promise.withResolvers<void>();
      await page.route(`**/${assetId}/**`, async (route) => {
        await release.promise;
        await route.continue();
      });
      await page.addInitScript(watchShifts);
      await page.goto(url, { waitUntil: "domcontentloaded" });
      const before = await page.locator("video").boundingBox();
      release.resolve();
      await until(() => page.evaluate(() => (document.querySelector("video")?.videoHeight ?? 0) > 0));
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      const after = await page.locator("video").boundingBox();
      expect({ type, after, isHigh: (after?.height ?? 0) > 700, shift: await shiftOf(page) }).toEqual({
        ...{ type, after: before, isHigh: false, shift: 0 },
      });
    }
  });
});

async function toVideo(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelector("video")?.scrollIntoView({ block: "center", behavior: "instant" }));
}

/** A second of a canvas that changes its colour, as the browser itself records it. */
async function recordedClip(
  browser: Browser,
  origin: string,
  size = { width: 64, height: 36 },
): Promise<Uint8Array<ArrayBuffer>> {
  await using watched = await watchedPage(browser);
  await watched.page.route(`${origin}/blank`, (route) => route.fulfill({ contentType: "text/html", body: "<title>-</title>" }));
  await watched.page.goto(`${origin}/blank`);
  const bytes = await watched.page.evaluate(async (size) => {
    const canvas = Object.assign(document.createElement("canvas"), size);
    const drawing = canvas.getContext("2d") as CanvasRenderingContext2D;
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: "video/webm" });
    const pieces: Blob[] = [];
    recorder.ondataavailable = ({ data }) => pieces.push(data);
    const done = new Promise((resolve) => recorder.addEventListener("stop", resolve));
    recorder.start();
    for (let frame = 0; frame < 20; frame += 1) {
      drawing.fillStyle = `hsl(${frame * 18} 80% 50%)`;
      drawing.fillRect(0, 0, size.width, size.height);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    recorder.stop();
    await done;
    return [...new Uint8Array(await new Blob(pieces).arrayBuffer())];
  }, size);
  return new Uint8Array(bytes);
}
