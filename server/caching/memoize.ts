import type { Steps } from "../event-loop/steps";

/** Remembers the result for each object, for as long as the object itself is in use. */
export function memoize<Key extends object, Result extends {}>(make: (key: Key) => Result): (key: Key) => Result {
  const results = new WeakMap<Key, Result>();
  return (key) => {
    const cached = results.get(key);
    if (cached !== undefined) return cached;
    const result = make(key);
    results.set(key, result);
    return result;
  };
}

/** As `memoizeWith`, for what is made in steps. Whoever asks while it is made makes it again. */
export function memoizeStepsWith<Key extends object, Args extends readonly unknown[], Result>(
  make: (key: Key, ...args: Args) => Steps<Result>,
): (key: Key, ...args: Args) => Steps<Result> {
  const results = new WeakMap<Key, { args: Args; result: Result }>();
  return function* (key, ...args) {
    const cached = results.get(key);
    if (cached?.args.every((arg, index) => arg === args[index])) return cached.result;
    const result = yield* make(key, ...args);
    results.set(key, { args, result });
    return result;
  };
}

/** Remembers for each object the result of the latest call alone: with other arguments it is made again. */
export function memoizeWith<Key extends object, Args extends readonly unknown[], Result>(
  make: (key: Key, ...args: Args) => Result,
): (key: Key, ...args: Args) => Result {
  const results = new WeakMap<Key, { args: Args; result: Result }>();
  return (key, ...args) => {
    const cached = results.get(key);
    if (cached?.args.every((arg, index) => arg === args[index])) return cached.result;
    const result = make(key, ...args);
    results.set(key, { args, result });
    return result;
  };
}
