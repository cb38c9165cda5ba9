import { withoutMarks } from "../../../words/fold";

/** Prices and amounts without a number: nothing at all, less than usual, and as much as you like. They are known in all languages. */
const lists = [
  `free gratis complimentary kostenlos kostenlose kostenlosen kostenloser kostenloses kostenlosem kostenfrei kostenfreie kostenfreien
  gebührenfrei umsonst gratuit gratuite gratuits gratuites gratuitement gratuito gratuita gratuitos gratuitas gratuitamente gratuiti
  gratuitamente omaggio kosteloos kosteloze grátis`,
  `discount discounts discounted rebate rabatt rabatte nachlass ermäßigt ermäßigung vergünstigt rabais remise réduction réductions
  descuento descuentos rebaja sconto sconti scontato korting kortingen desconto descontos`,
  `unlimited limitless unbegrenzt unbegrenzte unbegrenzten unbeschränkt illimité illimitée illimités illimitées ilimitado ilimitada
  ilimitados ilimitadas illimitato illimitata illimitati illimitate onbeperkt onbeperkte`,
];

const prices = new Map(
  lists.flatMap((words, price) => words.split(/\s+/).map((word) => [withoutMarks(word.replaceAll("ß", "ss")), price] as const)),
);

/** The price of whatever costs nothing. */
export const free = 0;

/** The same number for all words that mean the same. Undefined for any other word. */
export function priceOf(folded: string): number | undefined {
  return prices.get(folded);
}
