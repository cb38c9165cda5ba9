import type { Access, Found } from "../../../contract";
import type { Handler, ReadContext } from "../../context";
import { queryWords } from "../../search/text";
import { foundAccounts } from "../accounts";
import { foundAudiences } from "../audiences";
import { foundPages } from "../pages";
import { filteredPersons } from "../persons";
import { foundTopics } from "../topics";

const defaultLimit = 5;

type Finder = (ctx: ReadContext, query: string, limit: number) => Promise<Found[]>;

export const search: Handler<"search"> = async (ctx, { query: { query = "", perKind = defaultLimit } }) => {
  if (queryWords(query).length === 0) return { results: [] };
  const held = ctx.actor.scopes;
  const allowed = finders.filter(([access]) => held.includes("*") || held.includes(access));
  const found = await Promise.all(allowed.map(([, find]) => find(ctx, query, perKind)));
  return { results: found.flat() };
};

const finders: readonly [Access, Finder][] = [
  [
    "pages:read",
    async (ctx, query, limit) =>
      (await foundPages(ctx, query, limit)).map(({ page_id, name, title, status }) =>
        toFound("page", page_id, name, title === name ? status : title),
      ),
  ],
  [
    "audiences:read",
    async (ctx, query, limit) =>
      (await foundAudiences(ctx, query, limit)).map(({ audienceId, name, pageId }) => ({
        ...toFound("audience", audienceId, name, null),
        pageId,
      })),
  ],
  [
    "persons:read",
    async (ctx, query, limit) => {
      const { read } = await filteredPersons(ctx, { query });
      return (await read(undefined, limit)).map(({ personId, name, email }) => toFound("person", personId, name, email));
    },
  ],
  [
    "accounts:read",
    async (ctx, query, limit) =>
      (await foundAccounts(ctx, query, limit)).map(({ account_id, name, domain }) =>
        toFound("account", account_id, name ?? domain, domain),
      ),
  ],
  [
    "topics:read",
    async (ctx, query, limit) =>
      (await foundTopics(ctx, query, limit)).map(({ topic_id, title, purpose }) => toFound("topic", topic_id, title, purpose)),
  ],
];

function toFound(kind: Found["kind"], id: string, title: string, detail: string | null): Found {
  return { kind, id, title, detail, pageId: null };
}
