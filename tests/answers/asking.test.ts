import { expect, test } from "bun:test";
import type { Interaction } from "../../contract";
import { onBothEngines } from "../support/database/engines";
import { ask, publish } from "../support/features/questions";
import { ownHost, post, visit, visitorTokenIn } from "../support/features/visitor";
import { until } from "../support/service/jobs";
import { useService } from "../support/service/service";

const entries = [
  {
    type: "faq",
    content:
      "How can I return something?\nI want to send an item back?\nReturns are free for {{ person.firstName | default: 'you' }} within **30 days**.",
  },
  { type: "faq", content: "Where is my order?\nYou can follow it in your account." },
  {
    type: "markdown",
    content: "# Shipping\n\nParcels leave our warehouse in Leeds every evening at six o'clock, except on Sundays.",
  },
];

onBothEngines("a question on a page", (engine) => {
  const service = useService(engine);

  test("is answered with a quotation, as a page of its own, without JavaScript", async () => {
    const { pageId, path } = await publish(service(), entries, "Ada Lovelace");
    const { html } = await visit(service(), path);
    expect(html).not.toContain("I want to send an item back");
    const token = visitorTokenIn(html);
    const answer = await post(service(), "/_foyer/ask?language=en", { page: token, question: "send back an item" });
    expect(answer.status).toBe(200);
    expect(answer.html).toContain("Returns are free for Ada within <strong>30 days</strong>.");
    expect(answer.html).not.toContain("I want to send an item back");
    const { items } = await service().api.call("listEvents", { query: { type: "question.answered" } });
    expect(items[0]?.data).toMatchObject({ pageId, text: "send back an item", status: "answered" });
  });

  test("that the page's script asks is answered with the same answer, without the page around it", async () => {
    const { path } = await publish(service(), entries);
    const page = visitorTokenIn((await visit(service(), path)).html);
    for (const question of ["send back an item", "Do you sell unicorn insurance?"]) {
      const asked = async (accept: string) => {
        const headers = { "content-type": "application/x-www-form-urlencoded", accept };
        const body = new URLSearchParams({ page, question }).toString();
        return visit(service(), "/_foyer/ask?language=en", { method: "POST", headers, body });
      };
      const [whole, alone] = [await asked("text/html"), await asked("text/event-stream")];
      expect(alone).toMatchObject({ status: 200, headers: { "content-type": "text/html; charset=utf-8" } });
      expect(alone.html).toMatch(/^<section class="answer"[^>]*>.*<\/section>$/s);
      expect(whole.html).toMatch(/^<!doctype html>/);
      expect(whole.html).toContain(alone.html);
    }
  });

  test("is followed by those alone that lead to their answers, with the names that are in them", async () => {
    const deals = [
      { type: "faq", content: "What discount is there?\nNone." },
      { type: "faq", content: "What discount does {{ person.name }} get?\nFive per cent." },
      { type: "faq", content: "Can I cancel my booking?\nUntil the day before." },
    ];
    const offered = async (name: string) => {
      const { pageId, audienceId } = await publish(service(), deals, name);
      const params = { page_id: pageId };
      const tried = (question: string) => service().api.call("tryQuestion", { params, body: { question, audienceId } });
      const { options } = await tried("What discount is there?");
      for (const option of options) expect((await tried(option)).answered).toBe(true);
      return options;
    };
    expect(await offered("Ada Lovelace")).toContain("What discount does Ada Lovelace get?");
    // Somebody's name is another question.
    expect(await offered("Cancel Booking Can I Cancel My Booking")).toEqual([]);
  });

  test("that no topic answers is answered honestly, and kept", async () => {
    const { path } = await publish(service(), entries);
    const token = visitorTokenIn((await visit(service(), path)).html);
    const answer = await post(service(), "/_foyer/ask?language=de", {
      page: token,
      question: "Do you sell unicorn insurance?",
    });
    expect(answer.status).toBe(200);
    expect(answer.html).toContain("Darauf haben wir noch keine Antwort");
    expect(answer.html).toContain('<html lang="de">');
    const { items } = await service().api.call("listEvents", { query: { type: "question.unanswered" } });
    expect(items[0]?.data).toMatchObject({ text: "Do you sell unicorn insurance?", status: "unanswered", responseText: null });
  });

  test("that no topic answers leads to the page's form, where it has one; one that is answered does not", async () => {
    const fields = [{ name: "email", label: "Your address", type: "text", required: true }];
    const { formId } = await service().api.call("createForm", { body: { name: "Contact", fields } });
    const actions = [{ purpose: "", buttonTitle: "Write", actionType: "form", url: formId }];
    const { path } = await publish(service(), entries, undefined, { page: { actions } });
    const formIn = async (from: string, question: string) => {
      const page = visitorTokenIn((await visit(service(), from)).html);
      const headers = { "content-type": "application/x-www-form-urlencoded", referer: `http://${ownHost}${from}` };
      const body = new URLSearchParams({ page, question }).toString();
      const { html } = await visit(service(), "/_foyer/ask?language=en", { method: "POST", headers, body });
      return /<a class="button main" href="([^"#]*)#form-1">/.exec(html)?.[1];
    };
    const address = await formIn(path, "Do you sell unicorn insurance?");
    expect(new URL(address ?? "", `http://${ownHost}`).pathname).toBe(path);
    expect((await visit(service(), path)).html.includes('id="form-1"')).toBe(true);
    expect(await formIn(path, "Where is my order?")).toBeUndefined();
    const without = await publish(service(), entries);
    expect(await formIn(without.path, "Do you sell unicorn insurance?")).toBeUndefined();
    const { html } = await ask(service(), without.path, "Do you sell unicorn insurance?");
    expect(html).toContain("We don&#39;t know the answer");
    expect(html).not.toMatch(/write to us/i);
  });

  test("has a way back to its page from every answer, however many were asked before, and never to elsewhere", async () => {
    const { path } = await publish(service(), entries);
    const page = visitorTokenIn((await visit(service(), path)).html);
    const send = async (address: string, referer: string, question: string) => {
      const headers = { "content-type": "application/x-www-form-urlencoded", referer: `http://${ownHost}${referer}` };
      const body = new URLSearchParams({ page, question }).toString();
      const { html } = await visit(service(), address, { method: "POST", headers, body });
      const addresses = Array.from(html.matchAll(/ action="([^"]*)"/g), ([, found = ""]) => found.replaceAll("&amp;", "&"));
      return { back: /<p class="back"><a class="button" href="([^"]*)">/.exec(html)?.[1], addresses };
    };
    let address = "/_foyer/ask?language=en";
    let referer = path;
    for (const question of ["Do you sell kites?", "What is a return?", "Any zeppelins?", "Is the order here?"]) {
      const { back, addresses } = await send(address, referer, question);
      expect(back).toBe(path);
      [referer, address] = [address, addresses[0] as string];
      expect([question, new Set(addresses).size]).toEqual([question, 1]);
    }
    for (const back of [
      "//evil.example",
      "/\\evil.example",
      "/.//evil.example",
      "@evil.example",
      "/_foyer/ask",
      "javascript:alert(1)",
    ])
      expect([back, (await send(`/_foyer/ask?back=${encodeURIComponent(back)}`, "/_foyer/ask", "Kites?")).back]).toEqual([
        back,
        undefined,
      ]);
  });

  test("is never answered from the context of the page or the audience", async () => {
    const context = (whose: string) => `The zanzibar password of the ${whose} is xylophonic.`;
    const { path, pageId, audienceId } = await publish(service(), entries, "Ada Lovelace", {
      page: { pageContext: context("page") },
      audience: { supplementaryContext: context("audience") },
    });
    const question = "zanzibar password";
    const tried = await service().api.call("tryQuestion", { params: { page_id: pageId }, body: { question, audienceId } });
    expect(tried).toMatchObject({ answered: false, passages: [] });
    const { html } = await ask(service(), path, question);
    expect(html).toContain("zanzibar");
    expect(html).not.toContain("xylophonic");
  });

  test("can be tried without being recorded", async () => {
    const { pageId, topicId, audienceId } = await publish(service(), entries, "Grace Hopper");
    const before = await service().api.call("listEvents", { query: {} });
    const tried = await service().api.call("tryQuestion", {
      params: { page_id: pageId },
      body: { question: "When do parcels leave the warehouse?", audienceId },
    });
    expect(tried).toMatchObject({ answered: true, text: expect.stringContaining("every evening at six") });
    expect(tried.passages[0]).toMatchObject({ topicId, terms: expect.arrayContaining(["parcels", "warehouse"]) });
    const unknown = await service().api.call("tryQuestion", {
      params: { page_id: pageId },
      body: { question: "Who won the football match yesterday?" },
    });
    expect(unknown).toMatchObject({ answered: false, text: "" });
    expect((await service().api.call("listEvents", { query: {} })).totalCount).toBe(before.totalCount);
  });

  test("is answered from a topic as it is now", async () => {
    const { pageId, topicId } = await publish(service(), entries);
    const ask = () =>
      service().api.call("tryQuestion", { params: { page_id: pageId }, body: { question: "Can I pay with a gift card?" } });
    expect((await ask()).answered).toBe(false);
    await service().api.call("createTopicEntry", {
      params: { topic_id: topicId },
      body: { content: { type: "faq", content: "Do you take gift cards as payment?\nYes, all of them." } },
    });
    expect(await ask()).toMatchObject({ answered: true, text: "Yes, all of them." });
  });

  test("is answered by a tenant's own words as soon as they are in its settings", async () => {
    const { pageId } = await publish(service(), entries);
    const ask = () =>
      service().api.call("tryQuestion", { params: { page_id: pageId }, body: { question: "widget consignment" } });
    expect((await ask()).answered).toBe(false);
    await service().api.call("updateSettings", { body: { synonyms: [["order", "widget consignment"]] } });
    expect(await ask()).toMatchObject({ answered: true, text: "You can follow it in your account." });
  });

  test("of any kind has an answer: the longest, in Hebrew, of emoji, of HTML; a longer one is refused", async () => {
    const { path, pageId } = await publish(service(), entries);
    for (const question of [
      "w".repeat(2_000),
      "parcel ".repeat(285),
      "איפה ההזמנה שלי?",
      "😀😀😀",
      // Counted as the API counts, and lines end in two characters when a browser sends them.
      "😀".repeat(2_000),
      `${"w\r\n".repeat(999)}ww`,
      "<script>alert(1)</script><b>",
    ]) {
      const { status, html } = await ask(service(), path, question);
      expect([question.slice(0, 20), status]).toEqual([question.slice(0, 20), 200]);
      expect(html).not.toContain("<script>alert(1)");
    }
    expect((await ask(service(), path, "w".repeat(2_001))).status).toBe(422);
    expect((await ask(service(), path, "😀".repeat(2_001))).status).toBe(422);
    expect((await ask(service(), path, "w".repeat(100_000))).status).toBe(422);
    expect((await service().api.call("listQuestions", { query: { pageId } })).totalCount).toBe(7);
  });

  test("with a very long answer is answered with all of it, and a bounded part is kept", async () => {
    const { api } = service();
    const answer = `Yes. ${"An aardvark eats ants. ".repeat(4_000)}And termites.`;
    const faqs = ["Aardvark food?", "Aardvark food!"].map((question) => ({ type: "faq", content: `${question}\n${answer}` }));
    const { path, pageId } = await publish(service(), faqs);
    const { status, html } = await ask(service(), path, "aardvark food");
    expect([status, html.match(/And termites\./g)?.length]).toEqual([200, 1]);
    const { items } = await api.call("listQuestions", { query: { pageId } });
    const told = await api.call("listEvents", { query: { type: "question.answered", limit: 1 } });
    for (const data of [items[0], told.items[0]?.data as { pageId: string; responseText: string }]) {
      expect(data?.pageId).toBe(pageId);
      expect(data?.responseText).toMatch(/^Yes\. An aardvark[^…]* …$/);
      expect(data?.responseText?.length).toBeLessThanOrEqual(10_000);
    }
  });

  test("is not answered any more once the page is archived, and nothing is kept of it", async () => {
    const { path, pageId } = await publish(service(), entries);
    const token = visitorTokenIn((await visit(service(), path)).html);
    await service().api.call("archivePage", { params: { page_id: pageId } });
    const { status, html } = await post(service(), "/_foyer/ask?language=en", {
      page: token,
      question: "Where is my order?",
    });
    expect([status, html.includes("You can follow it")]).toEqual([410, false]);
    expect((await service().api.call("listQuestions", { query: { pageId } })).totalCount).toBe(0);
  });

  test("becomes an interaction of the visit, with what was answered and offered", async () => {
    const { api } = service();
    const offered = { type: "faq", content: "Can {{ person.name }} change an order?\nWithin an hour." };
    const { pageId, path } = await publish(service(), [...entries, offered], "Ada");
    const { html } = await ask(service(), path, "Where is my order?", { _visit: "visit_01jcq9ncs8e1nr0qkzv3wwd3nq" });
    let interactions: Interaction[] = [];
    await until(async () => {
      service().advance(5_000);
      const { items } = await api.call("listAudienceSessions", { params: { page_id: pageId }, query: {} });
      const id = items[0]?.audienceSessionId;
      if (id) ({ interactions } = await api.call("getSessionInteractions", { params: { audience_session_id: id } }));
      return interactions.length > 0;
    });
    expect(interactions[0]).toMatchObject({
      label: "Where is my order?",
      responseText: "You can follow it in your account.",
      groundingChunkIds: [expect.stringMatching(/^chunk_/)],
      options: ["Can Ada change an order?", "How can I return something?"],
    });
    expect(html).toContain("Can Ada change an order?");
  });
});
