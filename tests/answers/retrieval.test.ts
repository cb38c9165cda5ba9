import { describe, expect, spyOn, test } from "bun:test";
import type { Topic } from "../../contract";
import { findAnswer } from "../../server/answers/answer";
import { chunkIdOf, passagesOf } from "../../server/answers/passages";
import { indexSteps } from "../../server/answers/retrieval/build-index";
import type { PassageIndex } from "../../server/answers/retrieval/passage-index";
import { Postings } from "../../server/answers/retrieval/postings";
import { Vocabulary } from "../../server/answers/retrieval/vocabulary";
import { type SynonymGroups, Synonyms } from "../../server/answers/words/synonyms";
import { askedWordOf, wordOf, wordsIn } from "../../server/answers/words/words";
import { atOnce } from "../../server/event-loop/steps";
import { blocks } from "../../server/rendering/blocks";
import { questionsOfSet, topicsOfSet } from "./question-set";

describe("the set of 200 questions over 100 entries in three languages", () => {
  const topics = topicsOfSet();
  const asked = questionsOfSet();
  const answerable = asked.filter(({ entryId }) => entryId !== null);
  const unanswerable = asked.filter(({ entryId }) => entryId === null);
  const index = indexed(topics);
  const foundFor = (text: string) => findAnswer(index, text);

  test("is what it says it is", () => {
    expect(topics.flatMap(({ entries }) => entries).length).toBe(100);
    expect([asked.length, unanswerable.length]).toEqual([200, 50]);
    const known = new Set(topics.flatMap(({ entries }) => entries.map(({ topicEntryId }) => topicEntryId)));
    expect(answerable.filter(({ entryId }) => !known.has(entryId as string))).toEqual([]);
  });

  test("finds the right entry first for 80 % and among the first three for 92 %", () => {
    const places = answerable.map(({ text, entryId }) =>
      foundFor(text).hits.findIndex(({ passage }) => passage.topicEntryId === entryId),
    );
    expect(places.filter((place) => place === 0).length / places.length).toBeGreaterThanOrEqual(0.8);
    expect(places.filter((place) => place >= 0 && place < 3).length / places.length).toBeGreaterThanOrEqual(0.92);
  });

  test("is answered for 90 % of what can be answered, and refused for 90 % of what can't", () => {
    const answered = (some: typeof asked) => some.filter(({ text }) => foundFor(text).isAnswered).length / some.length;
    expect(answered(answerable)).toBeGreaterThanOrEqual(0.9);
    expect(answered(unanswerable)).toBeLessThanOrEqual(0.1);
  });

  test("offers only questions that the topics answer, and never the one that was just answered", () => {
    for (const { text } of asked) {
      const { options, quoted } = foundFor(text);
      for (const option of options) {
        expect(quoted.map(({ heading }) => heading)).not.toContain(option);
        const found = foundFor(option);
        expect([option, found.isAnswered, found.quoted[0]?.heading]).toEqual([option, true, option]);
      }
    }
  });

  test("has the same passages and scores after edits in any order that end in the same topics", () => {
    const scores = (of: PassageIndex) =>
      asked.map(({ text }) => of.search(text, 10).map(({ passage, score }) => [passage.chunkId, score]));
    const expected = scores(index);
    for (const seed of [1, 2, 3]) {
      forgetWords();
      const edited = topicsAfterEdits(topics, seed, (between) => scores(indexed(between)));
      expect(edited).toEqual(topics);
      expect(scores(indexed(edited))).toEqual(expected);
    }
  });
});

