import { describe, expect, test } from "bun:test";
import type { ProblemBody } from "../../contract";
import { useService } from "../support/service/service";

describe("a refusal says what would be right", () => {
  const service = useService("sqlite");

  async function refused(path: string, { headers, ...init }: RequestInit = {}): Promise<ProblemBody> {
    const { origin, api } = service();
    const all = { "x-api-key": api.key, "content-type": "application/json", ...(headers as Record<string, string>) };
    return (await fetch(`${origin}${path}`, { ...init, headers: all })).json() as Promise<ProblemBody>;
  }
  const post = (path: string, body: unknown) => refused(path, { method: "POST", body: JSON.stringify(body) });
  const unknownField = (location: string, message: string) => ({ location, code: "unknown_field", message });

  test("of a misspelt name: which ones there are, in the query, the body and deep within it", async () => {
    const { errors, detail } = await refused("/v0/pages?search=Spring");
    const fields = "is not a field; there are cursor, limit, status, pageType, query";
    expect(detail).toBe(`query.search ${fields}`);
    expect(errors).toEqual([unknownField("query.search", fields)]);
    const batch = await post("/v0/persons/batch", { items: [] });
    expect(batch.errors).toContainEqual(unknownField("body.items", "is not a field; there are persons, dryRun"));
    const page = await post("/v0/pages", { footerLinks: [{ links: [{ href: "/" }] }] });
    const link = unknownField("body.footerLinks[0].links[0].href", "is not a field; there are id, text, url");
    expect(page.errors).toContainEqual(link);
    expect((await refused("/v0/settings?a=1")).errors).toEqual([unknownField("query.a", "is not a field; there are none")]);
  });

  test("of a list or an object in place of a text: that alone, and not its length", async () => {
    const wrong = (location: string) => ({ location, code: "wrong_type", message: "must be a string" });
    expect((await post("/v0/topics", { title: [] })).errors).toEqual([wrong("body.title")]);
    const { errors } = await post("/v0/persons", { name: {}, email: [], domain: "" });
    expect(errors).toContainEqual(wrong("body.email"));
    const places = errors?.map(({ location }) => location) ?? [];
    expect([...new Set(places)]).toEqual(places);
  });

  test("of a number that is too large: its bound where it has one, and else how to send it", async () => {
    const { errors: bounded = [] } = await post("/v0/topics", { title: "Security", sortOrder: 2 ** 53 });
    expect(bounded.map(({ location, code }) => [location, code])).toEqual([["body.sortOrder", "too_big"]]);
    const payload = { dealId: 2 ** 53 };
    const log = { source: "crm", type: "deal-won", idempotencyKey: "deal-77", payload };
    const { errors: free } = await post("/v0/accounts/account_00000000000000000000000000/logs", log);
    const message = "is too large to be kept exactly; send it as a string";
    expect(free).toEqual([{ location: "body.payload.dealId", code: "inexact_number", message }]);
  });

  test("of a misspelt name where there are many: only as many as somebody reads", async () => {
    const { errors } = await post("/v0/pages", { nmae: "Spring" });
    const message = errors?.find(({ location }) => location === "body.nmae")?.message ?? "";
    expect(message).toMatch(/^is not a field; there are \w+(, \w+)+(, …)?$/);
    expect(message.length).toBeLessThan(250);
  });

  test("of several events, one of them misspelt: which one", async () => {
    const { errors } = await refused("/v0/events?type=person.created,person.creatd");
    expect(errors?.[0]?.message).toBe('must be the name of an event, or several between commas; "person.creatd" is none');
    for (const type of ["toString", "x".repeat(10_000)]) {
      const message = (await refused(`/v0/events?type=${type}`)).errors?.[0]?.message ?? "";
      expect(message).toEndWith(`"${type.slice(0, 64)}" is none`);
    }
  });

  test("of a path that no operation has: where to read them", async () => {
    for (const path of ["/v0/person", "/v0/persons/", "/v0/persons/by-email/ada@acme.com"]) {
      expect(await refused(path)).toMatchObject({
        code: "not_found",
        detail: "No operation has this path; the reference is at /docs",
      });
    }
  });

  test("of a body that is too large: how large it may be", async () => {
    const { code, detail } = await post("/v0/persons", { name: "x".repeat(1_048_576) });
    expect([code, detail]).toEqual(["body_too_large", "A body has at most 1048576 bytes"]);
  });

  test("of a key behind Bearer: to send it alone", async () => {
    const refusal = (key: string) => refused("/v0/persons", { headers: { "x-api-key": key } });
    const { key } = service().api;
    expect(await refusal(`Bearer ${key}`)).toMatchObject({
      code: "invalid_api_key",
      detail: "Send the key alone, without Bearer",
    });
    expect((await refusal(`${key}x`)).detail).toBe("The API key is not valid");
  });
});
