import { expect } from "bun:test";
import { type ErrorCode, errors, operations, type ProblemBody, scopes } from "../../contract";
import { neverGiven } from "../support/samples/path-params";
import type { Request } from "../support/samples/world";
import { differences } from "../support/sentences/shapes";
import type { Stage } from "../support/sentences/stage";
import type { Sentences, Told } from "../support/sentences/told";
import { declared, pathOf } from "../support/service/api";
import { createKey } from "../support/service/tenants";

export const exactSentence = "answers with exactly the declared fields";

/** What is said of every operation. */
export function generalSentences(told: Told): Sentences {
  const { number, id, method, path, status, answer, requests } = told;
  const [prepare] = requests;
  return {
    [`is ${method} ${path}; another method is 405 with Allow`]: async (stage) => {
      expect(operations[id]).toMatchObject({ number, method, path, tier: "contract" });
      const headers = { "x-api-key": stage.api.key };
      const response = await fetch(stage.api.origin + pathOf(operations[id], {}), { method: "PUT", headers });
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")?.split(", ")).toContain(method);
    },

    [exactSentence]: async (stage) => {
      for (const another of requests) {
        const received = await stage.send(id, await another(stage));
        expect(`${received.status} ${JSON.stringify(received.body)}`).toStartWith(`${status} `);
        expect(differences(received.body, answer)).toEqual([]);
      }
    },

    "refuses a field that is not declared, or in another case, and names it": async (stage) => {
      const request = await prepare(stage);
      const query = { ...request.query, Limit: "1" };
      expect(await stage.refusal(id, { ...request, query })).toBe("422 validation_failed query.Limit");
      if (!takesBody(told)) return;
      const [known = "unknown"] = Object.keys(request.body as object);
      const wrong = known.charAt(0).toUpperCase() + known.slice(1);
      const body = { ...(request.body as object), [wrong]: "x" };
      expect(await stage.refusal(id, { ...request, query, body })).toBe(`422 validation_failed body.${wrong} query.Limit`);
    },

    "answers the mistakes of a request in the declared order": (stage) => mistakesInOrder(told, stage),

    ...(takesBody(told) && {
      "answers the same Idempotency-Key with the same answer, and refuses it for another request": (stage) =>
        sameAnswer(told, stage),
    }),

    ...(told.emptyBody && {
      "takes {} and no body at all": async (stage) => {
        for (const body of [{}, undefined])
          expect((await stage.send(id, { ...(await prepare(stage)), body })).status).toBe(status);
        expect(await stage.refusal(id, { ...(await prepare(stage)), body: [] })).toBe("422 validation_failed body");
      },
    }),
  };
}

const ladder = [
  "missing_api_key",
  "invalid_api_key",
  "insufficient_scope",
  "body_too_large",
  "unsupported_media_type",
  "malformed_json",
  "validation_failed",
  "not_found",
] as const satisfies readonly ErrorCode[];
type Mistake = (typeof ladder)[number];

/** All at once at first; then they are put right one after the other. */
async function mistakesInOrder(told: Told, stage: Stage): Promise<void> {
  const { id, status, conflict, requests } = told;
  const request = await (conflict?.prepare ?? requests[0])(stage);
  const possible = ladder.filter(
    (mistake) => (takesBody(told) || !/body|media|json/.test(mistake)) && (mistake !== "not_found" || takesRecord(told, request)),
  );
  for (const [place, mistake] of possible.entries()) {
    const response = await sendWith(told, stage, request, possible.slice(place));
    const { code, type, requestId } = (await declared(operations[id], response)) as ProblemBody;
    expect(`${response.status} ${code}`).toBe(`${errors[mistake].status} ${mistake}`);
    expect(requestId).toBe(response.headers.get("x-request-id") as string);
    expect(URL.canParse(type)).toBe(true);
    if (response.status === 401) expect(response.headers.get("www-authenticate")).not.toBeNull();
  }
  if (conflict) expect(await stage.refusal(id, request)).toBe(`409 ${conflict.code}`);
  else expect((await stage.send(id, request)).status).toBe(status);
}

async function sameAnswer({ id, status, requests }: Told, stage: Stage): Promise<void> {
  const request = { ...(await requests[0](stage)), headers: { "idempotency-key": "once" } };
  const [first, again] = [await stage.send(id, request), await stage.send(id, request)];
  expect([first.status, again.status]).toEqual([status, status]);
  expect(again.body).toEqual(first.body);
  expect([first, again].map(({ headers }) => headers.get("idempotent-replayed"))).toEqual([null, "true"]);
  const { params } = request;
  const other = params ? { params: neverThere(params) } : { body: { ...(request.body as object), name: "Other" } };
  expect(await stage.refusal(id, { ...request, ...other })).toBe("422 idempotency_key_reused");
}

async function sendWith(told: Told, stage: Stage, request: Request, mistakes: readonly Mistake[]): Promise<Response> {
  const { access } = operations[told.id];
  const has = (mistake: Mistake) => mistakes.includes(mistake);
  const otherScopes = scopes.filter((scope) => scope !== "*" && scope !== access);
  const lacking = has("insufficient_scope") && !has("invalid_api_key");
  const key = lacking ? await createKey(stage.service.db, stage.tenantId, otherScopes) : stage.api.key;
  const params = has("not_found") ? neverThere(request.params ?? {}) : (request.params ?? {});
  const query = { ...request.query, ...(has("validation_failed") && { unknown: "x" }) };
  const json =
    (has("malformed_json") ? "{" : JSON.stringify(request.body ?? {})) + (has("body_too_large") ? " ".repeat(1_048_577) : "");
  return fetch(stage.api.origin + pathOf(operations[told.id], params, query), {
    method: told.method,
    headers: {
      ...(!has("missing_api_key") && { "x-api-key": has("invalid_api_key") ? `${key}x` : key }),
      ...(takesBody(told) && { "content-type": has("unsupported_media_type") ? "text/plain" : "application/json" }),
    },
    ...(takesBody(told) && { body: json }),
  });
}

function neverThere(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, neverGiven(value)]));
}

function takesBody({ method }: Told): boolean {
  return method === "POST" || method === "PATCH";
}

/** The interactions of an unknown session are an answer, not a refusal. */
function takesRecord({ number }: Told, { params = {} }: Request): boolean {
  return number !== 19 && Object.keys(params).length > 0;
}
