import { evidenceIn } from "../rendering/language/evidence";
import type { Language } from "../rendering/language/phrases";
import { likeliestLanguage } from "./words/likeliest-language";
import { type SynonymGroups, Synonyms } from "./words/synonyms";
import { askedWordOf, spelledWords } from "./words/words";

/** Questions that have this part of their weight in common, as the geometric mean of both, are about the same. */
const minSimilarity = 0.5;
const maxWords = 80;

type Group<Asked> = [Asked, ...Asked[]];

/** Groups questions by similarity, the largest group first. Each is compared with the first question of a group. `own`: the tenant's synonyms. */
export function* groupQuestions<Asked extends { text: string }>(
  questions: readonly Asked[],
  own: SynonymGroups,
): Generator<undefined, Group<Asked>[], undefined> {
  const synonyms = new Map<Language, Synonyms>();
  const meanings: Set<string>[] = [];
  const counts = new Map<string, number>();
  for (const { text } of questions) {
    const found = meaningsOf(text, own, synonyms);
    meanings.push(found);
    for (const meaning of found) counts.set(meaning, (counts.get(meaning) ?? 0) + 1);
    yield;
  }
  const rarity = (meaning: string) => Math.log(1 + questions.length / (counts.get(meaning) ?? 1));
  const weight = (some: Iterable<string>) => [...some].reduce((sum, meaning) => sum + rarity(meaning), 0);
  const groups: { members: Group<Asked>; weight: number }[] = [];
  const groupsWith = new Map<string, number[]>();
  /** By group, of the question that is compared. Long questions share words with all groups, so this must be cheap. */
  const shared = new Float64Array(questions.length);
  for (const [at, question] of questions.entries()) {
    const own = meanings[at] as Set<string>;
    const ownWeight = weight(own);
    const similar: number[] = [];
    for (const meaning of own) {
      const common = rarity(meaning);
      for (const group of groupsWith.get(meaning) ?? []) {
        if (shared[group] === 0) similar.push(group);
        (shared[group] as number) += common;
      }
      yield;
    }
    let best: number | undefined;
    let most = minSimilarity;
    for (const group of similar) {
      const similarity = (shared[group] as number) / Math.sqrt(ownWeight * (groups[group]?.weight ?? 0));
      if (similarity > most || (similarity === most && best === undefined)) [best, most] = [group, similarity];
      shared[group] = 0;
    }
    if (best !== undefined) groups[best]?.members.push(question);
    else {
      for (const meaning of own) {
        const known = groupsWith.get(meaning);
        if (known) known.push(groups.length);
        else groupsWith.set(meaning, [groups.length]);
      }
      groups.push({ members: [question], weight: ownWeight });
    }
    yield;
  }
  return groups.map(({ members }) => members).sort((one, other) => other.length - one.length);
}

function meaningsOf(text: string, own: SynonymGroups, known: Map<Language, Synonyms>): Set<string> {
  const language = likeliestLanguage(evidenceIn([text]));
  let synonyms = known.get(language);
  if (!synonyms) known.set(language, (synonyms = new Synonyms(language, own)));
  const words = spelledWords(text)
    .slice(0, maxWords)
    .map((word) => askedWordOf(word, language));
  const content = words.filter(({ isStopWord }) => !isStopWord);
  const groups = synonyms.groupsIn(content);
  const stems = content.map(({ stem }) => stem);
  for (const { name, at, length } of groups) stems.fill(name, at, at + length);
  // A question of stop words alone, such as "what is it", has its own words.
  return new Set(stems.length > 0 ? stems : words.map(({ stem }) => stem));
}
