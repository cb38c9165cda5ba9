import { expect } from "bun:test";
import type { Page } from "../../contract";
import { leastPage } from "../support/sentences/stage";
import { bounds, leftOut, type Told } from "../support/sentences/told";
import { metadataImages, metadataTexts, page, wholeMetadata } from "./resources";

const action = {
  purpose: "Book a demo",
  buttonTitle: "Book",
  actionType: "link",
  url: "https://acme.example/",
  actionId: "book",
};
const logo = { image: { altText: "Acme", url: "https://acme.example/logo.svg", fileId: "file_1", assetId: "asset_1" } };
const script = { content: "<script></script>", enabled: true, name: "Pixel", description: "Counts" };
const group = { id: "company", title: "Company", links: [{ id: "jobs", text: "Jobs", url: "/jobs" }] };

const whole = {
  ...leastPage,
  pageType: "sales_deck",
  actions: [action, { ...action, actionId: "call" }],
  actionCardWidgets: [{ type: "logos", title: "Customers", logos: [logo] }],
  footerLinks: [group],
  scripts: [script],
  headerActionId: "call",
  metadata: wholeMetadata,
};

const least = async () => ({ body: leastPage });
const full = async () => ({ body: whole });
const many = <Item>(length: number, item: (index: number) => Item) => Array.from({ length }, (_, index) => item(index));
const text = (length: number) => "x".repeat(length);
const url = {
  fits: [
    "https://a.example/?b={c}#d",
    "HTTP://a.example",
    "mailto:ada@a.example",
    "tel:+12",
    "/a/b",
    "a?b",
    "",
    `/${text(2_047)}`,
  ],
  refused: ["javascript:alert(1)", "JaVaScRiPt:x", "data:text/html,x", "vbscript:x", "file:///etc", `/${text(2_048)}`, null, 7],
};
const open = { fits: ["x", " Something ☕ new", "😀".repeat(64)], refused: ["", text(65), null, 7, leftOut] };
const name = { fits: ["", text(1_000)], refused: [text(1_001), null, 7] };

