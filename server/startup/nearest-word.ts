/** The word that needs the fewest letters added, removed or replaced to become this one. */
export function nearestWord(word: string, words: readonly string[]): string | undefined {
  return words.toSorted((one, other) => editsBetween(word, one) - editsBetween(word, other))[0];
}

function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [line, letter] of [...one].entries()) {
    const next = [line + 1];
    for (const [index, its] of [...other].entries()) {
      const replaced = at(row, index) + (letter === its ? 0 : 1);
      next.push(Math.min(replaced, at(row, index + 1) + 1, at(next, index) + 1));
    }
    row = next;
  }
  return at(row, other.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