describe("passages", () => {
  const passages = (type: string, content: string) =>
    atOnce(passagesOf({ topicId: "t", title: "Topic" }, entry(type, content))).map((passage) => ({
      ...passage,
      chunkId: chunkIdOf(passage.topicEntryId, passage, passage.occurrence),
    }));

  test("keep their identifiers while their text stays, wherever they move", () => {
    const [first, second] = passages("markdown", `# A\n\n${long("one")}\n\n${long("two")}`);
    const [added, movedFirst, movedSecond] = passages("markdown", `# A\n\n${long("new")}\n\n${long("one")}\n\n${long("two")}`);
    expect([movedFirst?.chunkId, movedSecond?.chunkId]).toEqual([first?.chunkId, second?.chunkId]);
    expect(added?.chunkId).not.toBe(first?.chunkId);
    expect(first?.chunkId).toMatch(/^chunk_[a-z0-9]{26}$/);
  });

  test("are cut at headings and paragraphs, know the headings above them, and leave code whole", () => {
    const text = `# Plans\n\n${long("one")}\n\n## Team\n\n\`\`\`\n${long("code")}\n\n# no heading\n\`\`\`\n\n# Other\n\n${long("two")}`;
    expect(passages("markdown", text).map(({ heading, body }) => [heading, body.slice(0, 7)])).toEqual([
      ["Plans", "one one"],
      ["Plans – Team", "```\ncod"],
      ["Other", "two two"],
    ]);
  });

  test("are cut by the type of their entry, whatever its case", () => {
    expect(passages("FAQ", "How do I pay?\nBy card.")).toMatchObject([
      { heading: "How do I pay?", body: "By card.", isFaq: true },
    ]);
    expect(passages("Markdown", "# A\n\nWords.")).toEqual(passages("markdown", "# A\n\nWords."));
    expect(passages("Image", "![A map](https://x.example/map.png)")).toEqual([]);
  });

  test("that are equal have different identifiers", () => {
    const [one, other] = passages("text", `${long("same")}\n\n${long("same")}`);
    expect(one?.chunkId).not.toBe(other?.chunkId as string);
  });

  test("of a paragraph without an end are cut into pieces, never inside of a character", () => {
    const pieces = passages("text", "😀".repeat(5_000));
    expect(pieces.length).toBeGreaterThan(5);
    expect(pieces.every(({ body }) => body.isWellFormed() && body.length <= 1_200)).toBe(true);
    expect(pieces.map(({ body }) => body).join("")).toBe("😀".repeat(5_000));
  });

  test("are never cut inside of a token", () => {
    const welcome = "Dear {{ person.firstName | default: 'friend. Good to see you' }}, welcome to the house.";
    for (let words = 225; words < 245; words += 1) {
      const bodies = passages("text", "word ".repeat(words) + welcome).map(({ body }) => body);
      expect(bodies.length).toBeGreaterThan(0);
      expect([words, bodies.filter((body) => body.split("{{").length !== body.split("}}").length)]).toEqual([words, []]);
    }
    const [heading] = passages("markdown", `# ${"word ".repeat(58)}{{ person.name }} and more\n\n${long("one")}`);
    expect(heading?.heading).toBe("word ".repeat(58).trim());
    const unclosed = passages("text", `{{ ${"word ".repeat(1_000)}`);
    expect(unclosed.length).toBe(5);
    const longest = `{{ person.name | default: '${"x".repeat(3_000)}' }}`;
    expect(passages("text", `${longest} and more`).map(({ body }) => body)).toEqual([longest, "and more"]);
  });

  test("have headings without the marks after them", () => {
    const headingOf = (line: string) => passages("markdown", `${line}\n\n${long("one")}`)[0]?.heading;
    expect(headingOf("## Plans ##")).toBe("Plans");
    expect(headingOf("# C# and F# #\t")).toBe("C# and F");
    expect(headingOf("# ###")).toBe("");
  });

  test("of twice as much text take twice as long, whatever the lines are like", () => {
    const lines = ["#", "# ", "# #", "a# ", "[", "![a](", "| ", "**", "? ", "{{", " \t", "<", "- a | ", "kind: "];
    const cost = (type: string, line: string, length: number) => {
      const content = `# ${line.repeat(length / line.length)}x`;
      const costs = Array.from({ length: 3 }, () => {
        const begun = process.cpuUsage().user;
        passages(type, content);
        return (process.cpuUsage().user - begun) / 1_000;
      });
      return Math.min(...costs);
    };
    for (const type of ["faq", "markdown", "text", "link", ...Object.keys(blocks)]) {
      for (const line of lines) {
        const isSlow = () => cost(type, line, 20_000) > 5 + 3 * cost(type, line, 10_000);
        expect([type, line, isSlow() && isSlow() && isSlow()]).toEqual([type, line, false]);
      }
    }
  });

  test("of a faq are one, found by all ways to ask and shown by none but the first", () => {
    const [only, ...others] = passages("faq", "How do I pay?\nWhich cards?\nBy card.\n\nOr in cash.\n  What about cheques?  ");
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      heading: "How do I pay?",
      alternatives: ["Which cards?", "What about cheques?"],
      body: "By card.\n\nOr in cash.",
    });
  });
});

