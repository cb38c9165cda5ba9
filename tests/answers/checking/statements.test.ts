import { describe, expect, test } from "bun:test";
import { CheckedSentences } from "../../../server/answers/model/checking/checked-sentences";
import { isShown } from "./is-shown";

describe("a sentence of a model, made of its passage's own words,", () => {
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
    expect(isShown(passage, passage.slice(0, -1))).toBe(true);
    for (const text of wrong) expect([text, isShown(passage, text)]).toEqual([text, false]);
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
    for (const text of wrong) expect([text, isShown(passage, text)]).toEqual([text, false]);
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
    expect(isShown(passage, text)).toBe(true);
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
    for (const right of passage.match(/[^.]+/g) ?? []) expect([right, isShown(passage, right.trim())]).toEqual([right, true]);
    for (const text of wrong) expect([text, isShown(passage, text)]).toEqual([text, false]);
  });

  test.each([
    ["Adults may use the gym. Only members may use the pool.", "Adults may use the gym, and only members may use the pool"],
    ["Earlier arrivals can leave their luggage with us.", "When arrivals are earlier, they can leave their luggage with us"],
    ["La piscine est ouverte tous les jours.", "La piscine est ouverte chaque jour"],
  ])("may be limited further, and by whole statements: %s", (passage, text) => {
    expect(isShown(passage, text)).toBe(true);
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
    expect([isShown(passage, wrong), isShown(passage, right)]).toEqual([false, true]);
  });
});