export const createPage: Told = {
  number: 6,
  id: "createPage",
  method: "POST",
  path: "/v0/pages",
  status: 201,
  answer: page,
  requests: [full, least],
  sentences: {
    ...bounds("createPage", least, {
      "name is required and has at least 1 character": {
        at: "body.name",
        fits: ["x", "😀".repeat(1_000)],
        refused: ["", text(1_001), null, 7, leftOut],
      },
      "pageContext is required and has at least 1 character": {
        at: "body.pageContext",
        fits: ["x", text(100_000)],
        refused: ["", text(100_001), null, 7, leftOut],
      },
      "pageType is inbound, outbound, call_followup, sales_deck or custom": {
        at: "body.pageType",
        fits: ["inbound", "outbound", "call_followup", "sales_deck", "custom", leftOut],
        refused: ["Inbound", "", "other", null, 7],
      },
      "brandId is required, a string": { at: "body.brandId", fits: ["", "brand ☕"], refused: [null, 7, leftOut] },
      "actions are required, up to 200": {
        at: "body.actions",
        fits: [[]],
        refused: [many(201, (index) => ({ ...action, actionId: `${index}` })), null, {}, leftOut],
      },
      "actionCardWidgets are required, up to 200": {
        at: "body.actionCardWidgets",
        fits: [[], many(200, () => ({ type: "logos", title: "", logos: [] }))],
        refused: [many(201, () => ({ type: "logos" })), null, leftOut],
      },
      "scripts are required, up to 200": {
        at: "body.scripts",
        fits: [[], many(200, () => script)],
        refused: [many(201, () => script), null, leftOut],
      },
      "footerLinks may be left out, up to 200": {
        at: "body.footerLinks",
        fits: [[], many(200, () => group), leftOut],
        refused: [many(201, () => group), null],
      },
      "metadata may be left out": { at: "body.metadata", fits: [wholeMetadata, leftOut], refused: [null, [], "x"] },
    }),

    ...bounds("createPage", full, {
      "an action's actionType is any string of 1 to 64 characters": { at: "body.actions[0].actionType", ...open },
      "an action's purpose is required": {
        at: "body.actions[0].purpose",
        fits: ["", text(100_000)],
        refused: [text(100_001), null, leftOut],
      },
      "an action's buttonTitle is required": { at: "body.actions[0].buttonTitle", ...name, refused: [...name.refused, leftOut] },
      "an action's url is http, https, mailto, tel or relative": {
        at: "body.actions[0].url",
        ...url,
        refused: [...url.refused, leftOut],
      },
      "an action's actionId may be left out": { at: "body.actions[0].actionId", fits: ["x", leftOut], refused: [null, 7] },
      "an action's actionId is unique in its page": {
        at: "body.actions[0].actionId",
        refused: ["call"],
        location: "body.actions[1].actionId",
      },
      "an action has no actionIndex to choose": { at: "body.actions[0].actionIndex", refused: [0] },
      "headerActionId names an action of the page, and may be left out": {
        at: "body.headerActionId",
        fits: ["book", "call", leftOut],
        refused: ["nobody", "", "Book", null, 7],
      },
      "a widget's type is any string of 1 to 64 characters": { at: "body.actionCardWidgets[0].type", ...open },
      "a widget's title is a string": { at: "body.actionCardWidgets[0].title", ...name },
      "a logo's url is http, https, mailto, tel or relative": { at: "body.actionCardWidgets[0].logos[0].image.url", ...url },
      "a footer link's url is http, https, mailto, tel or relative": { at: "body.footerLinks[0].links[0].url", ...url },
      "a footer link's text is required": {
        at: "body.footerLinks[0].links[0].text",
        ...name,
        refused: [...name.refused, leftOut],
      },
      "a footer link's id is required": { at: "body.footerLinks[0].links[0].id", fits: ["", "x"], refused: [null, 7, leftOut] },
      "a footer group's id is required": { at: "body.footerLinks[0].id", fits: ["", "x"], refused: [null, 7, leftOut] },
      "a footer group's title is required": { at: "body.footerLinks[0].title", ...name, refused: [...name.refused, leftOut] },
      "a footer group's links are required, up to 200": {
        at: "body.footerLinks[0].links",
        fits: [[], many(200, () => group.links[0])],
        refused: [many(201, () => group.links[0]), null, leftOut],
      },
      "a widget's logos are up to 200": {
        at: "body.actionCardWidgets[0].logos",
        fits: [[], many(200, () => logo)],
        refused: [many(201, () => logo), null],
      },
      "metadata robots are up to 200": {
        at: "body.metadata.robots",
        fits: [[], many(200, () => "noindex")],
        refused: [many(201, () => "noindex"), "noindex", null],
      },
      "a script's content is required, up to 200,000 characters": {
        at: "body.scripts[0].content",
        fits: ["", text(200_000)],
        refused: [text(200_001), null, leftOut],
      },
      "a script's enabled is required, a boolean": {
        at: "body.scripts[0].enabled",
        fits: [true, false],
        refused: ["true", 1, null, leftOut],
      },
      "a script's name is required": { at: "body.scripts[0].name", ...name, refused: [...name.refused, leftOut] },
      "a script's description is required": { at: "body.scripts[0].description", fits: [""], refused: [null, 7, leftOut] },
      "metadata keywords are strings, up to 200": {
        at: "body.metadata.keywords",
        fits: [[], many(200, () => "anvil")],
        refused: [many(201, () => "anvil"), "anvil", null],
      },
      "metadata urls are http, https, mailto, tel or relative": { at: "body.metadata.canonicalUrl", ...url },
    }),

    "metadata takes no image url or file-id": async (stage) => {
      for (const field of metadataImages)
        expect(await stage.refusal("createPage", { body: { ...leastPage, metadata: { title: "x", [field]: "x" } } })).toBe(
          `422 validation_failed body.metadata.${field}`,
        );
    },

    "metadata texts are strings, each of them": async (stage) => {
      for (const field of metadataTexts)
        expect(await stage.refusal("createPage", { body: { ...leastPage, metadata: { [field]: 7 } } })).toBe(
          `422 validation_failed body.metadata.${field}`,
        );
    },

    "is a draft that nothing has happened to": async (stage) => {
      const made = await stage.page();
      expect(made).toMatchObject({
        status: "draft",
        audiencesCount: 0,
        archivedAt: null,
        deletedAt: null,
        updatedAt: made.createdAt,
      });
      expect(await stage.api.call("getPage", { params: { page_id: made.pageId } })).toEqual(made);
    },

    "everything comes back as it was sent, actionIndex is the position": async (stage) => {
      const { body } = await stage.send("createPage", { body: whole });
      const actions = whole.actions.map((sent, actionIndex) => ({ ...sent, actionIndex }));
      expect(body).toMatchObject({ ...whole, actions });
    },

    "pageType defaults to inbound, footerLinks and robots to empty": async (stage) => {
      const { pageType, ...rest } = leastPage;
      const { body } = await stage.send("createPage", { body: { ...rest, metadata: {} } });
      expect(body).toMatchObject({ pageType: "inbound", footerLinks: [], metadata: { robots: [] } });
    },

    "headerActionId and metadata are left out when there are none": async (stage) => {
      const made = await stage.page();
      expect("headerActionId" in made || "metadata" in made).toBe(false);
    },

    "title is that of the metadata, else the name": async (stage) => {
      expect((await stage.page({ name: "Spring" })).title).toBe("Spring");
      expect((await stage.page({ metadata: { author: "Ada" } })).title).toBe("Spring");
      expect((await stage.page({ metadata: { title: "Anvils ☕" } })).title).toBe("Anvils ☕");
    },

    "an actionId that is left out is made up, each another": async (stage) => {
      const { actionId, ...unnamed } = action;
      const { actions } = await stage.page({ actions: [unnamed, unnamed, action] });
      expect(actions.map(({ actionIndex }) => actionIndex)).toEqual([0, 1, 2]);
      expect(new Set(actions.map((made) => made.actionId)).size).toBe(3);
      expect(actions[0]?.actionId).toMatch(/^action_[0-9a-z]{26}$/);
    },

    "audiencesCount counts audiences that are not archived": async (stage) => {
      const made = await stage.page();
      const [first] = [await stage.audience({}, made), await stage.audience({}, made)];
      expect(await stage.audiencesCount(first)).toBe(2);
      await stage.archive(first);
      expect(await stage.audiencesCount(first)).toBe(1);
    },

    "says everything that is wrong at once": async (stage) => {
      const body = { ...whole, name: "", headerActionId: "x", actions: [{ ...action, url: "data:x", more: 1 }], pageType: "x" };
      expect(await stage.refusal("createPage", { body, query: { a: "b" } })).toBe(
        "422 validation_failed body.actions[0].more body.actions[0].url body.headerActionId body.name body.pageType query.a",
      );
    },

    "status, title and other fields of the answer can't be sent": async (stage) => {
      const made: Page = await stage.page();
      for (const field of ["pageId", "title", "status", "audiencesCount", "createdAt", "archivedAt", "deletedAt"] as const)
        expect(await stage.refusal("createPage", { body: { ...leastPage, [field]: made[field] } })).toBe(
          `422 validation_failed body.${field}`,
        );
    },
  },
};
