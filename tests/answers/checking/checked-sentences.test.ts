import { describe, expect, test } from "bun:test";
import { CheckedSentences } from "../../../server/answers/model/checking/checked-sentences";
import { isShown } from "./is-shown";

const passages = [
  "How can I return something?\nReturns are free within **30 days**. Send parcels to Dr. Miller, 5 Mill Road, Leeds. Gifts can't be returned.",
  "What does shipping cost?\nShipping costs 4.90 € in Europe, and takes 3 days. See [the list](https://acme.example/prices). Write to help@acme.example before June 5.",
  "Is it open?\nWelcome, {{1}}: the shop is open every day.",
];

describe("a sentence of a model", () => {
  test.each([
    "Returns are free within 30 days [1].",
    "Returns are free within 30 days. [1]",
    "You can return it free within 30 days [1].",
    "Send parcels to Dr. Miller, 5 Mill Road, Leeds [1].",
    "Shipping costs 4.90 € [2].",
    "See https://acme.example/prices [2].",
    "Write to help@acme.example before June 5 [2].",
    "Gifts cannot be returned [1].",
    "Welcome, {{1}} [3].",
    "- **Shipping takes 3 days** [2]",
  ])("is shown when its passage says so: %s", (text) => {
    expect(shown(text)).toHaveLength(1);
  });

  test.each([
    ["without a number", "Returns are free within 30 days."],
    ["with a number that no passage has", "Returns are free within 30 days [4]."],
    ["with the number of another passage", "Returns are free within 30 days [2]."],
    ["with a second number that is wrong", "Returns are free within 30 days [1][9]."],
    ["with another number", "Returns are free within 90 days [1]."],
    ["with a number in letters", "Returns are free within ninety days [1]."],
    ["with a number of something else", "Returns are free within 30 hours [1]."],
    ["with another price", "Shipping costs 1.90 € [2]."],
    ["with another currency", "Shipping costs 4.90 $ [2]."],
    ["with a number as a price", "Shipping costs 3 € [2]."],
    ["with another date", "Write to help@acme.example before July 5 [2]."],
    ["with another address", "Send parcels to Dr. Miller, 5 High Road, Leeds [1]."],
    ["with another link", "See https://evil.example/prices [2]."],
    ["with a part of a link", "See https://acme.example [2]."],
    ["with a longer link", "See https://acme.example/prices?to=evil [2]."],
    ["with a bare domain", "See evil.example for shipping [2]."],
    ["with another e-mail address", "Write to boss@acme.example before June 5 [2]."],
    ["with another name", "Send parcels to Dr. Smith, 5 Mill Road, Leeds [1]."],
    ["with a name at its start", "Bob: returns are free within 30 days [1]."],
    ["with a name that is a frequent word", "Will says returns are free within 30 days [1]."],
    ["with a not that its passage lacks", "Returns are not free within 30 days [1]."],
    ["without the not of its passage", "Gifts can be returned [1]."],
    ["with other words than its passage", "Everything is broken and nobody cares [1]."],
    ["with the token of another passage", "Returns are free, {{1}} [1]."],
    ["with a token of its own", "Welcome, {{ person.email }}: the shop is open every day [3]."],
    ["of nothing but frequent words", "It is so [1]."],
    ["that asks", "Are returns free within 30 days? [1]"],
    ["with a handle", "Returns are free within 30 days @evil [1]."],
    ["with a keyword to follow", "Returns are free within 30 days #evil [1]."],
    ["that takes back what it says", "It is false that returns are free within 30 days [1]."],
    ["with what its passage leaves out", "Shipping costs 4.90 € outside Europe [2]."],
  ])("is not shown %s", (_, text) => {
    expect(shown(text)).toEqual([]);
  });

  test("is shown with the number of what it names, and not with that of something else in the same passage", () => {
    const plans = [
      "What do the plans cost?\nThe Basic plan costs 20 € a month. The Team plan costs 50 € a month, for 10 people.",
      "How much is Premium?\nIt costs 90 € a month.",
    ];
    const shownOf = (text: string) => {
      const checking = new CheckedSentences(plans);
      return [...checking.push(text), ...checking.end()].length;
    };
    expect(shownOf("The Basic plan costs 20 € a month [1].")).toBe(1);
    expect(shownOf("The Team plan costs 50 € a month [1].")).toBe(1);
    expect(shownOf("Premium costs 90 € a month [2].")).toBe(1);
    for (const wrong of [
      "The Basic plan costs 50 € a month",
      "The Team plan costs 20 € a month",
      "The Basic plan is for 10 people",
    ])
      expect([wrong, shownOf(`${wrong} [1].`)]).toEqual([wrong, 0]);
  });

  test.each([
    ["Phone support is unavailable on weekends in Berlin.", "Phone support is available on weekends in Berlin"],
    ["The warranty of used bikes is complete.", "The warranty of used bikes is incomplete"],
    ["Eine Rückgabe gebrauchter Ware ist im Laden unmöglich.", "Eine Rückgabe gebrauchter Ware ist im Laden möglich"],
    ["Le paiement par chèque est impossible en boutique.", "Le paiement par chèque est possible en boutique"],
  ])("doesn't turn a word into its opposite: %s", (passage, wrong) => {
    expect(isShown(passage, passage.slice(0, -1))).toBe(true);
    expect(isShown(passage, wrong)).toBe(false);
  });

  test("is not shown when characters that nobody sees, or of another width, hide what it says", () => {
    expect(shown("Returns are free within 3\u200b0\u200b0 days [1].")).toEqual([]);
    expect(shown("Returns are free within ９０ days [1].")).toEqual([]);
    expect(shown("Returns are free within \u202e30\u202c days [1].")).toEqual(["Returns are free within 30 days."]);
  });

  test("needs a number of its own, whatever comes after it", () => {
    expect(shown("The moon is made of cheese. Returns are free within 30 days [1].")).toEqual([
      "Returns are free within 30 days.",
    ]);
    expect(shown("Shipping is slow\nReturns are free within 30 days [1]")).toEqual(["Returns are free within 30 days."]);
  });

  test("is the same however the text was cut on its way", () => {
    const text = "Returns are free within 30 days [1]. Shipping costs 4.90 € [2]! Call Bob [1]. Gifts can't be returned. [1] And";
    const whole = shown(text);
    expect(whole).toEqual(["Returns are free within 30 days.", "Shipping costs 4.90 €!", "Gifts can't be returned."]);
    for (let size = 1; size < 20; size += 1) {
      expect(shown(...(text.match(new RegExp(`[\\s\\S]{1,${size}}`, "g")) as string[]))).toEqual(whole);
    }
  });

  test("is shown as soon as it is complete, and not before", () => {
    const checking = new CheckedSentences(passages);
    expect(checking.push("Returns are free within 30 days")).toEqual([]);
    expect(checking.push(" [1")).toEqual([]);
    expect(checking.push("]")).toEqual([]);
    expect(checking.push(". S")).toMatchObject([{ text: "Returns are free within 30 days.", source: 0 }]);
  });

  test("that never ends takes no memory and no time, and the next one is shown", () => {
    const checking = new CheckedSentences(passages);
    const begun = performance.now();
    for (let count = 0; count < 20_000; count += 1) expect(checking.push("and on and on ")).toEqual([]);
    expect(performance.now() - begun).toBeLessThan(5_000);
    expect(checking.push("[1]. Shipping costs 4.90 € [2]. E")).toMatchObject([{ text: "Shipping costs 4.90 €." }]);
  });

  test("takes little time, whatever the passage and the text are like", () => {
    const pieces = [
      "1 day and ",
      "1 a b c d e, ",
      "a.",
      "a@",
      "a-",
      "[1",
      "] ",
      " ",
      "1.",
      "1a",
      "é",
      "a:/",
      "n't ",
      "from 1 to 2 after ",
    ];
    for (const text of pieces.map((piece) => piece.repeat(1_500))) {
      const begun = process.cpuUsage().user;
      const checking = new CheckedSentences([text]);
      for (let at = 0; at < 6_000; at += 1) checking.push(text[at % text.length] as string);
      checking.push(` [1]. ${text.slice(0, 900)} [1]. X`);
      expect([text.slice(0, 4), (process.cpuUsage().user - begun) / 1_000 < 300]).toEqual([text.slice(0, 4), true]);
    }
  });

  test.each([
    [
      "de",
      "Rücksendungen sind innerhalb von 30 Tagen kostenlos.",
      "Rücksendungen sind kostenlos innerhalb von 30 Tagen",
      "Rücksendungen sind innerhalb von dreißig Wochen kostenlos",
    ],
    [
      "fr",
      "Les retours sont gratuits sous 30 jours.",
      "Les retours sont gratuits sous 30 jours",
      "Les retours ne sont pas gratuits sous 30 jours",
    ],
    [
      "es",
      "Las devoluciones son gratuitas durante 30 días.",
      "Las devoluciones son gratuitas",
      "Las devoluciones son gratuitas en Madrid",
    ],
    [
      "it",
      "I resi sono gratuiti entro 30 giorni.",
      "I resi sono gratuiti entro 30 giorni",
      "I resi sono gratuiti entro trenta mesi",
    ],
    [
      "nl",
      "Retourneren is gratis binnen 30 dagen.",
      "Retourneren is gratis binnen 30 dagen",
      "Retourneren is niet gratis binnen 30 dagen",
    ],
    [
      "pt",
      "As devoluções são gratuitas durante 30 dias.",
      "As devoluções são gratuitas",
      "As devoluções são gratuitas durante 40 dias",
    ],
    ["ar", "الإرجاع مجاني خلال 30 يوما في المتجر.", "الإرجاع مجاني خلال 30 يوما", "الإرجاع مجاني عند محمد"],
    ["he", "ההחזרות חינם תוך 30 ימים בחנות.", "ההחזרות חינם תוך 30 ימים", "ההחזרות חינם אצל משה"],
  ])("is checked in %s too", (_, passage, right, wrong) => {
    const of = (text: string) => new CheckedSentences([passage]).push(`${text} [1]. X`);
    expect(of(right)).toHaveLength(1);
    expect(of(wrong)).toEqual([]);
  });

  test.each([
    [
      "Zwroty są bezpłatne w ciągu 30 dni od dostawy.",
      ["dziewięćdziesięciu dni", "roku"].map((time) => `Zwroty są bezpłatne w ciągu ${time} od dostawy`),
    ],
    [
      "Retur er gratis inden for 30 dage, og du skal ikke betale for det.",
      ["Retur er gratis inden for 30 dage, og du skal betale for det"],
    ],
    ["Возврат бесплатный в течение 30 дней.", ["Возврат не бесплатный в течение 30 дней", "Возврат бесплатный в течение года"]],
    ["वापसी 30 दिनों में मुफ़्त नहीं है।", ["वापसी 30 दिनों में मुफ़्त है"]],
    ["선물은 30일 이내에 반품할 수 없습니다.", ["선물은 30일 이내에 반품할 수 있습니다"]],
    [
      "商品到着後30日以内なら無料で返品できます。",
      ["商品到着後九十日以内なら無料で返品できます", "商品到着後30日以内なら返品できます"],
    ],
    ["İadeler 30 gün içinde ücretsiz değil.", ["İadeler 30 gün içinde ücretsiz"]],
  ])("stands in its passage as it is, in a language whose words for not and for numbers are not known: %s", (passage, wrong) => {
    const of = (text: string) => new CheckedSentences([passage]).push(`${text} [1]. X`);
    expect(of(passage.slice(0, -1))).toHaveLength(1);
    for (const text of wrong) expect([text, of(text)]).toEqual([text, []]);
  });

  test("is not shown with a not, or any word, of another language or script; nor with signs that bound a number", () => {
    for (const text of [
      "Returns are nicht free within 30 days",
      "Returns are не free within 30 days",
      "Returns arent free within 30 days",
      "Returns dont come free within 30 days",
      "Returns are free within 30+ days",
      "Shipping takes < 3 days",
    ])
      expect([text, shown(`${text} [${text.startsWith("Shipping") ? 2 : 1}].`)]).toEqual([text, []]);
  });

  test("is shown in French with a dont, which is no not there", () => {
    const passage = "La visite dure deux heures et comprend une dégustation dans la cave.";
    const text = "La visite dure deux heures, dont une dégustation dans la cave";
    expect(new CheckedSentences([passage]).push(`${text} [1]. X`)).toHaveLength(1);
  });

  test("is shown without marks of Markdown, with links in full", () => {
    expect(shown("Returns are _free_ within *30 days* [1]. See [the list](https://acme.example/prices) [2].")).toEqual([
      "Returns are free within 30 days.",
      "See the list (https://acme.example/prices).",
    ]);
  });

  test.each([
    ["The Team plan costs 39 € a month. Students pay 20% less.", "The Team plan costs 39 € a month, and students pay 20% less"],
    ["The warranty lasts two years. It covers repairs.", "The warranty covers repairs for two years"],
    ["Our support answers calls. It is open from Monday to Friday.", "Our support is open from Monday to Friday"],
    ["The plan costs 30 € per month.", "The plan costs 30 € a month"],
    ["Parcels leave our large warehouse in Leeds daily.", "Parcels leave our large warehouse in Leeds each day"],
    ["You can return it within 1 week.", "You can return it within one week"],
    ["The warranty lasts for one year.", "The warranty lasts one year"],
    ["Die Garantie gilt ein Jahr.", "Die Garantie gilt ein Jahr"],
    ["Call us at +49 30 1234567.", "Call +49 30 1234567"],
    ["Your contact is {{1}} and your rival is {{2}}.", "Your rival is {{2}}"],
    ["Shipping is free for orders above 50 €.", "Orders over 50 € have free shipping"],
    ["Shipping is free for orders above 50 €.", "Shipping is free for orders of more than 50 €"],
    ["Free shipping has a minimum order of 50 €.", "Shipping is free for an order of at least 50 €"],
    ["You have 30 days to return your order for free.", "You can return your order for free within 30 days"],
    ["Returns take up to 30 days after the parcel arrived.", "After the parcel arrived, returns take up to 30 days"],
    ["Returns are free within 30 days after the parcel arrived.", "You can return it for free within 30 days"],
    ["Repairs are covered by the warranty for two years.", "The warranty above all covers repairs for two years"],
    ["Parcels arrive in three days or less.", "Parcels arrive in at most three days"],
    ["Until June 5, tickets cost 30 €.", "Tickets cost 30 € until June 5"],
    ["Our shop is open Monday to Friday, 9 to 18.", "Our shop is open from Monday until Friday, from 9 to 18"],
    ["Parcels leave our warehouse every evening at six o'clock.", "At six o'clock every evening, parcels leave our warehouse"],
    ["We open at 9 a.m. and close at 6 p.m. today.", "We close at 6 pm today"],
    ["We deliver overnight on weekdays.", "On weekdays we deliver overnight"],
    ["Die Lieferung dauert höchstens drei Tage.", "Die Lieferung dauert bis zu drei Tage"],
    ["Der Versand kostet 5 € nach Berlin.", "Nach Berlin kostet der Versand 5 €"],
    ["Wir haben Montag bis Freitag geöffnet.", "Geöffnet haben wir von Montag bis Freitag"],
    ["Les retours sont gratuits pendant 30 jours.", "Les retours sont gratuits sous 30 jours"],
    ["La livraison des commandes est gratuite au-dessus de 50 €.", "La livraison des commandes est gratuite à partir de 50 €"],
    ["El envío es gratis en pedidos de más de 50 €.", "El envío de pedidos es gratis desde 50 €"],
    ["La spedizione degli ordini è gratuita oltre 50 €.", "La spedizione degli ordini è gratuita sopra i 50 €"],
    ["De verzending is gratis vanaf 50 €.", "Vanaf 50 € is de verzending gratis"],
    ["O envio de encomendas é grátis acima de 50 €.", "O envio de encomendas é grátis a partir de 50 €"],
  ])("is shown when it says the same in other words: %s", (passage, text) => {
    expect(new CheckedSentences([passage]).push(`${text} [1]. X`)).toHaveLength(1);
  });
});

function shown(...pieces: string[]): string[] {
  const checking = new CheckedSentences(passages);
  return [...pieces.flatMap((piece) => checking.push(piece)), ...checking.end()].map(({ text }) => text);
}
