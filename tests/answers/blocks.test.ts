import { describe, expect, test } from "bun:test";
import type { Topic, TopicEntry } from "../../contract";
import { findAnswer } from "../../server/answers/answer";
import { passagesOf } from "../../server/answers/passages";
import { indexSteps } from "../../server/answers/retrieval/build-index";
import type { PassageIndex } from "../../server/answers/retrieval/passage-index";
import { atOnce } from "../../server/event-loop/steps";
import { blocks } from "../../server/rendering/blocks";
import { filledText, tokenValues } from "../../server/rendering/tokens";
import { onTodaysEngine } from "../support/database/engines";
import { ask, publish } from "../support/features/questions";
import { cpuMsOf, workUnitMs } from "../support/service/processor-time";
import { useService } from "../support/service/service";

const assetId = "asset_01jcxyz0123456789abcdefghj";
const nobody = tokenValues({ person: null, account: null, page: { name: "", title: "" }, audience: { name: "" } });

describe("what is quoted from a block", () => {
  const said: Record<string, string[]> = {
    hero: ["Close the books in three days", "One ledger for every entity, ready from day one.\nThe close calendar."],
    video: ["A tour in two minutes."],
    quote: ["“We closed March on the third. Nobody stayed late.” — Dana Whitfield, VP Finance, Meridian Freight."],
    stats: [
      "3 days: to close the month, from eleven.\n\n98%: of entries matched by themselves.",
      "€1.2 M: saved in the first year.",
    ],
    features: [
      "Live in a week: We connect to what you have.\n\nAudited: SOC 2 and ISO 27001, every year.",
      "For the whole team: Nobody pays to look.",
    ],
    pricing: [
      "Team, €390 / month. For one department. 5 entities; Daily refresh.",
      "Company, €1,200 / month. For everybody. Any number of entities; Refresh by the minute.",
    ],
    comparison: [
      "One set of figures: Northwind yes, Spreadsheets no.\n\nHistory of every change: Northwind yes, Spreadsheets no.",
      "Days to close: Northwind 3, Spreadsheets 11.",
    ],
    steps: [
      "Send the security pack (Grace, 2026-11-20).\n\nName two pilot entities (You, 2026-11-27).",
      "Kick-off with finance (Both, 2026-12-01).",
    ],
    attendees: [
      "2026-11-12: Dana Whitfield, VP Finance, Meridian Freight; Omar Haddad, Controller, Meridian Freight; Grace Okafor, Account executive, Northwind.",
    ],
    logos: ["Contoso, Fabrikam, Tailspin Toys."],
    gallery: ["The warehouse in Rotterdam. The control room. A shift at work."],
    callout: ["Before we meet", "Bring last month's close checklist. **Ten lines are enough.**"],
    person: [
      "Grace Okafor, Account executive, Northwind. I look after teams like yours. grace@northwind.example, +1 415 555 0123",
    ],
    file: ["The security pack."],
  };

  for (const [type, { example }] of Object.entries(blocks)) {
    const content = example.replaceAll("asset_…", assetId);

    test(`reads as on the page: ${type}`, () => {
      expect(quoted(type, content)).toEqual(said[type] as string[]);
      expect(quoted(type.toUpperCase(), content)).toEqual(said[type] as string[]);
    });

    test(`has no syntax: ${type}`, () => {
      const fields = Array.from(content.matchAll(/^([a-z]+):/gm), ([field]) => field);
      const lines = quoted(type, content).flatMap((text) => text.split("\n"));
      expect(lines.filter((line) => /asset_|\]\(| \| |^[-#>] /.test(line))).toEqual([]);
      expect(lines.filter((line) => fields.some((field) => line.startsWith(field)))).toEqual([]);
    });
  }

  test("has tokens that are not filled in, with their filters", () => {
    const [passage] = passages("steps", "- Sign | {{ person.firstName | default: 'You' }} | 2026-11-27");
    expect(passage?.body).toBe("Sign ({{ person.firstName | default: 'You' }}, 2026-11-27).");
  });

  test("has the texts of links and images, however they are nested", () => {
    expect(quoted("callout", `See [the [new] plan](https://x.example/a_(b)) and [![a map](${assetId})](/map).`)).toEqual([
      "See the [new] plan and a map.",
    ]);
    expect(quoted("features", "- bolt | Fast | See [how](https://x.example) | or ask")).toEqual(["Fast: See how, or ask."]);
  });

  test("has the words around lists, and the lists within texts, because the page shows them", () => {
    expect(quoted("stats", "Last year:\n- 3 | days\n[Our report](https://x.example)")).toEqual([
      "Last year:\n\n3: days.\n\nOur report",
    ]);
    expect(quoted("hero", "# Close sooner\n- No sheets")).toEqual(["Close sooner", "- No sheets"]);
    expect(quoted("quote", "> Nobody stayed late.\n- Dana, CFO")).toEqual(["“Nobody stayed late.” — Dana, CFO."]);
  });

  test("is the text itself if it can't be read as its block", () => {
    expect(quoted("pricing", "## Team\nAsk us for a price.")).toEqual(["## Team\nAsk us for a price."]);
    expect(quoted("stats", "- 98 %")).toEqual(["- 98 %"]);
    expect(quoted("steps", "Nothing to do.")).toEqual(["Nothing to do."]);
  });

  test("is found by what visitors ask for: a plan by its price, a person by a way to reach them", () => {
    const entries = Object.entries(blocks).map(([type, { example }]) => entry(type, example.replaceAll("asset_…", assetId)));
    const index = indexOf(entries);
    const first = (question: string) => findAnswer(index, question).quoted[0]?.body ?? "";
    for (const question of ["How much does Team cost?", "What is the price of Team?"])
      expect(first(question)).toStartWith("Team, €390");
    expect(first("What does the company plan cost?")).toStartWith("Company, €1,200");
    expect(first("What is Grace's email?")).toContain("grace@northwind.example");
  });

  test("is nothing if a block shows no words", () => {
    expect(passages("video", assetId)).toEqual([]);
    expect(passages("gallery", `![](${assetId})`)).toEqual([]);
  });

  test("is cut like any other text, and does not grow with columns times rows", () => {
    const long = quoted("pricing", `## Team\nprice: €1\n${"All is included. ".repeat(200)}`);
    expect(long.length).toBe(3);
    expect(long.every(({ length }) => length <= 1_200)).toBe(true);
    const rows = "a | b\n".repeat(2_000);
    for (const column of ["c".repeat(10_000), `{{ person.name | default: '${"c".repeat(10_000)}' }}`]) {
      const total = passages("comparison", `x | ${column}\n${rows}`).reduce((sum, { body }) => sum + body.length, 0);
      expect(total).toBeLessThan(50_000);
    }
  });
});

describe("an entry of as many lines as it can have", () => {
  const length = 100_000;
  const lines: Record<string, string> = {
    ...{ features: "- a | b\n", stats: "- 3 | a\n", steps: "- [ ] a | b\n", pricing: "# T\nprice: 1\n", logos: "- a\n" },
    ...{ attendees: "- a | b\n", comparison: "|x|y|\n", gallery: `- ![a](${assetId})\n`, quote: "> a\n", callout: "a\n\n" },
    ...{ hero: "# T\n\na\n\n", person: "name: A\n\nb\n\n", markdown: "a\n\n", text: "a\n\n", faq: "A?\nb\n" },
  };

  /** In units of work: about 5 ms, which is as long as the event loop may be held. */
  const maxStepUnits = 2.5;
  const unitMs = workUnitMs();

  test.each(Object.entries(lines))("is cut in steps, none of which takes long: %s", (type, line) => {
    const content = line.repeat(length / line.length);
    // The same steps each time, so that the least time of each is its own, and not that of whatever else runs.
    const least: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const steps = passagesOf({ topicId: "t", title: "Topic" }, entry(type, content));
      for (let at = 0, isDone = false; !isDone; at += 1) {
        const ms = cpuMsOf(() => {
          isDone = steps.next().done === true;
        });
        least[at] = Math.min(least[at] ?? Number.POSITIVE_INFINITY, ms);
      }
    }
    expect(Math.max(...least)).toBeLessThan(maxStepUnits * unitMs);
  });
});

onTodaysEngine("a question about a block", (engine) => {
  const service = useService(engine);

  test("is answered with the price of the plan that was asked for, in the words of the page", async () => {
    const content =
      "## Team\nprice: 390 € / Monat\nFür eine Abteilung.\n- 5 Gesellschaften\n- Täglich neu\n[Mit Team beginnen](https://example.com/team)\n" +
      "## Konzern\nprice: 1.200 € / Monat\nFür alle im Haus.\n- Beliebig viele Gesellschaften\n[Sprechen wir](https://example.com/all)";
    const { pageId, path } = await publish(service(), [
      { type: "pricing", content },
      { type: "faq", content: "Wo steht der Server?\nIn Frankfurt." },
    ]);
    const tried = await service().api.call("tryQuestion", {
      params: { page_id: pageId },
      body: { question: "Was kostet Team?" },
    });
    expect(tried).toMatchObject({
      answered: true,
      text: "Team, 390 € / Monat. Für eine Abteilung. 5 Gesellschaften; Täglich neu.",
    });
    const { html } = await ask(service(), path, "Was kostet Konzern?", { language: "de" });
    expect(html).toContain("<p>Konzern, 1.200 € / Monat. Für alle im Haus. Beliebig viele Gesellschaften.</p>");
    expect(html).not.toContain("price:");
  });
});

function passages(type: string, content: string) {
  return atOnce(passagesOf({ topicId: "t", title: "Topic" }, entry(type, content)));
}

function entry(type: string, content: string): TopicEntry {
  return { topicEntryId: `e_${type}`, topicId: "t", sortOrder: 0, content: { type, content }, createdAt: "", updatedAt: "" };
}

function indexOf(entries: TopicEntry[]): PassageIndex {
  const times = { createdAt: "", updatedAt: "" };
  const topic: Topic = { topicId: "t", title: "Northwind", purpose: null, sortOrder: 0, isDefault: false, ...times, entries };
  const steps = indexSteps({ topics: [topic], synonyms: [] });
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** Headings and bodies, for nobody in particular. */
function quoted(type: string, content: string): string[] {
  return passages(type, content)
    .flatMap(({ heading, body }) => [heading, body])
    .filter(Boolean)
    .map((text) => filledText(text, nobody));
}