describe("finding", () => {
  const entries = [
    "How do I cancel my subscription?\nUnder Settings.",
    "Where is the car park?\nBehind the house.",
    "Do you serve breakfast?\nFrom seven to ten.",
  ];
  const first = (question: string, synonyms: SynonymGroups = []) => {
    const [best] = indexed([topic(entries.map((content) => entry("faq", content)))], synonyms).search(question, 1);
    return best && [best.passage.heading, best.terms()];
  };

  test("goes by stems, says which words it found, and corrects a word that occurs nowhere", () => {
    expect(first("cancelling subscriptions")).toEqual(["How do I cancel my subscription?", ["cancelling", "subscriptions"]]);
    // A letter that is missing, too many, wrong, or swapped with the next one; two of them in a long word.
    for (const word of ["brekfast", "breakkfast", "bruakfast", "braekfast", "brekfsat", "breikfasst"])
      expect(first(word)).toEqual(["Do you serve breakfast?", [word]]);
    for (const word of ["rbeakfast", "brekfsta", "brakefusta"]) expect(first(word)?.[1] ?? []).toEqual([]);
    expect(first("zzzz")).toBeUndefined();
  });

  test("never quotes a question as its own answer, nor offers one that has none yet", () => {
    const unfinished = ["Are pets welcome?", "Do you serve dinner?\nIs there dinner?\n"].map((content) => entry("faq", content));
    const index = indexed([topic([...entries.map((content) => entry("faq", content)), ...unfinished])]);
    for (const question of ["Are pets welcome?", "Is there dinner?"]) expect(findAnswer(index, question).quoted).toEqual([]);
    expect(findAnswer(index, "Do you serve breakfast?").options.filter((option) => /pets|dinner/.test(option))).toEqual([]);
    const single = indexed([topic([entry("faq", "Lunch is from noon to two.")])]);
    expect(findAnswer(single, "When is lunch?").quoted.map(({ heading }) => heading)).toEqual(["Lunch is from noon to two."]);
  });

  test("answers a question of nothing but frequent words where a faq asks the same, and nowhere else", () => {
    const told = [
      "Who are you?\nWho is it?\nA family company that makes tents.",
      "How can I return something?\nWithin 30 days, free of charge.",
      "Where is my order?\nYou can follow it in your account.",
      "Wann seid ihr da?\nWir sind jeden Tag von neun bis achtzehn Uhr im Laden und am Telefon.",
    ].map((content) => entry("faq", content));
    const paragraph = entry(
      "text",
      "You can call us, or write to us, and we will come back to you as soon as there is somebody who can.",
    );
    const answered = (question: string, entries = [...told, paragraph]) =>
      findAnswer(indexed([topic(entries)]), question).quoted.map(({ heading }) => heading);
    for (const question of ["Who are you?", "who are you", "Please, who are you?", "Who is it?"])
      expect(answered(question)).toEqual(["Who are you?"]);
    expect(answered("Wann seid ihr da?")).toEqual(["Wann seid ihr da?"]);
    for (const question of ["how are you", "what can you do?", "where are you", "and you?", "What is it?", "Was ist das?"])
      expect([question, answered(question, [...told.slice(1), paragraph])]).toEqual([question, []]);
  });

  test.each([
    ["kannst du Honig", "wo parken?", ["Wo kann ich parken?", "Wann haben Sie geöffnet?", "Wie bekomme ich einen Termin?"]],
    ["¿tenéis miel?", "¿un libro un mes?", ["¿Cuánto tiempo puedo tener un libro?", "¿Hay internet?", "¿Qué horario hay?"]],
    ["dovete miele", "dove si lascia la borsa", ["Dove posso lasciare la borsa?", "Ci sono visite guidate?", "Quando è aperto?"]],
    ["poderia mel", "treinar com crianças?", ["As crianças podem treinar?", "Preciso de levar toalha?", "Qual é o horário?"]],
  ])("takes no form of an auxiliary verb for what a question is about: %s", (foreign, own, headings) => {
    const index = indexed([topic(headings.map((heading) => entry("faq", `${heading}\n1.`)))]);
    expect(findAnswer(index, foreign).quoted).toEqual([]);
    expect(findAnswer(index, own).quoted[0]?.heading).toBe(headings[0] as string);
  });

  test("answers nothing to a question that shares all but its subject with another", () => {
    const houses = [
      [
        ...["Do you have a pool?\nOn the fifth floor.", "Is there a sauna?\nFrom four to ten."],
        ...["What is in the safe?\nNothing.", "How much is breakfast?\n19 €."],
      ],
      ["Avez-vous une piscine ?\nAu cinquième étage.", "Y a-t-il un sauna ?\nDe 16 h à 22 h.", "Où est le bar ?\nEn bas."],
      ["¿Hay piscina?\nEn la quinta planta.", "¿Hay una sauna?\nDe 16 a 22 h.", "¿Dónde está el bar?\nAbajo."],
      ["Haben Sie ein Schwimmbad?\nIm fünften Stock.", "Gibt es eine Sauna?\nAb 16 Uhr.", "Wo ist die Bar?\nUnten."],
      ["יש לכם בריכה?\nבקומה החמישית.", "איפה הסאונה?\nלמטה.", "איפה הבר?\nלמטה."],
    ].map((contents) => indexed([topic(contents.map((content) => entry("faq", content)))]));
    const answers = (house: number, question: string) =>
      findAnswer(houses[house] as PassageIndex, question).quoted.map(({ heading }) => heading);
    const missing = [
      ["Do you have a cinema?", "Is there a casino?", "What is in the museum?", "Do you have a gym?", "How much is a boat?"],
      ["Avez-vous un cinéma ?", "Y a-t-il un casino ?", "Où est le musée ?"],
      ["¿Hay peluquería?", "¿Hay una peluquería?", "¿Hay casino?", "¿Dónde está el museo?"],
      ["Haben Sie ein Kino?", "Gibt es einen Friseur?", "Wo ist die Oper?", "Gibt es einen Tennisplatz?"],
      ["יש לכם מסעדה?", "איפה הקולנוע?"],
    ];
    for (const [house, questions] of missing.entries())
      for (const question of questions) expect([question, answers(house, question)]).toEqual([question, []]);
    const english = [
      "Do you have a pool?\nOn the fifth floor.",
      "What is it?\nThis is for you and your friends, with us by the sea.",
    ];
    const mixed = indexed([topic([...english, "¿Hay sauna?\nDe 16 a 22 h."].map((content) => entry("faq", content)))]);
    expect(findAnswer(mixed, "¿Hay peluquería?").quoted).toEqual([]);
    expect(answers(0, "Is there a pool?")).toEqual(["Do you have a pool?"]);
    expect(answers(0, "is there a ssauna")).toEqual(["Is there a sauna?"]);
    expect(answers(0, "how much is it?")).toEqual(["How much is breakfast?"]);
    expect(answers(2, "¿Tienen sauna?")).toEqual(["¿Hay una sauna?"]);
    expect(answers(3, "Haben Sie ein Schwimmbecken?")).toEqual(["Haben Sie ein Schwimmbad?"]);
    expect(answers(4, "מה יש בבריכה?")).toEqual(["יש לכם בריכה?"]);
  });

  test.each([
    ["en", "who bought it", "Can I buy it?", "Can I fax it?"],
    ["en", "what if I lose it", "What about things that were lost?", "What about things that were old?"],
    ["de", "wenn man etwas vergisst", "Ich habe etwas vergessen. Wo ist es?", "Ich habe etwas gesagt. Wo ist es?"],
    ["fr", "est-ce que c'est ouvert ?", "À quelle heure peut-on ouvrir ?", "À quelle heure peut-on rire ?"],
    ["es", "¿ya lo han hecho?", "¿Cuándo lo hacen?", "¿Cuándo lo usan?"],
    ["it", "è già chiuso?", "Quando si può chiudere?", "Quando si può usare?"],
    ["nl", "is het al gekocht", "Wanneer kun je het kopen?", "Wanneer kun je het zien?"],
    [
      "pt",
      "já está feito?",
      "Quando é que vocês fazem isso? Não se pode fazer?",
      "Quando é que vocês usam isso? Não se pode usar?",
    ],
  ])("takes the forms of an irregular verb for one word: %s, %s", (_, question, asked, other) => {
    const index = indexed([topic([other, asked].map((heading) => entry("faq", `${heading}\n1.`)))]);
    expect(index.search(question, 1)[0]?.passage.heading).toBe(asked);
  });

  test("knows a tenant's own words, single ones and phrases", () => {
    expect(first("where is the garage")?.[1]).not.toContain("garage");
    expect(first("garage", [["garage", "car park"]])?.[0]).toBe("Where is the car park?");
    expect(first("morning meal", [["breakfast", "morning meal"]])?.[0]).toBe("Do you serve breakfast?");
  });

  test("never quotes what a topic is for, nor reads tokens, addresses and tags as words", () => {
    const index = indexed([
      {
        ...topic([entry("text", `${long("plain")} {{ person.email }} <b>bold</b> https://acme.example/secretpath`)]),
        purpose: "hidden purpose",
      },
    ]);
    for (const word of ["hidden", "purpose", "person", "email", "secretpath"]) expect(index.search(word, 1)).toEqual([]);
  });

  test("is quick for the longest questions, and finds nothing in emoji", () => {
    const index = indexed(topicsOfSet());
    expect(index.search("😀".repeat(1_000), 10)).toEqual([]);
    expect(index.search("", 10)).toEqual([]);
    expect(index.search(`${"breakfast ".repeat(180)}`, 10).length).toBeGreaterThan(0);
  });

  test("is prepared in small steps, whatever the entries are like", () => {
    const contents = [
      `refund?\n${"a?\n".repeat(33_000)}Yes.`,
      `${"refund the card ".repeat(6_000)}?\nYes.`,
      `${"réfund lé card ".repeat(6_000)}?\nYes.`,
      `refund?\n${"Our card and your card. ".repeat(4_000)}`,
      `${"x".repeat(90_000)}?\nYes.`,
      `${"如何取消订阅".repeat(15_000)}?\nYes.`,
    ];
    const added = spyOn(Vocabulary.prototype, "add");
    try {
      for (const content of contents) {
        const steps = indexSteps({ topics: [topic([entry("faq", content)])], synonyms: [] });
        const words: number[] = [];
        const characters: number[] = [];
        for (let step = steps.next(); !step.done; step = steps.next()) {
          words.push(added.mock.calls.length);
          characters.push(added.mock.calls.reduce((sum, [word]) => sum + word.length, 0));
          added.mockClear();
        }
        expect(words.reduce((sum, count) => sum + count)).toBeGreaterThan(20);
        expect([content.slice(0, 10), Math.max(...words) <= 6_000, Math.max(...characters) <= 6_000]).toEqual([
          content.slice(0, 10),
          true,
          true,
        ]);
      }
    } finally {
      added.mockRestore();
    }
  });

  test("offers no question that is too long to be asked, and looks up none", () => {
    const questions = Array.from({ length: 9 }, (_, number) => `refund ${`number${number} `.repeat(300)}`);
    const index = indexed([topic(questions.map((question) => entry("faq", `${question}?\nYes.`)))]);
    const searched = spyOn(index, "search");
    expect(findAnswer(index, "refund")).toMatchObject({ hits: { length: 9 }, options: [] });
    expect(searched.mock.calls.map(([question]) => question)).toEqual(["refund"]);
  });

  test("looks up few questions with names in them: each of them has to be looked up again for every visitor", () => {
    // Each leads to the first entry, so that none of them can be offered.
    const questions = Array.from({ length: 9 }, () => "Refund for {{ account.name }}?");
    const index = indexed([topic(questions.map((question, number) => entry("faq", `${question}\nYes, ${number}.`)))]);
    const searched = spyOn(index, "search");
    findAnswer(index, "refund", undefined, (text) => text.replace("{{ account.name }}", "Acme"));
    expect(searched.mock.calls.length).toBeWithin(2, 6);
  });

  test("remembers the words of texts, a limited number in all languages, and none that visitors make up", () => {
    const isRemembered = (word: string) => new Set([1, 2].map(() => askedWordOf(word, "en"))).size === 1;
    const index = indexed([topic([entry("faq", "Which zoetropes do you sell?\nAll.")])]);
    index.search("zoetropes zarzuelas", 1);
    expect(["zoetropes", "zarzuelas"].map(isRemembered)).toEqual([true, false]);
    forgetWords();
    expect(isRemembered("zoetropes")).toBe(false);
    index.search("zoetropes zarzuelas", 1);
    expect(["zoetropes", "zarzuelas"].map(isRemembered)).toEqual([true, false]);
  });

  test("reads the words of a question twice at most, however many passages answer it", () => {
    const question = "How do I cancel my booking?";
    const index = indexed([topic(Array.from({ length: 10 }, (_, at) => entry("faq", `${question}\nOnline, way ${at}.`)))]);
    const lowered = spyOn(String.prototype, "toLowerCase");
    try {
      expect(index.search(question, 10).filter(({ isEnough }) => isEnough)).toHaveLength(10);
      expect(lowered.mock.contexts.filter((text) => String(text) === question)).toHaveLength(2);
    } finally {
      lowered.mockRestore();
    }
  });

  test("looks for a phrase only where a word begins one", () => {
    const synonyms = new Synonyms("en", [["sign out", "leave"]]);
    const groupsIn = (text: string) => {
      const words = wordsIn(text, "en");
      const cut = spyOn(words, "slice");
      const names = synonyms.groupsIn(words).map(({ name, at, length }) => [name, at, length]);
      return { names, looks: cut.mock.calls.length };
    };
    expect(groupsIn("zebras cross rivers early")).toEqual({ names: [], looks: 0 });
    expect(groupsIn("zebras sign out early")).toEqual({ names: [["own 0", 1, 2]], looks: 2 });
    expect(groupsIn("zebras sign contracts early")).toEqual({ names: [], looks: 2 });
    expect(groupsIn("zebras leave early").names).toEqual([["own 0", 1, 1]]);
  });

  test("finds the parts of a German or Dutch compound, and words that are written without umlauts", () => {
    const german = [
      "Was kostet der Versand?\n4,90 €.",
      "Wie lange dauert die Lieferung?\nDrei Tage.",
      "Wie lange gilt die Garantie?\nZwei Jahre.",
      "Reparieren Sie Waschmaschinen?\nJa, vor Ort.",
      "Wie sind die Öffnungszeiten?\nVon neun bis sechs.",
    ];
    const dutch = ["Wat kost de verzending?\n4,95 €.", "Hoe lang duurt de levering?\nTwee dagen."];
    for (const [contents, asked] of [
      [german, { Versandkosten: 0, Lieferzeit: 1, Garantiezeit: 2, Waschmaschinenreparatur: 3, oeffnungszeiten: 4 }],
      [dutch, { verzendingskosten: 0, leveringstijd: 1 }],
    ] as const) {
      const index = indexed([topic(contents.map((content) => entry("faq", content)))]);
      for (const [question, at] of Object.entries(asked))
        expect([question, findAnswer(index, question).quoted[0]?.heading]).toEqual([question, contents[at]?.split("\n")[0]]);
      // One part that is known by chance, next to one that is not, answers nothing.
      expect(index.search("zeitgeistiges vandalism", 1)[0]?.isEnough ?? false).toBe(false);
    }
  });

  test("takes apart few of the words of a long question", () => {
    const index = indexed([topic([entry("faq", "Was kostet der Versand?\n4,90 €.")])]);
    const looked = spyOn(Postings.prototype, "listOf");
    const looksFor = (count: number) => {
      looked.mockClear();
      index.search(Array.from({ length: count }, (_, at) => `qwrtzpsdf${"abcdefghij"[at % 10]}ghjklyxcvb${at}`).join(" "), 1);
      return looked.mock.calls.length;
    };
    try {
      const ofThree = looksFor(3);
      expect(ofThree).toBeGreaterThan(100);
      expect(looksFor(60)).toBeLessThan(10 * ofThree);
    } finally {
      looked.mockRestore();
    }
  });

  test("knows words that mean the same in Italian, Dutch and Portuguese too", () => {
    for (const [content, question] of [
      ["Quanto costa l'abbonamento?\n20 € al mese.", "prezzo"],
      ["Hoe kan ik mijn abonnement opzeggen?\nIn je account.", "annuleren"],
      ["Como posso devolver uma encomenda?\nEm 30 dias.", "devolução"],
    ] as const) {
      const index = indexed([topic([entry("faq", content)])]);
      expect([question, findAnswer(index, question).isAnswered]).toEqual([question, true]);
    }
  });

  test("is not misled by the grammar of Japanese and Chinese", () => {
    const indexOf = (contents: string[]) => indexed([topic(contents.map((content) => entry("faq", content)))]);
    const japanese = indexOf([
      "返品できますか？\n商品到着後30日以内なら無料で返品できます。",
      "営業時間を教えてください。\n平日の9時から18時までです。",
    ]);
    const chinese = indexOf(["可以退货吗？\n收到商品后30天内可以免费退货。", "营业时间是什么时候？\n工作日9点到18点。"]);
    const found = (question: string) =>
      [japanese, chinese].flatMap((index) => findAnswer(index, question).quoted[0]?.heading ?? [])[0];
    expect(found("何時まで営業していますか")).toBe("営業時間を教えてください。");
    expect(found("返品は可能でしょうか？")).toBe("返品できますか？");
    expect(found("我想退货")).toBe("可以退货吗？");
    for (const question of ["天気はどうですか", "これは何ができますか", "你们是什么", "可以请问你们有多少"])
      expect([question, found(question)]).toEqual([question, undefined]);
  });

  test("works in scripts without spaces and from right to left", () => {
    const index = indexed([topic([entry("faq", "如何取消订阅？\n在设置中。"), entry("faq", "איך מבטלים את המנוי?\nבהגדרות.")])]);
    expect(index.search("我想取消订阅", 1)[0]?.passage.heading).toBe("如何取消订阅？");
    expect(index.search("לבטל את המנוי", 1)[0]?.passage.heading).toBe("איך מבטלים את המנוי?");
  });
});

