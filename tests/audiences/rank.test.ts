import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import type { Topic } from "../../contract";
import { ranked } from "../../server/features/publishing/build/rank";

describe("the topics of a page", () => {
  const topics = [
    topic("pricing", "Pricing", "What it costs", "Plans start at ten a month. Invoices by mail."),
    topic("security", "Security", "Where data are kept", "Encrypted at rest. All data stay on your own machines."),
    topic("company", "About us", null, "Founded in Zürich, with an office in São Paulo."),
    topic("support", "Support", null, "Answers within an hour. Data protection is our daily bread."),
  ];

  test("are ordered by how well they fit the page's context", () => {
    expect(ranked(topics, "For people who ask about data and encryption: is data encrypted?", null)).toEqual([
      ..."security support pricing company".split(" "),
    ]);
  });

  test("keep their order when nothing fits, when all fit alike, and when there is no context", () => {
    const given = topics.map(({ topicId }) => topicId);
    for (const context of ["", "zebra", "the of and a", "?!"]) expect(ranked(topics, context, null)).toEqual(given);
    const alike = ["c", "a", "b"].map((id) => topic(id, "Same title", "Same", "Same text"));
    expect(ranked(alike, "same text", "title")).toEqual(["c", "a", "b"]);
    expect(ranked([], "context", "context")).toEqual([]);
  });

  test("go by an audience's own context before the page's", () => {
    expect(ranked(topics, "invoices plans", "founded office")[0]).toBe("company");
    expect(ranked(topics, "invoices plans", null)[0]).toBe("pricing");
    expect(ranked(topics, "invoices plans", "nothing of it")[0]).toBe("pricing");
  });

  test("are found whatever the case and the accents", () => {
    for (const context of ["ZURICH", "zürich", "Zu\u0308rich", "sao paulo", "SÃO", "Ｐａｕｌｏ"])
      expect(ranked(topics, context, null)[0]).toBe("company");
  });

  test("are found in scripts without spaces, and in others", () => {
    const some = [
      topic("none", "Nothing", null, "x"),
      topic("ja", "料金プランについて", null, ""),
      topic("ru", "Безопасность", null, ""),
    ];
    expect(ranked(some, "このページは料金の質問に答えます", null)[0]).toBe("ja");
    expect(ranked(some, "БЕЗОПАСНОСТЬ данных", null)[0]).toBe("ru");
  });

  test("count a word in the title for more than one in an entry", () => {
    const some = [topic("entry", "Other", null, "migration"), topic("title", "Migration", null, "other")];
    expect(ranked(some, "migration", null)).toEqual(["title", "entry"]);
  });

  test("are not found by addresses, tags, or what is filled in later", () => {
    const written = '<div class="demo">{{ person.demo }}</div> https://demo.example/demo?demo=demo &demo;';
    const some = [topic("markup", "Other", null, written), topic("words", "Other", null, "the demo")];
    expect(ranked(some, "demo", null)).toEqual(["words", "markup"]);
  });

  test("of two pages, or of one page that changed, are never mixed up", () => {
    expect(ranked(topics, "data", null)[0]).toBe("security");
    expect(ranked(topics, "invoices", null)[0]).toBe("pricing");
    expect(ranked(topics.slice(2), "data", null)).toEqual(["support", "company"]);
    const changed = [...topics.slice(0, 3), topic("support", "Support", null, "Invoices. Invoices. Plans. Invoices.")];
    expect(ranked(changed, "invoices", null)).toEqual("support pricing security company".split(" "));
    expect(ranked(structuredClone(topics), "invoices", null)).toEqual("pricing security company support".split(" "));
  });

  const letters = fc.stringMatching(/^[b-z]{4,9}$/);
  const texts = fc.array(letters, { minLength: 1, maxLength: 12 }).map((words) => words.join(" "));
  const some = fc.uniqueArray(fc.tuple(fc.uuid(), texts, fc.option(texts), texts), { selector: ([id]) => id, maxLength: 12 });

  test("are all there, each once, after ranking", () => {
    fc.assert(
      fc.property(some, texts, fc.option(texts), (given, page, audience) => {
        const made = given.map(([id, title, purpose, text]) => topic(id, title, purpose, text));
        expect(ranked(made, page, audience).toSorted()).toEqual(made.map(({ topicId }) => topicId).sort());
      }),
    );
  });

  test("start with a topic that consists of the context's words, wherever it was", () => {
    fc.assert(
      fc.property(
        some,
        fc.nat(),
        fc.uniqueArray(fc.stringMatching(/^a[b-z]{4,9}$/), { minLength: 1, maxLength: 9 }),
        (given, at, words) => {
          const made = given.map(([id, title, purpose, text]) => topic(id, title, purpose, text));
          made.splice(at % (made.length + 1), 0, topic("wanted", words.join(" "), null, words.join(" ")));
          expect(ranked(made, words.join(", "), null)[0]).toBe("wanted");
          expect(ranked([...made], "", words.join(" "))[0]).toBe("wanted");
        },
      ),
    );
  });

  test("that score alike stay in the order they were given in", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("alpha", "beta", "gamma"), { maxLength: 12 }), texts, (words, audience) => {
        const made = words.map((word, position) => topic(String(position), word, null, word));
        const order = ranked(made, "beta", `alpha ${audience}`);
        for (const word of ["alpha", "beta", "gamma"]) {
          const positions = order.map(Number).filter((position) => words[position] === word);
          expect(positions).toEqual(positions.toSorted((one, other) => one - other));
        }
      }),
    );
  });
});

