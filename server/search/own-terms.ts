import type { Reading, Writing } from "../context";
import { sql } from "../storage/sql";
import { mayBeCommon } from "./common-words";
import { bucketOf, ownBucketOf } from "./terms";
import { pieceLength } from "./text";

/** The row of a block with the list of its terms that have rows of their own. The rows of other terms have numbers. */
const ownTermsBucket = "own";

/** The terms of a block that have rows of their own: long ones, and common words. */
export class OwnTerms {
  readonly #words: LetterTree = new Map();

  constructor(readonly terms: ReadonlySet<string>) {
    for (const term of terms) if (mayBeCommon(term)) addWord(this.#words, term);
  }

  bucketOf(term: string): string {
    return this.terms.has(term) ? ownBucketOf(term) : bucketOf(term);
  }

  /** Adds the common words that a text has to `found`, a piece of it at a time, as `eachTerm` does. */
  *eachWord(text: string, found: Set<string>): Generator<void, void, undefined> {
    for (let from = 0; from < text.length; from += pieceLength) {
      for (let at = from; at < Math.min(from + pieceLength, text.length); at += 1) {
        let node = this.#words.get(text.charCodeAt(at));
        for (let next = at + 1; node !== undefined; next += 1) {
          if (node.word !== undefined) found.add(node.word);
          node = node.following.get(text.charCodeAt(next));
        }
      }
      yield;
    }
  }
}

/** Words letter by letter: how long it takes to find those of a text does not depend on how many there are. */
type LetterTree = Map<number, { word: string | undefined; following: LetterTree }>;

function addWord(tree: LetterTree, word: string): void {
  let following = tree;
  for (let at = 0; at < word.length; at += 1) {
    const code = word.charCodeAt(at);
    const node = following.get(code) ?? { word: undefined, following: new Map() };
    following.set(code, node);
    if (at === word.length - 1) node.word = word;
    following = node.following;
  }
}

export async function readOwnTerms({ db, tenantId }: Reading, kind: string, block: number): Promise<OwnTerms> {
  const row = await db.first<{ terms: string }>(sql`
    SELECT terms FROM search_terms
    WHERE tenant_id = ${tenantId} AND kind = ${kind} AND bucket = ${ownTermsBucket} AND block = ${block}`);
  return new OwnTerms(new Set(row?.terms.split(" ").filter(Boolean)));
}

export async function writeOwnTerms({ db, tenantId }: Writing, kind: string, block: number, terms: Iterable<string>) {
  await db.run(sql`
    INSERT INTO search_terms (tenant_id, kind, bucket, block, terms)
    VALUES (${tenantId}, ${kind}, ${ownTermsBucket}, ${block}, ${[...terms].join(" ")})
    ON CONFLICT (tenant_id, kind, bucket, block) DO UPDATE SET terms = excluded.terms`);
}
