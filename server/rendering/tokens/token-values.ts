import type { TokenName } from "../../../contract";

type Names<Group extends string> = TokenName extends infer Name
  ? Name extends `${Group}.${infer Field}`
    ? Field
    : never
  : never;
type Group<Name extends string> = Record<Names<Name>, string | null>;

/** What tokens are filled in with; null is missing, and gives way to a token's default. */
export interface Values {
  person: Group<"person">;
  account: Group<"account">;
  page: Group<"page">;
  audience: Group<"audience">;
}
