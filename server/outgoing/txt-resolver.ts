import { Resolver } from "node:dns/promises";

const tryMs = 5_000;
const tries = 2;
/** With several name servers the tries add up. Shorter than a stop waits for the last answers. */
const deadlineMs = 8_000;

interface Options {
  /** A new resolver for each query, because a resolver caches negative answers for hours. */
  newResolver?: () => Resolver;
  withinMs?: number;
}

/** Uses the name servers of this machine. */
export function createTxtResolver({
  newResolver = () => new Resolver({ timeout: tryMs, tries }),
  withinMs = deadlineMs,
}: Options = {}): (name: string) => Promise<string[]> {
  return async (name) => {
    const resolver = newResolver();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(Object.assign(new Error(`No answer for ${name}`), { code: "ETIMEOUT" })), withinMs);
    });
    try {
      const records = await Promise.race([resolver.resolveTxt(name), tooLate]);
      return records.map((pieces) => pieces.join(""));
    } finally {
      clearTimeout(timer);
      resolver.cancel();
    }
  };
}
