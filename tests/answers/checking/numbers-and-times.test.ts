import { describe, expect, test } from "bun:test";
import { CheckedSentences } from "../../../server/answers/model/checking/checked-sentences";
import { isShown } from "./is-shown";

const prices =
  "Prices\nBreakfast costs 19 € for adults and 9 € for children. We are open Monday to Friday from 9 to 18 and on Saturday from 9 to 14. " +
  "Parking is 5 € an hour, or 20 € a day. In Europe shipping takes 2 days, in Asia 9 days. You pay 30 € now and 70 € on arrival. " +
  "The Team plan costs 50 € a month, for 10 people, and includes support. Rooms have 2 or 3 beds. Call +44 20 7946 0018.";
const preise =
  "Preise\nDas Frühstück kostet 19 € für Erwachsene und 9 € für Kinder. Der Versand dauert in Europa 2 Tage, in Asien 9 Tage. " +
  "Der Vertrag läuft 12 Monate und verlängert sich um 1 Monat. Am Samstag sind wir bis 14 Uhr da, am Sonntag bis 12 Uhr.";

describe("a number, time or price in a sentence of a model", () => {
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
    expect([right, isShown(passage, right)]).toEqual([right, true]);
    expect([wrong, isShown(passage, wrong)]).toEqual([wrong, false]);
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
});
