import { beforeAll, expect, test } from "bun:test";
import { told } from "../sentences";
import { exactSentence, generalSentences } from "../sentences/general";
import { onBothEngines } from "../support/database/engines";
import { Stage } from "../support/sentences/stage";
import { useService } from "../support/service/service";

const fewestSentences = 4;

onBothEngines("the contract's own sentences", (engine) => {
  const service = useService(engine);
  const resting = useService(engine);
  beforeAll(() => resting().service.drain());

  for (const operation of told) {
    const { number, sentences } = operation;
    for (const [name, sentence] of Object.entries({ ...generalSentences(operation), ...sentences }))
      test(`${number}: ${name}`, async () => sentence(await Stage.open(service(), resting())));
  }
});

test(`each of the 21 operations is told: its exact fields, and at least ${fewestSentences} sentences of its own`, () => {
  expect(told.map(({ number }) => number)).toEqual(Array.from({ length: 21 }, (_, index) => index + 1));
  for (const operation of told) {
    expect(Object.keys(generalSentences(operation))).toContain(exactSentence);
    expect(Object.keys(operation.sentences).length).toBeGreaterThanOrEqual(fewestSentences);
  }
});
