import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { type Bits, hasPlace } from "../../server/search/encoding/places";
import { placeOf, posting } from "../../server/search/encoding/posting";
import {
  appendedPostings,
  changedPostings,
  decodePostings,
  encodePostings,
  placesWithWord,
} from "../../server/search/encoding/postings";

/** How many of a block's places have a term, from few to all, and how far into a text it occurs. */
const terms = fc.record({
  places: fc.integer({ min: 1, max: 600 }),
  density: fc.constantFrom(0.01, 0.2, 0.5, 1),
  times: fc.integer({ min: 1, max: 6 }),
  furthest: fc.constantFrom(20, 78, 5_000, 900_000),
  seed: fc.integer(),
});

function draw({ places, density, times, furthest, seed }: typeof terms extends fc.Arbitrary<infer T> ? T : never): number[] {
  const random = fc.sample(fc.double({ min: 0, max: 1, noNaN: true, noDefaultInfinity: true }), { numRuns: 200, seed });
  let drawn = 0;
  const next = () => random[(drawn += 1) % random.length] as number;
  const entries = new Set<number>();
  for (let place = 0; place < places; place += 1) {
    if (next() > density) continue;
    for (let time = 0; time < times; time += 1) entries.add(posting(place, Math.floor(next() * furthest)));
  }
  return [...entries].sort((one, other) => one - other);
}

function bitsOf(places: readonly number[]): Bits {
  const bits = new Uint8Array(((places.at(-1) ?? 0) >> 3) + 1);
  for (const place of places) bits[place >> 3] = (bits[place >> 3] as number) | (1 << (place & 7));
  return bits;
}

test("postings are read as they were written, all of them or those of some places", () => {
  fc.assert(
    fc.property(terms, fc.array(fc.nat(700)), (term, some) => {
      const postings = draw(term);
      const text = encodePostings(postings);
      expect(text).not.toMatch(/[\n ]/);
      expect([...decodePostings(text)]).toEqual(postings);
      const places = bitsOf(some.toSorted((one, other) => one - other));
      expect([...decodePostings(text, places)]).toEqual(postings.filter((entry) => hasPlace(places, placeOf(entry))));
    }),
  );
});

test("postings are the same whether they were added at once, in turn, or with others that were removed", () => {
  fc.assert(
    fc.property(terms, fc.array(fc.nat(600)), (term, removed) => {
      const postings = draw(term);
      const gone = new Set(removed);
      const groups = [...Map.groupBy(postings, (entry) => Math.floor(placeOf(entry) / 150)).values()];
      const added = groups.reduce(appendedPostings, "");
      expect([...decodePostings(added)]).toEqual(postings);
      const left = encodePostings(changedPostings(decodePostings(added), gone, []));
      expect([...decodePostings(left)]).toEqual(postings.filter((entry) => !gone.has(placeOf(entry))));
    }),
  );
});

test("a word is found where its terms have their distances, however dense each is", () => {
  fc.assert(
    fc.property(terms, terms, fc.constantFrom(1, 3), fc.array(fc.nat(600)), (one, other, distance, some) => {
      const [first, second] = [draw(one), draw(other)];
      // Every second place of the first has the second where the word needs it.
      const word = first.filter((entry) => placeOf(entry) % 2 === 0).map((entry) => entry + distance);
      const following = [...new Set([...second, ...word])].sort((a, b) => a - b);
      const among = some.length < 3 ? undefined : bitsOf(some.toSorted((a, b) => a - b));
      const { places: found } = placesWithWord(
        [
          { postings: encodePostings(first), offset: 0 },
          { postings: encodePostings(following), offset: distance },
        ],
        among,
      );
      const places = new Set(first.filter((entry) => following.includes(entry + distance)).map(placeOf));
      for (let place = 0; place < 600; place += 1) {
        expect(hasPlace(found, place)).toBe(places.has(place) && (among === undefined || hasPlace(among, place)));
      }
    }),
    { numRuns: 40 },
  );
});

test("postings of earlier releases, in runs, are read and added to", () => {
  // Places 0 to 3, 4 and 5, each with position 7.
  const [first, second] = [
    [0, 7, 1, 7, 1, 7, 1, 7],
    [4, 7, 1, 7],
  ].map((bytes) => Buffer.from(bytes).toString("base64"));
  const before = `${first},${second}`;
  const expected = [0, 1, 2, 3, 4, 5].map((place) => posting(place, 7));
  expect([...decodePostings(before)]).toEqual(expected);
  const many = Array.from({ length: 400 }, (_, index) => posting(6 + index, 7));
  expect([...decodePostings(appendedPostings(before, many))]).toEqual([...expected, ...many]);
});

test("a run that is longer than any before is read whole", () => {
  for (const times of [20_000, 60_000, 180_000]) {
    const postings = Array.from({ length: times }, (_, at) => posting(3, at));
    expect(decodePostings(encodePostings(postings))).toEqual(Float64Array.from(postings));
  }
});

test("a text that repeats a term without end takes no longer for each time", () => {
  const repeated = Array.from({ length: 200 }, (_, place) => Array.from({ length: 2_000 }, (_, at) => posting(place, at))).flat();
  const text = encodePostings(repeated);
  expect(text.split(",").length).toBeLessThanOrEqual(5);
  expect(decodePostings(text).length).toBe(repeated.length);
});
