import type { Language } from "../../rendering/language/phrases";
import { withoutMarks } from "./fold";

/** Frequent words that say little about the subject. Words for "not" and "without" are left in. */
const lists: Readonly<Record<Language, string>> = {
  en: "a an the and or but of to in on at for from by with as is am are was were be been being it its this that these those i me my mine we us our you your he she they them their his her do does did doing have has had having will would shall should can could may might must there here what which who whom whose when where why how if then than so s t m re ve ll d please just also very too about into over any some all hi hello thanks",
  de: "der die das den dem des ein eine einen einem einer eines und oder aber in im an am auf aus bei mit nach von vom zu zum zur für über um als wie was wer wen wem wann wo warum wieso welche welcher welches ist sind war waren sein bin bist seid wird werden wurde hat habe haben hatte kann können könnte muss müssen darf dürfen soll sollte will möchte möchten ich mich mir mein meine meinen meinem meiner du dich dir dein wir uns unser unsere ihr euch sie ihnen ihre ihren ihrem er es sich man dass ob wenn dann denn so auch noch schon nur sehr etwas bitte hallo danke gibt es da hier dort diese dieser dieses wirst werdet werde wurden würde würden würdet hattest hatten hättet hätte hätten hast habt kannst könnt könnten könntet musst müsst müsste müssten darfst dürft dürfte dürften sollst sollt sollen sollten willst wollt wollen wollte wollten möchtest möchtet mag euer eure euren eurem eurer ihres unseren unserem unserer deine deinen deinem deiner meines wessen welchen welchem jemand",
  fr: "le la les l un une des du de d et ou mais à au aux en dans sur sous pour par avec chez que qu qui quoi dont où quand comment pourquoi combien quel quelle quels quelles est sont suis es êtes été être était a ai as avez avons ont avoir peut peux puis pouvez pouvoir dois doit faut veux voudrais veut vais je j me m mon ma mes tu te t ton ta tes il elle on nous notre nos vous votre vos ils elles leur leurs se s ce c cet cette ces ça cela y si donc alors aussi très plus bonjour merci svp sommes étais étaient sera seront serait soit avais avait avaient aurait pouvons peuvent pouvait pourrais pourrait pourriez pourrez devons devez doivent devrais devrait voulez voulons veulent voudrait voudrions allez allons vont toi moi lui eux mien",
  es: "el la los las lo un una unos unas y e o u pero de del a al en con por para que qué quién cual cuál cuáles cuando cuándo donde dónde como cómo cuanto cuánto es son soy eres fue era ser estar está están estoy hay he ha han haber tiene tengo tienen puedo puede pueden poder debo debe quiero quisiera yo me mi mis tu tus te se su sus nos nuestro nuestra les le este esta estos estas eso esto ese esa si ya también muy más hola gracias favor somos sois eran estamos estáis estaba haya había hemos habéis tienes tenemos tenéis tenía puedes podemos podéis podría podríais podrían podríamos debes debemos deben quieres queremos queréis quieren querría tú él ella nosotros vosotros vosotras ellos ellas usted ustedes os vuestro vuestra vuestros vuestras nuestros nuestras mí ti suyo",
  it: "il lo la i gli le l un uno una e ed o ma di del dello della dei degli delle a al allo alla ai agli alle da dal dalla in nel nella nei con su sul sulla per tra fra che chi cosa quale quali quando dove come perché quanto è sono sei era essere ho hai ha hanno avere posso può possono devo deve vorrei voglio io mi mio mia miei mie tu ti tuo tua noi ci nostro nostra voi vi vostro vostra si suo sua loro questo questa questi queste quello c se anche molto più ciao grazie siamo siete erano sarà abbia abbiamo avete aveva puoi possiamo potete potrei potrebbe potreste devi dobbiamo dovete devono vuoi vuole vogliamo volete vogliono vorremmo lui lei egli essi ne tuoi suoi sue nostri nostre vostri vostre",
  nl: "de het een en of maar van in op aan bij met naar voor uit over om te tot door als dat die dit deze wat wie welke wanneer waar waarom hoe is zijn was waren ben bent wordt worden heb hebt heeft hebben had kan kunnen kunt mag moet moeten wil zou ik me mij mijn je jij jouw u uw we wij ons onze hij zij ze hun hen er het zich ook nog al heel erg iets graag hallo bedankt dan dus zo jullie jou wiens geweest werd hadden kun kon konden mogen mocht moest willen wilt wilde zult zul zal zullen zouden zelf hem haar hier daar",
  pt: "o a os as um uma uns umas e ou mas de do da dos das em no na nos nas ao à aos às com por para pelo pela que quem qual quais quando onde como quanto porque é são sou era ser estar está estão tem tenho têm ter há pode posso podem poder devo deve quero gostaria eu me meu minha meus minhas tu te você vocês seu sua seus suas nós nosso nossa se este esta isto esse essa isso já também muito mais olá obrigado obrigada favor somos éramos eram estou estamos estás estava tens temos tinha tinham tenha podes podemos podia poderia poderiam deves devemos devem queres queremos querem queria ele ela eles elas vós vos lhe lhes teu tua teus tuas vosso vossa vossos vossas nossos nossas mim ti",
  ar: "في من على إلى الى عن مع هل ما ماذا من متى أين اين كيف لماذا كم أي هو هي هم أنا انا نحن أنت انت هذا هذه ذلك تلك التي الذي أن ان إن كان كانت يكون قد و أو او ثم لكن كل بعض عند لدي لديكم يمكن يمكنني هناك شكرا مرحبا",
  he: "של את על אל מן עם אם או גם כי לא־ מה מי מתי איפה היכן איך כיצד למה מדוע כמה איזה איזו האם הוא היא הם הן אני אנחנו אתה את אתם זה זו זאת אלה יש היה הייתה להיות אפשר ניתן יכול יכולה צריך צריכה רוצה שלי שלך שלכם שלנו לי לך לנו לכם כל שלום תודה בבקשה",
};

const sets = new Map(Object.entries(lists).map(([language, words]) => [language, new Set(words.split(" ").map(withoutMarks))]));

/** Hiragana, which has the grammar of Japanese, and characters of Chinese that ask or refer. */
const grammar = /^[\p{Script=Hiragana}的了吗呢吧是我你您他她它们想要能可以会怎么什多少哪些几有没在和请问这那个何誰]+$/u;

/** Whether a pair of characters, in a script without spaces, says little about the subject. */
export function isGrammar(pair: string): boolean {
  return pair.length === 2 && pair.charCodeAt(0) > 0x2e7f && grammar.test(pair);
}

export function isStopWord(surface: string, language: Language): boolean {
  return sets.get(language)?.has(surface) === true;
}

/** Words that ask how much there is: they say as little as "how", but "how much" alone is a question. */
const quantities = new Set(
  "much many viel viele vielen wieviel wieviele hoeveel veel quanti quante quanta quantos quantas cuantos cuantas".split(" "),
);

export function isQuantity(surface: string): boolean {
  return quantities.has(surface);
}
