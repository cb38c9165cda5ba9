const endings: (() => Promise<unknown>)[] = [];

/** Registers what is to be closed when all files of this process are through. */
export function atTheEnd(end: () => Promise<unknown>): void {
  endings.push(end);
}

export async function endAll(): Promise<void> {
  await Promise.all(endings.splice(0).map((end) => end()));
}
