import type { Dialect } from "../../dialects";
import { assets } from "./pages-and-audiences/assets";
import { audiences } from "./pages-and-audiences/audiences";
import { domainsAndLinks } from "./pages-and-audiences/domains-and-links";
import { jobs } from "./pages-and-audiences/jobs";
import { messages } from "./pages-and-audiences/messages";
import { pages } from "./pages-and-audiences/pages";
import { sessions } from "./pages-and-audiences/sessions";
import { trash } from "./pages-and-audiences/trash";
import { versions } from "./pages-and-audiences/versions";
import { webhookSubscriptions } from "./pages-and-audiences/webhook-subscriptions";

/** Everything a page is made of, who it is for, and the work that is done on it: one migration, in this order. */
export function pagesAndAudiences(dialect: Dialect): string[] {
  return [
    ...installation(dialect),
    ...pages(dialect),
    ...audiences(dialect),
    ...versions(dialect),
    ...messages(dialect),
    ...domainsAndLinks(dialect),
    ...webhookSubscriptions(dialect),
    ...assets(dialect),
    ...trash(dialect),
    ...sessions(dialect),
    ...jobs(dialect),
  ];
}

function installation({ text, tableOptions }: Dialect): string[] {
  return [`CREATE TABLE installation (name ${text} NOT NULL, value ${text} NOT NULL, PRIMARY KEY (name)) ${tableOptions}`];
}
