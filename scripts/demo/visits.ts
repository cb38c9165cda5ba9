import { leastTokenAgeMs } from "../../contract/visits/visitor-forms";
import type { VisitorApp } from "../../server/visitors/app";
import { createChance } from "./chance";
import type { DemoContent } from "./content";
import type { DemoAudience } from "./people";

const dayMs = 86_400_000;
const secondMs = 1_000;
const browser = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";
const bot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const internalAddress = "198.51.100.7";
const campaigns = ["utm_source=newsletter&utm_campaign=spring", "utm_source=linkedin&utm_campaign=launch", "utm_source=crm", ""];

const questions = [
  "How long does delivery take?",
  "What does it cost?",
  "Can I get my money back?",
  "Where is our data stored?",
  "Do you integrate with SAP?",
  "Is there an integration with SAP?",
  "Can we pay by invoice?",
  "Is paying by invoice possible?",
  "Who founded the company?",
];

interface Stage {
  answer: VisitorApp["answer"];
  pagesUrl: string;
  clock(): number;
  /** Lets time pass up to a moment. */
  until(at: number): Promise<void>;
  days: number;
}

/** A month of visits of every kind, with questions and forms. */
export async function makeVisits(stage: Stage, audiences: readonly DemoAudience[], content: DemoContent): Promise<void> {
  const chance = createChance(2);
  const first = stage.clock();
  const told: (Promise<Response> | Response)[] = [];
  for (let day = 0; day < stage.days; day += 1) {
    const isWeekend = [0, 6].includes(new Date(first + day * dayMs).getUTCDay());
    const count = isWeekend ? chance.between(3, 7) : chance.between(12, 20) + Math.floor(day / 3);
    for (let visit = 0; visit < count; visit += 1) {
      await stage.until(first + day * dayMs + Math.floor((visit / count) * dayMs * 0.9));
      await makeVisit(stage, chance, chance.oneOf(audiences), content, told);
    }
  }
  for (const { status } of await Promise.all(told)) if (status !== 204) throw new Error(`A visit was answered with ${status}`);
}

type Chance = ReturnType<typeof createChance>;

async function makeVisit(
  stage: Stage,
  chance: Chance,
  audience: DemoAudience,
  { formId }: DemoContent,
  told: (Promise<Response> | Response)[],
): Promise<void> {
  const kind = chance.isSo(0.75) ? "person" : chance.oneOf(["scanner", "bot", "prefetch", "internal"] as const);
  const address = kind === "internal" ? internalAddress : `203.${chance.between(0, 255)}.${chance.between(0, 255)}.9`;
  const headers = {
    "user-agent": kind === "bot" ? bot : browser,
    ...(kind === "prefetch" && { "sec-purpose": "prefetch" }),
  };
  const send = (path: string, init: RequestInit = {}) => {
    const request = new Request(stage.pagesUrl + path, { ...init, headers: { ...headers, ...init.headers } });
    return stage.answer(request, { requestIP: () => ({ address }) });
  };
  const html = await (await send(audience.path)).text();
  const token = /data-visit="([^"]+)"/.exec(html)?.[1];
  const page = /name="page" value="([^"]+)"/.exec(html)?.[1] ?? "";
  if (token === undefined) throw new Error(`${audience.path} can't be visited`);
  const [key, load] = [chance.key(), chance.key()];
  let sequence = 0;
  // As the page's script does, it sends and goes on: the answer comes when others share a commit with it.
  const tell = async (now: number, ...events: (string | number)[][]) => {
    const e = events.map((event) => [sequence++, ...event]);
    told.push(send(`/_foyer/visits/${token}`, { method: "POST", body: JSON.stringify({ v: key, l: load, n: now, e }) }));
    await Bun.sleep(0);
  };
  await tell(0, ["s", 0, `?${chance.oneOf(campaigns)}`, 0]);
  if (kind === "scanner") told.push(send(`/_foyer/more/${token}`));
  if (kind === "prefetch" || kind === "bot" || chance.isSo(0.15)) return;
  const stayMs = chance.between(8, 240) * secondMs;
  const [began, after] = [stage.clock(), (share: number) => Math.floor(stayMs * share)];
  await stage.until(began + stayMs);
  await tell(
    stayMs,
    ["t", 0, stayMs],
    ["d", after(0.8), chance.between(20, 100)],
    ...(chance.isSo(0.35) ? [["c", after(0.6), "book", "Book a call", "", "book"]] : []),
  );
  const sent = { page, _visit: `visit_${key}` };
  if (kind !== "person") return;
  if (chance.isSo(0.2)) await post("/_foyer/ask?language=en", { ...sent, question: chance.oneOf(questions) });
  if (chance.isSo(0.12)) {
    const { name, email } = audience;
    // As the page's script does: without a token, the form belongs to no visit whose beginning is still on its way.
    const _token = await (await send(`/_foyer/form_token?page=${encodeURIComponent(page)}`)).text();
    await stage.until(stage.clock() + leastTokenAgeMs);
    await post("/_foyer/forms", { ...sent, _token, form: formId, action: "talk", name, email, message: "Please call me" });
  }

  async function post(path: string, fields: Record<string, string>): Promise<void> {
    const { status } = await send(path, { method: "POST", body: new URLSearchParams(fields) });
    if (status !== 200) throw new Error(`${path} answered ${status}`);
  }
}
