import { expect } from "bun:test";
import type { Stage } from "../support/sentences/stage";
import { bounds, leftOut, type Told } from "../support/sentences/told";
import { account, accountLog } from "./resources";

const renaming = async (stage: Stage) => ({
  params: { account_id: (await stage.account()).accountId },
  body: { name: "Acme" },
});

/** An account with everything: persons, and something that happened. */
async function busyAccount(stage: Stage) {
  const busy = await stage.account("busy.example");
  await stage.person({ domain: "busy.example", email: "ada@busy.example", phoneNumber: "+12" });
  await stage.person({ domain: "busy.example" });
  await stage.log(busy);
  return { params: { account_id: busy.accountId }, body: { name: "Busy" } };
}

export const updateAccount: Told = {
  number: 2,
  id: "updateAccount",
  method: "PATCH",
  path: "/v0/accounts/{account_id}",
  status: 200,
  answer: account,
  requests: [renaming, busyAccount],
  sentences: {
    ...bounds("updateAccount", renaming, {
      "name is required and has 1 to 255 characters": {
        at: "body.name",
        fits: ["x", "😀".repeat(255)],
        refused: ["", "x".repeat(256), "😀".repeat(256), null, 7, ["x"], leftOut],
      },
    }),

    "name and updatedAt change, nothing else does": async (stage) => {
      const before = await stage.account();
      stage.service.advance(1_000);
      const renamed = await stage.api.call("updateAccount", { params: { account_id: before.accountId }, body: { name: "Acme" } });
      expect(renamed).toEqual({ ...before, name: "Acme", updatedAt: renamed.updatedAt });
      expect(renamed.updatedAt > before.updatedAt).toBe(true);
      expect(await stage.api.call("getAccount", { params: { account_id: before.accountId } })).toEqual(renamed);
    },

    "an account exists for every person's domain, in canonical form, without a name": async (stage) => {
      const person = await stage.person({ domain: "HTTPS://www.Bücher.example.:443/path" });
      const { items } = await stage.api.call("listAccounts", {});
      const expected = { domain: "xn--bcher-kva.example", name: null, latestActivityAt: null, linkedPersons: [person] };
      expect(items).toEqual([expect.objectContaining(expected)]);
    },

    "linkedPersons are all persons of the domain, newest first": async (stage) => {
      const { accountId } = await stage.account("acme.example");
      const first = await stage.person({ domain: "acme.example" });
      await stage.person({ domain: "other.example" });
      const second = await stage.person({ email: "grace@acme.example" });
      const { linkedPersons } = await stage.api.call("updateAccount", {
        params: { account_id: accountId },
        body: { name: "Acme" },
      });
      expect(linkedPersons).toEqual([second, first]);
    },

    "latestActivityAt is the last log entry, null before": async (stage) => {
      const made = await stage.account();
      expect(made.latestActivityAt).toBeNull();
      const { createdAt } = await stage.log(made);
      const { latestActivityAt } = await stage.api.call("updateAccount", {
        params: { account_id: made.accountId },
        body: { name: "A" },
      });
      expect(latestActivityAt).toBe(createdAt);
    },
  },
};

async function logged(stage: Stage) {
  const made = await stage.account();
  const { accountLogId } = await stage.log(made, { payload: { deep: [1, "two", null, { three: 3 }] }, idempotencyKey: "k" });
  return { params: { account_id: made.accountId, account_log_id: accountLogId } };
}

async function sparselyLogged(stage: Stage) {
  const made = await stage.account("sparse.example");
  return { params: { account_id: made.accountId, account_log_id: (await stage.log(made)).accountLogId } };
}

const logging = async (stage: Stage) => ({
  params: { account_id: (await stage.account()).accountId },
  body: { source: "crm", type: "note", payload: {} },
});
const slugs = {
  fits: ["a", "0", "a-b-0", "x".repeat(100)],
  refused: ["", "x".repeat(101), "A", "a_b", "a--b", "-a", "a-", "a b", "é", null, leftOut],
};

export const getAccountLog: Told = {
  number: 11,
  id: "getAccountLog",
  method: "GET",
  path: "/v0/accounts/{account_id}/logs/{account_log_id}",
  status: 200,
  answer: accountLog,
  requests: [logged, sparselyLogged],
  sentences: {
    ...bounds("createAccountLog", logging, {
      "source has 1 to 100 characters, lowercase groups joined by single hyphens": { at: "body.source", ...slugs },
      "type has 1 to 100 characters, lowercase groups joined by single hyphens": { at: "body.type", ...slugs },
      "payload is an object": { at: "body.payload", fits: [{}, { a: { b: [] } }], refused: [[], "x", null, leftOut] },
    }),
    ...bounds(
      "createAccountLog",
      async (stage) => ({ ...(await logging(stage)), body: { source: "a", type: "b", payload: {} } }),
      {
        "idempotencyKey has 1 to 255 characters": {
          at: "body.idempotencyKey",
          fits: ["x", "😀".repeat(255)],
          refused: ["", "x".repeat(256)],
        },
      },
    ),

    "idempotencyKey, updatedAt and deletedAt are null when there is none": async (stage) => {
      const { body } = await stage.send("getAccountLog", await sparselyLogged(stage));
      expect(body).toMatchObject({ idempotencyKey: null, updatedAt: null, deletedAt: null });
    },

    "the same idempotencyKey and content is the same entry (200), other content 409": async (stage) => {
      const { params, body } = await logging(stage);
      const add = (payload: object) =>
        stage.send("createAccountLog", { params, body: { ...body, payload, idempotencyKey: "k" } });
      const first = await add({ a: 1 });
      const again = await add({ a: 1 });
      expect([first.status, again.status, (await add({ a: 2 })).status]).toEqual([201, 200, 409]);
      expect(again.body).toEqual(first.body);
    },

    "a deleted entry can still be read, with deletedAt": async (stage) => {
      const { params } = await logged(stage);
      const before = await stage.api.call("getAccountLog", { params });
      await stage.api.call("deleteAccountLog", { params });
      const after = await stage.api.call("getAccountLog", { params });
      expect(after).toEqual({ ...before, deletedAt: after.deletedAt, updatedAt: after.updatedAt });
      expect(after.deletedAt).toMatch(/^\+\d+$/);
    },

    "an entry of another account is 404": async (stage) => {
      const { params } = await logged(stage);
      const { accountId } = await stage.account("other.example");
      expect(await stage.refusal("getAccountLog", { params: { ...params, account_id: accountId } })).toBe("404 not_found");
    },
  },
};
