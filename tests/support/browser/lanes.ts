const lanes = 2;

/** Does the work for each item, in two lanes, as there are usually two processors. */
export async function inLanes<Item>(items: readonly Item[], work: (items: Item[], lane: number) => Promise<void>): Promise<void> {
  await Promise.all(
    Array.from({ length: lanes }, (_, lane) =>
      work(
        items.filter((_, index) => index % lanes === lane),
        lane,
      ),
    ),
  );
}
