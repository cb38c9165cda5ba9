import type * as z from "zod";

/**
 * Made when first asked for. Most schemas of answers never are: the service checks what it is sent, not what it answers. One schema is
 * twenty objects, and every collection of all garbage looks at each.
 */
export function lazy<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

export type Made<Schema extends () => z.ZodType> = z.output<ReturnType<Schema>>;
