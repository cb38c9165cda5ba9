import { describe, expect, test } from "bun:test";
import { builtInFormId } from "../../contract";
import type { PageDocument } from "../../server/rendering";
import { action, assetId, pageOf, shown, topic } from "../support/samples/page-document";

const shortPages = [
  ["Pilot for Meridian", "Two weeks, one team, no risk. Start on Monday."],
  ["Your demo recap", "Thanks for the call. We do SSO, audit logs and a data room."],
  ["Q4 plan", "As discussed: a pilot, a price, a date. No lock-in."],
  ["Atlas for Finance", "Close in 3 days. Reconcile in 1."],
  ["Hi Dana", "A short note on me, on Orbit and on no more CSV."],
  ["Secure by design", "SOC 2, ISO 27001, EU region, no shared tenants."],
  ["Pricing", "Start: 90. Team: 390. Per seat: no."],
  ["Onboarding", "Day 1: import. Day 2: train. Day 3: go live."],
  ["Security in 5 points", "1. SSO 2. SCIM 3. Audit 4. DPA 5. Pen test"],
  ["ROI", "Save 12 h a week. A do-it-all plan as a no-brainer."],
] as const;

const written = (title: string, text: string, changes: Partial<PageDocument> = {}) => {
  const one = topic(title, [["text", text]]);
  return shown({ page: pageOf({ title }), topics: [one], topicIds: [one.topicId], metadata: null, forms: [], ...changes });
};
const german = "Wir freuen uns auf das Gespräch mit Ihnen und zeigen, was es für Sie und Ihre Kunden ist.";

describe("the language of a page", () => {
  test.each(shortPages)("is the tenant's default for a short page: %s", (title, text) => {
    expect(written(title, text)).toStartWith('<!doctype html><html lang="en">');
    expect(written(title, text, { defaultLanguage: "de" })).toStartWith('<!doctype html><html lang="de">');
  });

  test("is what the page says, whatever its texts are written in", () => {
    const html = written(german, german, { page: pageOf({ title: german, language: "fr" }) });
    expect(html).toStartWith('<!doctype html><html lang="fr">');
    expect(html).toContain("Poser une question");
  });

  test("is told from enough text that is clearly in one language", () => {
    expect(written(german, german, { defaultLanguage: "pt" })).toStartWith('<!doctype html><html lang="de">');
    const mixed = `${german} We look forward to talking with you and your team about what this is for and how it will work.`;
    expect(written("Hallo", mixed, { defaultLanguage: "pt" })).toStartWith('<!doctype html><html lang="pt">');
  });

  test("may be one that we don't speak, or with a region; its direction is right", () => {
    const inLanguage = (language: string) => written("Title", "Text", { page: pageOf({ language }) });
    expect(inLanguage("pt-BR")).toContain("Fazer uma pergunta");
    expect(inLanguage("sv")).toStartWith('<!doctype html><html lang="sv">');
    expect(inLanguage("sv")).toContain("Ask a question");
    expect(inLanguage("fa-IR")).toStartWith('<!doctype html><html lang="fa-IR" dir="rtl">');
  });

  test("is there without the rest of a tag that is none, for which no date or size could be written", () => {
    const blocks = topic("Blocks", [
      ["steps", "- Send it | Ada | 2026-12-01"],
      ["file", `[Terms](${assetId})`],
    ]);
    const assets = { [assetId]: { type: "text/plain", bytes: 1_000, width: null, height: null, hasPreview: false } };
    const shownIn = { topics: [blocks], topicIds: [blocks.topicId], assets };
    for (const tag of ["de-12", "de-at-at", "de-ab1", "de-abcdef-abcdef"]) {
      for (const pageType of ["outbound", "call_followup"] as const) {
        const named = written("Titel", "", { page: pageOf({ pageType, language: tag }), ...shownIn });
        expect(named).toStartWith('<!doctype html><html lang="de">');
        expect(named).toContain("1. Dez. 2026");
        const usual = written("Titel", "", { page: pageOf({ pageType }), defaultLanguage: tag, ...shownIn });
        expect(usual).toStartWith('<!doctype html><html lang="de">');
      }
    }
  });

  test("is that of the built-in form too, but not of words that its owner has put there", () => {
    const labels = ["Name", "E-mail", "Your budget"];
    const fields = labels.map((label, index) => ({ name: `field_${index}`, label, type: "text", required: false, options: [] }));
    const form = { formId: builtInFormId, name: "Contact", instructions: null, fields };
    const gone = "form_0123456789abcdefghjkmnpqrs";
    for (const shown of [form, { ...form, formId: gone, standsIn: true as const }]) {
      const html = written("Titel", "Text", {
        page: pageOf({ language: "de", actions: [action("contact", "form", "Los", "", { formId: shown.formId })] }),
        forms: [shown],
      });
      for (const words of ["Kontakt</h2>", "Name</label>", "E-Mail</label>", "Your budget</label>"])
        expect(html).toContain(words);
      expect(html).not.toContain("Contact</h2>");
    }
  });
});