function indexed(topics: readonly Topic[], synonyms: SynonymGroups = []): PassageIndex {
  const steps = indexSteps({ topics, synonyms });
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** As many words as are remembered push out all others. */
function forgetWords(): void {
  for (const language of ["de", "fr"] as const)
    for (let number = 0; number < 25_000; number += 1) wordOf(`${language}${number}`, language);
}

/** Begins with other topics, which have entries too few, too many and with other texts, and edits these one by one in any order. */
function topicsAfterEdits(wanted: readonly Topic[], seed: number, look: (between: Topic[]) => void): Topic[] {
  const shuffled = <Item>(items: readonly Item[], salt: string) =>
    items
      .map((item, at) => ({ item, rank: Bun.hash.crc32(`${seed} ${salt} ${at}`) }))
      .sort((one, other) => one.rank - other.rank)
      .map(({ item }) => item);
  const contents = shuffled(
    wanted.flatMap(({ entries }) => entries.map(({ content }) => content)),
    "texts",
  );
  const begun = wanted.map((topic) => ({
    ...topic,
    entries: [
      ...shuffled(topic.entries, "kept")
        .slice(topic.entries.length / 2)
        .map((one, at) => ({ ...one, content: contents[at] ?? one.content })),
      { ...(topic.entries[0] as Topic["entries"][number]), topicEntryId: "gone" },
    ],
  }));
  const topics = shuffled(begun, "topics");
  const edits = wanted.flatMap(({ topicId, entries }) => [
    ...entries.map((entry) => ({ topicId, id: entry.topicEntryId, entry })),
    { topicId, id: "gone", entry: undefined },
  ]);
  for (const [count, { topicId, id, entry }] of shuffled(edits, "edits").entries()) {
    const topic = topics.find((one) => one.topicId === topicId) as Topic;
    topic.entries = [...topic.entries.filter(({ topicEntryId }) => topicEntryId !== id), ...(entry ? [entry] : [])];
    topic.entries.sort((one, other) => one.sortOrder - other.sortOrder);
    if (count % 40 === 0) look(topics);
  }
  const placeOf = ({ topicId }: Topic) => wanted.findIndex((one) => one.topicId === topicId);
  return topics.sort((one, other) => placeOf(one) - placeOf(other));
}

const times = { createdAt: "+1763164800000", updatedAt: "+1763164800000" };

function topic(entries: Topic["entries"]): Topic {
  return { topicId: "t", title: "Topic", purpose: null, sortOrder: 0, isDefault: false, ...times, entries };
}

let made = 0;

function entry(type: string, content: string): Topic["entries"][number] {
  made += 1;
  return {
    topicEntryId: type === "faq" ? `entry_${made}` : "entry",
    topicId: "t",
    sortOrder: 0,
    content: { type, content },
    ...times,
  };
}

function long(word: string): string {
  return `${word} `.repeat(20).trim();
}
