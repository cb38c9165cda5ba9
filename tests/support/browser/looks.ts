import type { Page } from "playwright-core";

/** Each image as it is once it was scrolled to. */
export async function imagesOf(page: Page): Promise<{ source: string; width: number }[]> {
  return page.evaluate(async () => {
    const images = [...document.images];
    for (const image of images) {
      image.scrollIntoView({ behavior: "instant" });
      await image.decode().catch(() => {});
    }
    scrollTo({ top: 0, behavior: "instant" });
    return images.map(({ src, naturalWidth }) => ({ source: src, width: naturalWidth }));
  });
}

/** What sticks out of the page to the side; nothing where the page does not scroll that way. */
export function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.body.querySelectorAll("*")].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    return [`${scrollWidth} > ${clientWidth}`, ...wide.map(({ tagName, className }) => `${tagName}.${className}`)];
  });
}

/** What would move by itself: all that scrolls smoothly, changes little by little or is animated. */
export function restless(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("*")]
      .filter((element) => {
        const { scrollBehavior, transitionDuration, animationName } = getComputedStyle(element);
        const changes = transitionDuration.split(",").some((duration) => Number.parseFloat(duration) > 0);
        return scrollBehavior !== "auto" || changes || animationName !== "none";
      })
      .map(({ tagName, className }) => `${tagName}.${className}`),
  );
}

/** What tells arrangements apart when they are seen. */
export function featuresOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
    const heading = (text: string) =>
      [...document.querySelectorAll("main h2")].find((found) => found.textContent === text)?.closest("section") as Element;
    const heard = heading("What we heard from you").getBoundingClientRect();
    const title = document.querySelector("h1") as Element;
    const slides = [...document.querySelectorAll("main > *")];
    const steps = boxOf("main aside ol");
    const contents = boxOf("nav ol");
    const bar = [...document.querySelectorAll("main *")].find(
      (element) => getComputedStyle(element).position === "sticky" && element.getBoundingClientRect().bottom === innerHeight,
    );
    const features: Record<string, boolean> = {
      "a title in the middle": getComputedStyle(title).textAlign === "center",
      "actions at hand": bar?.querySelector("a") != null,
      "one narrow column": innerWidth > 1000 && heard.width < 700 && heard.left > 250 && !contents,
      "numbered steps": steps !== undefined,
      "steps beside the recap": steps !== undefined && steps.left > heard.right,
      "slides that snap":
        slides.length > 4 &&
        getComputedStyle(document.documentElement).scrollSnapType.startsWith("y") &&
        slides.every(
          (slide) => slide.getBoundingClientRect().height >= innerHeight && getComputedStyle(slide).scrollSnapAlign === "start",
        ),
      contents: contents !== undefined,
      "contents beside the text": contents !== undefined && contents.right < heard.left,
    };
    return Object.keys(features).filter((name) => features[name]);
  });
}

/** For `addInitScript`: adds up how far what is seen moves while the page loads. */
export function watchShifts(): void {
  const told = window as unknown as { shifted: number };
  told.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) told.shifted += entry.value;
    }
  }).observe({ type: "layout-shift", buffered: true });
}

export function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { shifted: number }).shifted);
}
