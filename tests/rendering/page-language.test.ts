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

/** Each looks like one of Foyer's own languages if only these are known. */
const unspoken = {
  da: "Vi glæder os til at vise jer, hvordan vores løsning er bygget, og hvad den kan gøre for jer og jeres kunder. Det er nemt at komme i gang: I får en plan, en pris og en dato. De fleste af vores kunder er oppe at køre på en uge, og de siger, at det er den bedste beslutning, de har taget. Vi er her for at hjælpe jer over hele linjen, og I kan altid ringe til os.",
  no: "Vi gleder oss til å vise dere hvordan løsningen vår er bygget, og hva den kan gjøre for dere og kundene deres. Det er lett å komme i gang: dere får en plan, en pris og en dato. De fleste av kundene våre er i gang på en uke, og de sier at det er den beste beslutningen de har tatt. Vi er her for å hjelpe dere, og dere kan alltid ringe oss.",
  fa: "ما خوشحالیم که راه حل خود را به شما و همکارانتان نشان دهیم. شروع کار آسان است و در یک هفته همه چیز آماده می‌شود.",
  ur: "ہم آپ کو اپنا حل دکھانے کے منتظر ہیں۔ شروع کرنا آسان ہے اور ایک ہفتے میں سب کچھ تیار ہو جاتا ہے۔",
  yi: "מיר פֿרייען זיך אײַך צו ווײַזן אונדזער לייזונג און וואָס זי קען טאָן פֿאַר אײַך און אײַערע קליענטן",
  af: "Ons sien uit daarna om vir u te wys hoe ons oplossing werk en wat dit vir u en u kliënte kan doen. Dit is maklik om te begin: u kry 'n plan, 'n prys en 'n datum. Ons is hier om te help en u kan ons altyd bel.",
};

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

  test.each(Object.entries(unspoken))(
    "is the tenant's default, and no neighbour of it, where that is one we don't speak: %s",
    (tag, text) => {
      expect(written("", text, { defaultLanguage: tag })).toStartWith(`<!doctype html><html lang="${tag}"`);
      // Dutch words are of use to readers of Afrikaans.
      if (tag !== "af") expect(written("", text, { defaultLanguage: "en" })).toStartWith('<!doctype html><html lang="en">');
    },
  );

  test("is told although somebody in it has a name with other letters", () => {
    const html = written(german, `${german} Fragen Sie Łukasz Wójcik.`, { defaultLanguage: "en" });
    expect(html).toStartWith('<!doctype html><html lang="de">');
  });

  test("may be one that we don't speak, or with a region; its direction is right", () => {
    const inLanguage = (language: string) => written("Title", "Text", { page: pageOf({ language }) });
    expect(inLanguage("pt-BR")).toContain("Fazer uma pergunta");
    expect(inLanguage("sv")).toStartWith('<!doctype html><html lang="sv">');
    expect(inLanguage("sv")).toContain("Ask a question");
    expect(inLanguage("fa-IR")).toStartWith('<!doctype html><html lang="fa-IR" dir="rtl">');
    for (const tag of ["pa-Arab", "uz-Arab", "az-Arab", "pa-PK", "ckb", "dv", "yi"])
      expect(inLanguage(tag)).toStartWith(`<!doctype html><html lang="${tag}" dir="rtl">`);
    for (const tag of ["pa", "uz", "ar-Latn", "ks-Deva"])
      expect(inLanguage(tag)).toStartWith(`<!doctype html><html lang="${tag}">`);
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
