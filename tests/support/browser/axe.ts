import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";

const source = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

interface AxeResult {
  violations: { id: string; help: string; nodes: { target: unknown; failureSummary?: string }[] }[];
}

const rules = {
  /** The rules of good practice as well. */
  all: `rules: { "target-size": { enabled: true } }`,
  /** What another colour scheme can change. */
  colours: `runOnly: ["color-contrast", "link-in-text-block"]`,
};

/** While one colour scheme fades into the other, colours belong to neither. */
async function transitionsEnded(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  await Promise.allSettled(transitions.map(({ finished }) => finished));
}

/** One line for each element that breaks a rule. */
export async function axeViolations(page: Page, kind: keyof typeof rules = "all"): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(source);
  await page.evaluate(transitionsEnded);
  const { violations } = await page.evaluate<AxeResult>(
    `axe.run(document, { resultTypes: ["violations"], iframes: false, ${rules[kind]} })`,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${JSON.stringify(target)}: ${failureSummary}`),
  );
}
