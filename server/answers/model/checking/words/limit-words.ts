import type { Language } from "../../../../rendering/language/phrases";
import { wordsOfKinds } from "./words-of-kinds";

const kinds = ["only", "if", "most", "some", "few", "often", "all"] as const;
export type LimitKind = (typeof kinds)[number];

/** Words that say of whom, when or how often something is true, in the order of `kinds`. */
const lists: Readonly<Record<Language, string>> = {
  en: "only solely exclusively|if when whenever provided case|most mostly|some several|few|usually often sometimes normally generally|all everybody everyone everything every",
  de: "nur ausschließlich lediglich|wenn falls sofern sobald fall|meisten meist meistens|einige einigen manche manchen mehrere|wenige wenigen|oft manchmal normalerweise üblicherweise|alle allen alles jeder jede jedes jeden jedem",
  fr: "seulement uniquement exclusivement seul seule seuls seules|si quand lorsque cas|plupart|quelques certains certaines plusieurs|peu|souvent parfois généralement habituellement|tous toutes tout toute chaque",
  es: "solo sólo solamente únicamente|si cuando caso|mayoría|algunos algunas varios varias|pocos pocas|normalmente generalmente veces|todos todas todo toda cada",
  it: "solo soltanto solamente unicamente|se quando caso|maggior maggioranza|alcuni alcune|pochi poche|spesso solitamente generalmente|tutti tutte tutto tutta ogni",
  nl: "alleen uitsluitend slechts|als indien wanneer mits|meeste meesten|sommige enkele|weinig|vaak soms meestal|alle alles iedereen elke ieder iedere",
  pt: "só somente apenas|quando caso|maioria|alguns algumas vários várias|poucos poucas|geralmente normalmente|todos todas tudo cada",
  ar: "فقط|إذا عندما|معظم|بعض|قليل|أحيانا عادة|كل جميع",
  he: "רק בלבד|אם כאשר|רוב|חלק|מעט|לפעמים|כל כולם",
};

const words = wordsOfKinds(kinds, lists);

export function limitOf(folded: string, language: Language): LimitKind | undefined {
  return words.get(language)?.get(folded);
}
