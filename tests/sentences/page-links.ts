import { expect } from "bun:test";
import type { PageLink } from "../../contract";
import type { Stage } from "../support/sentences/stage";
import { bounds, leftOut, type Prepare, type Told } from "../support/sentences/told";
import { pageLink } from "./resources";

const at = ({ pageLinkId }: PageLink) => ({ params: { page_link_id: pageLinkId } });
const newDomain = async (stage: Stage, domain = "pages.acme.example") =>
  (await stage.api.call("createDomain", { body: { domain } })).domainId;

const changing: Prepare = async (stage) => {
  const link = await stage.link("/spring");
  return { ...at(link), body: { path: "/summer", target: link.target, tenantDomainId: await newDomain(stage) } };
};
const nothing: Prepare = async (stage) => ({ ...at(await stage.link("/autumn")), body: {} });

export const updatePageLink: Told = {
  number: 13,
  id: "updatePageLink",
  method: "PATCH",
  path: "/v0/page_links/{page_link_id}",
  status: 200,
  answer: pageLink,
  requests: [changing, nothing],
  conflict: {
    code: "path_taken",
    prepare: async (stage) => {
      await stage.link("/taken");
      return { ...at(await stage.link("/free")), body: { path: "/taken" } };
    },
  },
  sentences: {
    ...bounds("updatePageLink", changing, {
      "tenantDomainId is a domain of the tenant or null, and may be left out": {
        at: "body.tenantDomainId",
        fits: [null, leftOut],
        refused: ["", "domain_00000000000000000000000000", 7],
      },
      "path has at least 1 character, and may be left out": {
        at: "body.path",
        fits: ["/x", `/${"x".repeat(2_047)}`, leftOut],
        refused: ["", `/${"x".repeat(2_048)}`, null, 7],
      },
      "path has no ., .., query or fragment": {
        at: "body.path",
        refused: ["/a?b", "/a#b", "/a/../b", "/./a", "/a/%2e%2E/b", "/..", "/a//b", "/a\\b", "/a%2fb"],
      },
      "target may be left out, and is whole when it is there": { at: "body.target", fits: [leftOut], refused: [null, "x", []] },
      "target.targetType is any string of 1 to 64 characters": {
        at: "body.target.targetType",
        fits: ["x", " Something ☕ new", "😀".repeat(64)],
        refused: ["", "x".repeat(65), null, 7, leftOut],
      },
      "target.audienceId must exist in the tenant": {
        at: "body.target.audienceId",
        refused: ["", "audience_00000000000000000000000000", null, 7, leftOut],
      },
      "target has nothing else": { at: "body.target.pageId", refused: ["x"] },
    }),

    "changes what is sent and nothing else; null is the service's own host": async (stage) => {
      const before = await stage.link("/a");
      const tenantDomainId = await newDomain(stage);
      const target = { targetType: "deck", audienceId: (await stage.audience()).audienceId };
      let expected = before;
      for (const body of [{ path: "/b" }, { tenantDomainId }, { target }, { tenantDomainId: null }]) {
        stage.service.advance(1_000);
        const after = await stage.api.call("updatePageLink", { ...at(before), body });
        expect(after).toEqual({ ...expected, ...body, updatedAt: after.updatedAt });
        expect(after.updatedAt > expected.updatedAt).toBe(true);
        expected = after;
      }
      expect(await stage.api.call("getPageLink", at(before))).toEqual(expected);
    },

    "path is kept in one spelling: a leading slash, none at the end, decoded": async (stage) => {
      const link = await stage.link("/a");
      const spellings = { "b/c": "/b/c", "/b/c/": "/b/c", "/%62/%63": "/b/c", "/caf%C3%A9": "/café", "/cafe\u0301": "/café" };
      for (const [spelling, path] of Object.entries(spellings))
        expect(`${spelling}: ${(await stage.api.call("updatePageLink", { ...at(link), body: { path: spelling } })).path}`).toBe(
          `${spelling}: ${path}`,
        );
    },

    "path is unique for its domain among links that are not deleted, in whatever spelling": async (stage) => {
      const tenantDomainId = await newDomain(stage);
      const holder = await stage.link("/taken");
      const link = await stage.link("/free");
      for (const path of ["/taken", "taken/", "/%74aken"])
        expect(await stage.refusal("updatePageLink", { ...at(link), body: { path } })).toBe("409 path_taken");
      expect((await stage.api.call("getPageLink", at(link))).path).toBe("/free");
      await stage.api.call("updatePageLink", { ...at(link), body: { path: "/taken", tenantDomainId } });
      expect(await stage.refusal("updatePageLink", { ...at(link), body: { tenantDomainId: null } })).toBe("409 path_taken");
      await stage.api.call("deletePageLink", at(holder));
      const moved = await stage.api.call("updatePageLink", { ...at(link), body: { tenantDomainId: null } });
      expect(moved).toMatchObject({ path: "/taken", tenantDomainId: null });
    },

    "audience and domain of another tenant are 422": async (stage) => {
      const stranger = await stage.stranger();
      const target = { targetType: "audience", audienceId: (await stranger.audience()).audienceId };
      const body = { target, tenantDomainId: await newDomain(stranger, "theirs.example") };
      expect(await stage.refusal("updatePageLink", { ...at(await stage.link("/a")), body })).toBe(
        "422 validation_failed body.target.audienceId body.tenantDomainId",
      );
    },

    "creating an audience also creates its link": async (stage) => {
      const { audienceId } = await stage.audience();
      const { items } = await stage.api.call("listPageLinks", { query: { audienceId } });
      expect(items).toEqual([expect.objectContaining({ target: { targetType: "audience", audienceId }, tenantDomainId: null })]);
    },
  },
};
