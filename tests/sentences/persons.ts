import { expect } from "bun:test";
import type { Person } from "../../contract";
import { addToCounter } from "../../server/storage/counters";
import { bounds, leftOut, type Told } from "../support/sentences/told";
import { listSentences } from "./lists";
import { countOrNull, envelope, person } from "./resources";

const whole = {
  name: "Ada Lovelace",
  email: "ada@acme.example",
  domain: "acme.example",
  phoneNumber: "+14155550123",
  linkedinProfileUrl: "https://www.linkedin.com/in/ada",
};
const nulls = { email: null, domain: null, phoneNumber: null, linkedinProfileUrl: null };
const least = async () => ({ body: { name: "Ada" } });

export const createPerson: Told = {
  number: 12,
  id: "createPerson",
  method: "POST",
  path: "/v0/persons",
  status: 201,
  answer: person,
  requests: [async () => ({ body: whole }), least],
  sentences: {
    ...bounds("createPerson", least, {
      "name is required and has 1 to 255 characters": {
        at: "body.name",
        fits: ["x", " Zoë \u{1f469}\u200d\u{1f680} ", "😀".repeat(255)],
        refused: ["", "x".repeat(256), "😀".repeat(256), null, 7, leftOut],
      },
      "email must look like one, and may be left out": {
        at: "body.email",
        fits: ["a@b.example", "Ada+Foyer@Mail.Acme.example", leftOut],
        refused: ["", "ada", "ada@", "@acme.example", "a b@acme.example", "ada@acme", "a@b@c.example", null, 7],
      },
      "domain has at least 1 character, and may be left out": {
        at: "body.domain",
        fits: ["a.example", leftOut],
        refused: ["", " ", "not a domain", "acme", "1.2.3.4", null, 7],
      },
      "phoneNumber is + and 2 to 15 digits, the first not 0, and may be left out": {
        at: "body.phoneNumber",
        fits: ["+12", "+123456789012345", leftOut],
        refused: ["+1", "+1234567890123456", "+0123", "14155550123", "+1 415", "+", "", "+12\n", "+１２", null, 12],
      },
      "linkedinProfileUrl has at least 1 character, is safe to open, and may be left out": {
        at: "body.linkedinProfileUrl",
        fits: ["x", "https://www.linkedin.com/in/ada", "/in/ada", `/${"x".repeat(2_047)}`, leftOut],
        refused: ["", `/${"x".repeat(2_048)}`, "javascript:alert(1)", "JaVaScript:alert(1)", "data:text/html,x", null, 7],
      },
    }),

    "shows what was sent, and null for what was not": async (stage) => {
      expect(await stage.person(whole)).toMatchObject(whole);
      expect(await stage.person({ name: "Grace" })).toMatchObject({ name: "Grace", ...nulls });
    },

    "slug is made from the name and unique with a numeric suffix": async (stage) => {
      const slugs: string[] = [];
      for (const name of ["Zoë Ångström", "Zoe Angstrom", "zoe angstrom"]) slugs.push((await stage.person({ name })).slug);
      expect(slugs[0]).toBe("zoe-angstrom");
      for (const [index, slug] of slugs.slice(1).entries()) expect(slug).toBe(`zoe-angstrom-${index + 2}`);
    },

    "domain is kept in canonical form": async (stage) => {
      for (const spelling of ["ACME.example", "https://www.acme.example:8443/a?b#c", "acme.example."])
        expect((await stage.person({ domain: spelling })).domain).toBe("acme.example");
      expect((await stage.person({ domain: "bücher.example" })).domain).toBe("xn--bcher-kva.example");
    },

    "without domain it is taken from a business e-mail, not from a free-mail provider": async (stage) => {
      expect((await stage.person({ email: "ada@WWW.Acme.example" })).domain).toBe("acme.example");
      expect((await stage.person({ email: "ada@acme.example", domain: "other.example" })).domain).toBe("other.example");
      for (const provider of ["gmail.com", "Outlook.com", "yahoo.co.uk", "gmx.de"])
        expect((await stage.person({ email: `ada@${provider}` })).domain).toBeNull();
    },

    "creates the account of a new domain, once": async (stage) => {
      await stage.person({ domain: "acme.example" });
      await stage.person({ email: "grace@acme.example" });
      const { items } = await stage.api.call("listAccounts", {});
      expect(items.map(({ domain }) => domain)).toEqual(["acme.example"]);
    },

    "two persons may share an e-mail": async (stage) => {
      const [first, second] = [await stage.person(whole), await stage.person(whole)];
      expect(second.email).toBe(first.email);
      expect(second.personId).not.toBe(first.personId);
    },

    "says everything that is wrong at once": async (stage) => {
      const body = { name: "", email: "x", domain: "", phoneNumber: "1", linkedinProfileUrl: "", extra: 1 };
      const fields = Object.keys(body).map((field) => `body.${field}`);
      expect(await stage.refusal("createPerson", { body })).toBe(`422 validation_failed ${fields.sort().join(" ")}`);
    },
  },
};

export const listPersons: Told = {
  number: 15,
  id: "listPersons",
  method: "GET",
  path: "/v0/persons",
  status: 200,
  answer: envelope(person, countOrNull),
  requests: [
    async (stage) => {
      await stage.person(whole);
      await stage.person();
      return {};
    },
    async () => ({ query: { limit: 1 } }),
  ],
  sentences: {
    ...listSentences({
      id: "listPersons",
      add: async (stage) => (await stage.person()).personId,
      idField: "personId",
      first: "newest",
    }),

    "totalCount is exact up to 10,000 and null above": async (stage) => {
      const { db } = stage.service;
      await db.transaction((tx) => addToCounter(tx, db.dialect, stage.tenantId, "persons", 9_999));
      const totals: (number | null)[] = [];
      for (let count = 0; count < 2; count += 1) {
        await stage.person();
        totals.push((await stage.api.call("listPersons", { query: { limit: 1 } })).totalCount);
      }
      expect(totals).toEqual([10_000, null]);
    },

    "shows persons as they were made": async (stage) => {
      const made = [await stage.person(), await stage.person(whole)];
      expect((await stage.api.call("listPersons", {})).items).toEqual(made.reverse());
    },
  },
};

const asked = ({ personId }: Person) => ({ params: { person_id: personId } });

export const getPerson: Told = {
  number: 18,
  id: "getPerson",
  method: "GET",
  path: "/v0/persons/{person_id}",
  status: 200,
  answer: person,
  requests: [async (stage) => asked(await stage.person(whole)), async (stage) => asked(await stage.person())],
  sentences: {
    "shows the person as it was made": async (stage) => {
      const made = await stage.person(whole);
      expect(await stage.api.call("getPerson", asked(made))).toEqual(made);
    },
    "e-mail, domain, phone number and profile are there and null when there is none": async (stage) => {
      expect(await stage.api.call("getPerson", asked(await stage.person()))).toMatchObject(nulls);
    },
    "text comes back byte for byte": async (stage) => {
      const name = " e\u0301 \u00e9 \u05d0\u200f \"'\\ \u2028 \u{1f469}\u200d\u{1f680} ";
      expect((await stage.api.call("getPerson", asked(await stage.person({ name })))).name).toBe(name);
    },
    "another tenant's person, and an erased one, is 404": async (stage) => {
      const theirs = await (await stage.stranger()).person();
      const erased = await stage.person();
      await stage.api.call("deletePerson", asked(erased));
      for (const gone of [theirs, erased]) expect(await stage.refusal("getPerson", asked(gone))).toBe("404 not_found");
    },
  },
};
