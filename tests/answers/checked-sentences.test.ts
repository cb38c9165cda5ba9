import { describe, expect, test } from "bun:test";
import { CheckedSentences } from "../../server/answers/model/checking/checked-sentences";

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

  const prices =
    "Prices\nBreakfast costs 19 € for adults and 9 € for children. We are open Monday to Friday from 9 to 18 and on Saturday from 9 to 14. " +
    "Parking is 5 € an hour, or 20 € a day. In Europe shipping takes 2 days, in Asia 9 days. You pay 30 € now and 70 € on arrival. " +
    "The Team plan costs 50 € a month, for 10 people, and includes support. Rooms have 2 or 3 beds. Call +44 20 7946 0018.";
  const preise =
    "Preise\nDas Frühstück kostet 19 € für Erwachsene und 9 € für Kinder. Der Versand dauert in Europa 2 Tage, in Asien 9 Tage. " +
    "Der Vertrag läuft 12 Monate und verlängert sich um 1 Monat. Am Samstag sind wir bis 14 Uhr da, am Sonntag bis 12 Uhr.";
  const shownOf = (passage: string, text: string) => {
    const checking = new CheckedSentences([passage]);
    return [...checking.push(`${text} [1].`), ...checking.end()].length === 1;
  };

  test.each([
    ["Breakfast costs 9 € for children", "Breakfast costs 9 € for adults", prices],
    ["For adults breakfast costs 19 €", "For children breakfast costs 19 €", prices],
    ["Breakfast costs 19 € for adults and 9 € for children", "Breakfast costs 9 € for adults and 19 € for children", prices],
    ["On Saturday we are open from 9 to 14", "On Saturday we are open from 9 to 18", prices],
    ["We are open Monday to Friday from 9 to 18", "We are open Monday to Friday from 9 to 14", prices],
    ["Parking is 20 € a day", "Parking is 20 € an hour", prices],
    ["Shipping to Asia takes 9 days", "Shipping to Asia takes 2 days", prices],
    ["You pay 70 € on arrival", "You pay 30 € on arrival", prices],
    ["The Team plan costs 50 € a month and includes support", "The Team plan costs 10 € a month and includes support", prices],
    ["Call +44 20 7946 0018", "Call +44 20 7946", prices],
    ["Das Frühstück kostet für Kinder 9 €", "Das Frühstück kostet für Kinder 19 €", preise],
    ["Der Versand dauert in Asien 9 Tage", "Der Versand dauert in Asien 2 Tage", preise],
    ["Der Vertrag verlängert sich um 1 Monat", "Der Vertrag verlängert sich um 12 Monate", preise],
    ["Am Sonntag sind wir bis 12 Uhr da", "Am Sonntag sind wir bis 14 Uhr da", preise],
    ["On Saturday we are open from 9 to 14", "On Saturday we are open from 14 to 9", prices],
    ["Rooms have 2 or 3 beds", "Rooms have 3 to 9 beds", prices],
    ["You can pay 30 € now", "You can pay 30 € now for 2 beds", prices],
    ["Le café sert des plats de 11 h à 17 h", "Le café sert des plats de 17 h à 11 h", "Le café sert des plats de 11 h à 17 h."],
    ["Parking is 20 € a day", "Parking is 20 €", "Parking is 20 € a day."],
    ["Le jeudi, jusqu'à 21 h", "Le mardi, jusqu'à 21 h", "Du mardi au dimanche, de 10 h à 18 h. Le jeudi, jusqu'à 21 h."],
    ["Wir sind von Montag bis Freitag da", "Wir sind von Freitag bis Montag da", "Wir sind von Montag bis Freitag da."],
    [
      "Team can be tried for 14 days without a card",
      "Team can not be tried for 14 days without a card",
      "Team can be tried for 14 days without a card.",
    ],
    [
      "Nothing that you store is used for training",
      "Nothing that you store is not used for training",
      "Nothing that you store is used for training.",
    ],
    ["La piscina costa 7 €", "Il parcheggio costa 7 €", "Il parcheggio è gratuito per gli ospiti, la piscina costa 7 €."],
    [
      "O check-out é até às 11 horas",
      "O check-in é até às 11 horas",
      "O check-in é a partir das 15 horas e o check-out até às 11 horas.",
    ],
    ["ארוחת הבוקר עולה 19 € למבוגרים", "ארוחת הבוקר עולה 19 € לילדים", "ארוחת הבוקר עולה 19 € למבוגרים ו-9 € לילדים."],
    ["الإفطار يكلف 19 € للكبار", "الإفطار يكلف 19 € للأطفال", "الإفطار يكلف 19 € للكبار و 9 € للأطفال."],
  ])("has each number with what it is said of, also where one sentence says several: %s", (right, wrong, passage) => {
    expect([right, shownOf(passage, right)]).toEqual([right, true]);
    expect([wrong, shownOf(passage, wrong)]).toEqual([wrong, false]);
  });

  test.each([
    ["Phone support is unavailable on weekends in Berlin.", "Phone support is available on weekends in Berlin"],
    ["The warranty of used bikes is complete.", "The warranty of used bikes is incomplete"],
    ["Eine Rückgabe gebrauchter Ware ist im Laden unmöglich.", "Eine Rückgabe gebrauchter Ware ist im Laden möglich"],
    ["Le paiement par chèque est impossible en boutique.", "Le paiement par chèque est possible en boutique"],
  ])("doesn't turn a word into its opposite: %s", (passage, wrong) => {
    expect(shownOf(passage, passage.slice(0, -1))).toBe(true);
    expect(shownOf(passage, wrong)).toBe(false);
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
      "Returns are free within 30 days.",
      ["within one day", "within a day", "forever", "always"].map((time) => `Returns are free ${time}`),
    ],
    ["The plan costs 30 € per year, with a month of notice.", ["The plan costs 30 € per month", "The plan costs 30 € a month"]],
    ["The plan costs 30 dollars per year.", ["The plan costs one dollar per year"]],
    [
      "Le magasin est ouvert du lundi au vendredi, et il ferme pour les vacances en août.",
      ["Le magasin ferme pour les vacances en décembre", "Le magasin est ouvert du lundi au dimanche"],
    ],
    ["Les retours sont gratuits sous 30 jours.", ["Les retours sont gratuits sous un jour"]],
    ["La tienda cierra el lunes y abre el martes.", ["La tienda cierra el sábado y abre el martes"]],
    [
      "Puede devolver el producto gratis en 30 días.",
      ["veinticinco", "doscientos", "veintiún", "quinientos"].map(
        (count) => `Puede devolver el producto gratis en ${count} días`,
      ),
    ],
    ["Il negozio apre in marzo e offre sconti ai clienti.", ["Il negozio apre in giugno e offre sconti ai clienti"]],
    [
      "I resi sono gratuiti entro 30 giorni.",
      ["ventuno", "duecento"].map((count) => `I resi sono gratuiti entro ${count} giorni`),
    ],
    [
      "Sie können die Ware innerhalb von 30 Tagen kostenlos zurückgeben.",
      ["fünfundvierzig Tagen", "einhundertzwanzig Tagen", "einem Tag"].map(
        (time) => `Sie können die Ware innerhalb von ${time} kostenlos zurückgeben`,
      ),
    ],
    [
      "U kunt het product binnen 30 dagen gratis terugsturen.",
      ["U kunt het product binnen vijfentwintig dagen gratis terugsturen"],
    ],
    ["As devoluções são gratuitas durante 30 dias.", ["As devoluções são gratuitas durante duzentos dias"]],
    ["Call us at +49 30 1234567 or +49 40 7654321.", ["Call us at +49 40 1234567"]],
    [
      "Your contact is {{1}} and your rival is {{2}} for refunds.",
      ["Your rival is {{1}} for refunds", "Your contact is {{2}} for refunds"],
    ],
  ])("has no time, number or token that its passage has not, or has for something else: %s", (passage, wrong) => {
    const of = (text: string) => new CheckedSentences([passage]).push(`${text} [1]. X`).map(({ text: shown }) => shown);
    expect(of(passage.slice(0, -1))).toEqual([passage]);
    for (const text of wrong) expect(of(text)).toEqual([]);
  });

  test.each([
    [
      "Orders are delivered to your door by our own drivers.",
      ["tomorrow", "today", "overnight", "at midnight", "on weekends", "in seconds"].map(
        (time) => `Orders are delivered to your door ${time} by our own drivers`,
      ),
    ],
    [
      "Parcels leave our warehouse in Leeds every evening at six o'clock, except on Sundays.",
      [
        "Parcels leave our warehouse in Leeds every evening at six o'clock, except on weekends",
        "Parcels leave our warehouse in Leeds every midnight, except on Sundays",
        "Parcels leave our warehouse in Leeds every morning at six o'clock, except on Sundays",
        "Parcels leave our warehouse in Leeds every evening before six o'clock, except on Sundays",
      ],
    ],
    ["We open at 9 am and close at 6 pm.", ["We open at 9 pm and close at 6 am", "We close at 6 am"]],
    [
      "Shipping is free for orders above 50 €.",
      [
        ...["below", "under", "up to", "until", "at most", "less than", "before"].map((bound) => `${bound} 50 €`),
        "of 50 € or less",
      ].map((bound) => `Shipping is free for orders ${bound}`),
    ],
    [
      "Refunds are paid within 30 days after the parcel arrived.",
      [
        "after 30 days",
        "within 30 days before the parcel arrived",
        "before the parcel arrived",
        "before the parcel arrived, within 30 days",
        "within 30 days before delivery",
        "at least 30 days after the parcel arrived",
      ].map((bound) => `Refunds are paid ${bound}`),
    ],
    [
      "You can cancel 7 days before the course. Refunds are paid 30 days after it.",
      ["You can cancel 7 days after the course", "Refunds are paid 30 days before it"],
    ],
    [
      "Die Lieferung kostet 5 € und dauert drei Tage.",
      [
        "höchstens drei Tage",
        "mindestens drei Tage",
        "drei Tage oder weniger",
        "bis zu drei Tage",
        "heute drei Tage",
        "drei Werktage",
      ].map((bound) => `Die Lieferung kostet 5 € und dauert ${bound}`),
    ],
    [
      "Der Versand von Bestellungen ist ab 50 € kostenlos.",
      ["bis", "unter", "höchstens"].map((bound) => `Der Versand von Bestellungen ist ${bound} 50 € kostenlos`),
    ],
    ["Bestellungen liefern unsere eigenen Fahrer nach Hause.", ["Bestellungen liefern unsere eigenen Fahrer morgen nach Hause"]],
    [
      "La livraison des commandes est gratuite à partir de 50 €.",
      ["jusqu'à", "avant", "à moins de", "au-dessous de"].map((bound) => `La livraison des commandes est gratuite ${bound} 50 €`),
    ],
    [
      "Nos chauffeurs livrent les commandes à domicile.",
      ["demain", "aujourd'hui", "à minuit"].map((time) => `Nos chauffeurs livrent les commandes ${time} à domicile`),
    ],
    [
      "El envío de pedidos es gratis desde 50 €.",
      ["hasta", "por menos de"].map((bound) => `El envío de pedidos es gratis ${bound} 50 €`),
    ],
    ["Nuestros repartidores llevan los pedidos a su casa.", ["Nuestros repartidores llevan los pedidos mañana a su casa"]],
    [
      "La spedizione degli ordini è gratuita oltre 50 €.",
      ["fino a", "sotto i"].map((bound) => `La spedizione degli ordini è gratuita ${bound} 50 €`),
    ],
    ["I nostri corrieri consegnano gli ordini a casa.", ["I nostri corrieri consegnano domani gli ordini a casa"]],
    ["De verzending is gratis vanaf 50 €.", ["tot", "onder"].map((bound) => `De verzending is gratis ${bound} 50 €`)],
    ["Onze eigen koeriers brengen bestellingen thuis.", ["Onze eigen koeriers brengen bestellingen morgen thuis"]],
    [
      "O envio de encomendas é grátis acima de 50 €.",
      ["abaixo de", "até"].map((bound) => `O envio de encomendas é grátis ${bound} 50 €`),
    ],
    ["Os nossos motoristas entregam as encomendas em casa.", ["Os nossos motoristas entregam as encomendas amanhã em casa"]],
    ["الشحن مجاني فوق 50 يورو وليس تحت 20 يورو.", ["الشحن مجاني تحت 50 يورو"]],
    ["המשלוח חינם מעל 50 שקל ולא מתחת 20 שקל.", ["המשלוח חינם מתחת 50 שקל"]],
  ])("has no day, and no bound of a number or moment, that its passage has not: %s", (passage, wrong) => {
    const of = (text: string) => new CheckedSentences([passage]).push(`${text} [1]. X`).map(({ text: shown }) => shown);
    const right = passage.match(/[^.]+\./g)?.map((sentence) => sentence.trim()) ?? [];
    expect(right.flatMap((sentence) => of(sentence.slice(0, -1)))).toEqual(right);
    for (const text of wrong) expect([text, of(text)]).toEqual([text, []]);
  });

  test.each([
    [
      "We repair every machine in our workshop in Leeds and send it back to your address.",
      ["for free", "gratis", "at a discount", "immediately", "without limits, unlimited", "within a fortnight", "quarterly"].map(
        (price) => `We repair every machine in our workshop in Leeds and send it back to your address ${price}`,
      ),
    ],
    ["Shipping is free for orders above 50 €. Returns cost 5 €.", ["Returns are free", "Shipping is free"]],
    ["Ab 50 Euro ist die Lieferung kostenlos.", ["Die Lieferung ist kostenlos"]],
    [
      "Wir reparieren jede Maschine in unserer Werkstatt und schicken sie zurück.",
      ["kostenlos", "mit Rabatt", "unbegrenzt", "sofort"].map(
        (price) => `Wir reparieren jede Maschine in unserer Werkstatt ${price} und schicken sie zurück`,
      ),
    ],
    [
      "Nous réparons chaque machine dans notre atelier et nous la renvoyons à votre adresse.",
      ["gratuitement", "avec une remise", "immédiatement"].map(
        (price) => `Nous réparons ${price} chaque machine dans notre atelier et nous la renvoyons à votre adresse`,
      ),
    ],
  ])("has no price in words, and no haste, that its passage has not: %s", (passage, wrong) => {
    const of = (text: string) => new CheckedSentences([passage]).push(`${text} [1]. X`).map(({ text: shown }) => shown);
    expect(of(passage.match(/^[^.]+/)?.[0] as string)).toHaveLength(1);
    for (const text of wrong) expect([text, of(text)]).toEqual([text, []]);
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
    ["The Team plan costs 39 € a month. The Solo plan costs 12 € a month.", ["The team plan costs 12 € a month"]],
    [
      "The warranty lasts two years. It covers repairs and parts, but not batteries.",
      ["The warranty lasts two years and covers batteries", "The warranty hardly lasts two years"],
    ],
    [
      "Wir haben von Montag bis Freitag von 9 bis 18 Uhr geöffnet. Am Samstag bleibt das Geschäft geschlossen.",
      ["Am Samstag bleibt das Geschäft geöffnet", "Montag bis Freitag bleibt das Geschäft geschlossen"],
    ],
    ["Parcels leave our warehouse every evening, except on Sundays.", ["Parcels leave our warehouse every evening"]],
    [
      "The course begins in June for beginners. For experts it begins on Tuesday.",
      ["The course begins on Tuesday for beginners"],
    ],
  ])("does not join what its passage says of different things: %s", (passage, wrong) => {
    const of = (text: string) => new CheckedSentences([passage]).push(`${text} [1]. X`).map(({ text: shown }) => shown);
    const right = passage.match(/[^.]+\./g)?.map((sentence) => sentence.trim()) ?? [];
    expect(right.flatMap((sentence) => of(sentence.slice(0, -1)))).toEqual(right);
    for (const text of wrong) expect(of(text)).toEqual([]);
  });

  test.each([
    [
      "Returns are free within 30 days after delivery.",
      [
        "Returns are free within 30 days after purchase",
        "Returns are free for members within 30 days after delivery",
        "Returns are free for bob within 30 days after delivery",
        "Returns in stores are free within 30 days after delivery",
        "Returns with receipt are free within 30 days after delivery",
      ],
    ],
    ["Die Lieferung dauert innerhalb der Stadt zwei Tage.", ["Die Lieferung dauert innerhalb der Stadt zwei Tage für bob"]],
    [
      "Les retours sont gratuits sous 30 jours après la livraison.",
      ["Les retours sont gratuits sous 30 jours après la commande", "Les retours en magasin sont gratuits sous 30 jours"],
    ],
    [
      "Las devoluciones son gratuitas durante 30 días desde la entrega.",
      ["Las devoluciones son gratuitas durante 30 días desde la compra", "Las devoluciones son gratuitas para socios"],
    ],
    ["I resi sono gratuiti entro 30 giorni dalla consegna.", ["I resi sono gratuiti per i soci entro 30 giorni dalla consegna"]],
    ["Retourneren is gratis binnen 30 dagen na de levering.", ["Retourneren is gratis binnen 30 dagen na de aankoop"]],
    [
      "As devoluções são gratuitas durante 30 dias após a entrega.",
      ["As devoluções são gratuitas durante 30 dias após a compra"],
    ],
  ])("adds no persons, places, means or moments: %s", (passage, wrong) => {
    expect(shownOf(passage, passage.slice(0, -1))).toBe(true);
    for (const text of wrong) expect([text, shownOf(passage, text)]).toEqual([text, false]);
  });

  test.each([
    [
      "The shop in Berlin sells bikes. The shop in Paris repairs cars.",
      [
        "The shop in Berlin repairs cars",
        "In Berlin, the shop repairs cars",
        "The shop in Berlin sells bikes and repairs cars",
        "The shop in Berlin and Paris repairs cars",
        "The shop in Berlin repairs cars and the shop in Paris sells bikes",
      ],
    ],
    [
      "Can I bring my dog?\nDogs are welcome in the garden. Smoking is forbidden in the rooms.",
      ["Dogs are forbidden in the rooms", "Smoking is welcome in the garden"],
    ],
    [
      "Members may use the pool. Guests may use the sauna.",
      ["Guests may use the pool", "Guests and members may use the pool", "Members may use the pool and the sauna"],
    ],
    ["The shop sells bikes. It repairs cars.", ["The shop repairs bikes", "The shop sells bikes and cars"]],
    ["Write to ads@acme.example about ads. Write to shop@acme.example about orders.", ["Write to ads@acme.example about orders"]],
    ["Plans\nSolo: support by e-mail\nTeam: support by phone", ["Solo has support by phone", "Team: support by e-mail"]],
    ["Mitglieder dürfen das Bad benutzen. Gäste dürfen die Sauna benutzen.", ["Gäste dürfen das Bad benutzen"]],
    [
      "Les membres peuvent utiliser le bain. Les visiteurs peuvent utiliser le sauna.",
      ["Les visiteurs peuvent utiliser le bain"],
    ],
    ["Los socios pueden usar la piscina. Los visitantes pueden usar la sauna.", ["Los visitantes pueden usar la piscina"]],
    ["I soci possono usare la piscina. Gli ospiti possono usare la sauna.", ["Gli ospiti possono usare la piscina"]],
    ["Leden mogen het bad gebruiken. Gasten mogen de sauna gebruiken.", ["Gasten mogen het bad gebruiken"]],
    ["Os sócios podem usar a piscina. Os visitantes podem usar a sauna.", ["Os visitantes podem usar a piscina"]],
    ["חברים יכולים להשתמש בבריכה. אורחים יכולים להשתמש בסאונה.", ["אורחים יכולים להשתמש בבריכה"]],
    ["يمكن للأعضاء استخدام المسبح. يمكن للضيوف استخدام الساونا.", ["يمكن للضيوف استخدام المسبح"]],
  ])("does not join words of different statements: %s", (passage, wrong) => {
    for (const text of wrong) expect([text, shownOf(passage, text)]).toEqual([text, false]);
  });

  test.each([
    [
      "The shop in Berlin sells bikes. The shop in Paris repairs cars.",
      "The shop in Berlin sells bikes and the shop in Paris repairs cars",
    ],
    ["How do I cancel?\nOpen your account page. Choose Cancel and confirm.", "Open your account page, choose Cancel and confirm"],
    ["Our sauna is in the cellar. It is open every evening.", "Our sauna is in the cellar and is open every evening"],
    ["Our sauna is in the cellar. It is open every evening. It is free.", "Our sauna is free"],
    ["Notre sauna est au sous-sol. Il est ouvert tous les soirs.", "Le sauna est ouvert tous les soirs"],
    ["Who helps?\nIt is best to ask Dr. Miller in Leeds. We answer at once.", "It is best to ask Dr. Miller"],
    ["We deliver to:\nGermany\nFrance", "We deliver to Germany and France"],
    ["Returns\nYou can send everything back. We pay the postage.", "You can send returns back"],
  ])("joins whole statements, and what goes on about the same: %s", (passage, text) => {
    expect(shownOf(passage, text)).toBe(true);
  });

  test.each([
    ["Only members may use the pool.", ["Members may use the pool", "You may use the pool"]],
    ["Members may use the pool.", ["Only members may use the pool"]],
    ["Most rooms have a balcony.", ["All rooms have a balcony", "Rooms have a balcony"]],
    ["Some plans include support.", ["All plans include support", "Plans include support"]],
    ["If it rains, the tour is cancelled.", ["The tour is cancelled"]],
    ["Breakfast is usually served in the garden.", ["Breakfast is served in the garden"]],
    ["Adults may use the gym. Only members may use the pool.", ["Adults may use the gym, and members may use the pool"]],
    ["Nur Mitglieder dürfen das Bad benutzen.", ["Mitglieder dürfen das Bad benutzen", "Sie dürfen das Bad benutzen"]],
    ["Die meisten Zimmer haben einen Balkon.", ["Alle Zimmer haben einen Balkon", "Zimmer haben einen Balkon"]],
    ["Seuls les membres peuvent utiliser le bain.", ["Vous pouvez utiliser le bain"]],
    ["Solo los socios pueden usar la piscina.", ["Puede usar la piscina"]],
    ["Solo i soci possono usare la piscina.", ["I soci possono usare la piscina"]],
    ["Alleen leden mogen het bad gebruiken.", ["U mag het bad gebruiken"]],
    ["Só os sócios podem usar a piscina.", ["Os sócios podem usar a piscina"]],
    ["רק חברים יכולים להשתמש בבריכה.", ["אפשר להשתמש בבריכה"]],
    ["فقط الأعضاء يمكنهم استخدام المسبح.", ["الأعضاء يمكنهم استخدام المسبح"]],
  ])("leaves out no only, if or most, and adds none: %s", (passage, wrong) => {
    for (const right of passage.match(/[^.]+/g) ?? []) expect([right, shownOf(passage, right.trim())]).toEqual([right, true]);
    for (const text of wrong) expect([text, shownOf(passage, text)]).toEqual([text, false]);
  });

  test.each([
    ["Adults may use the gym. Only members may use the pool.", "Adults may use the gym, and only members may use the pool"],
    ["Earlier arrivals can leave their luggage with us.", "When arrivals are earlier, they can leave their luggage with us"],
    ["La piscine est ouverte tous les jours.", "La piscine est ouverte chaque jour"],
  ])("may be limited further, and by whole statements: %s", (passage, text) => {
    expect(shownOf(passage, text)).toBe(true);
  });

  test.each([
    ["May I smoke?\nOnly on the terrace.", "You may smoke", "You may smoke only on the terrace"],
    ["Darf ich rauchen?\nNur auf der Terrasse.", "Sie dürfen rauchen", "Sie dürfen nur auf der Terrasse rauchen"],
    ["Puis-je fumer ?\nSeulement sur la terrasse.", "Vous pouvez fumer", "Vous pouvez fumer seulement sur la terrasse"],
    ["¿Se puede fumar?\nSolo en la terraza.", "Se puede fumar", "Se puede fumar solo en la terraza"],
    ["Posso fumare?\nSolo in terrazza.", "Può fumare", "Può fumare solo in terrazza"],
    ["Mag ik roken?\nAlleen op het terras.", "U mag roken", "U mag alleen op het terras roken"],
    ["Posso fumar?\nSó na varanda.", "Pode fumar", "Pode fumar só na varanda"],
    ["אפשר לעשן?\nרק במרפסת.", "אפשר לעשן", "אפשר לעשן רק במרפסת"],
    ["هل يمكن التدخين؟\nفقط في الشرفة.", "يمكن التدخين", "يمكن التدخين فقط في الشرفة"],
  ])("does not answer a question with its own words: %s", (passage, wrong, right) => {
    expect([shownOf(passage, wrong), shownOf(passage, right)]).toEqual([false, true]);
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