describe("ranking stays cheap", () => {
  test("topics are read once, however many audiences are ranked", () => {
    let reads = 0;
    const topics = ["apples", "pears", "plums"].map((word) => {
      const one = topic(word, "Title", null, word);
      const { entries } = one;
      const get = () => {
        reads += 1;
        return entries;
      };
      return Object.defineProperty(one, "entries", { get });
    });
    ranked(topics, "pears", null);
    const readsForOne = reads;
    expect(readsForOne).toBeGreaterThan(0);
    for (let audience = 0; audience < 100; audience += 1)
      expect(ranked(topics, "pears", `audience ${audience} plums`)[0]).toBe("plums");
    expect(reads).toBe(readsForOne);
  });

  const filler = "filler ".repeat(20_000);

  test("only the beginning of a long context is read", () => {
    const topics = [topic("first", "Apples", null), topic("last", "Pears", null)];
    expect(ranked(topics, `${filler} pears`, `${filler} pears`)[0]).toBe("first");
    expect(ranked(topics, `pears ${filler}`, null)[0]).toBe("last");
    expect(ranked(topics, "", `pears ${filler}`)[0]).toBe("last");
  });

  test("only the first words of a context of many words count", () => {
    const words = Array.from({ length: 500 }, (_, at) => `w${at.toString(36)}`).join(" ");
    const topics = [topic("first", "Apples", null), topic("last", "Pears", null)];
    expect(ranked(topics, `${words} pears`, null)[0]).toBe("first");
    expect(ranked(topics, `pears ${words}`, null)[0]).toBe("last");
  });

  test("only the beginning of very long topics is read", () => {
    const end = topic("end", "Title", null, filler.repeat(4), "pears");
    const beginning = topic("beginning", "Title", null, "pears", filler.repeat(4));
    expect(ranked([topic("first", "Title", null, "plums"), end], "pears", null)[0]).toBe("first");
    expect(ranked([topic("first", "Title", null, "plums"), beginning], "pears", null)[0]).toBe("beginning");
  });
});

function topic(topicId: string, title: string, purpose: string | null, ...texts: string[]): Topic {
  const at = { sortOrder: 0, createdAt: "+1763164800000", updatedAt: "+1763164800000" };
  const entries = texts.map((content) => ({ topicEntryId: "", topicId, content: { type: "text", content }, ...at }));
  return { topicId, title, purpose, isDefault: false, entries, ...at };
}
