import { Resolver } from "node:dns/promises";

const tryMs = 5_000;
const tries = 2;
/** With several name servers the tries add up: in all, no longer than a stopping server waits for its last answers. */
const deadlineMs = 8_000;

interface Options {
  /** One for each question: a resolver remembers that there was nothing, by the hour. */
  newResolver?: () => Resolver;
  withinMs?: number;
}

/** Asks the name servers of this machine, unless told otherwise. */
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
