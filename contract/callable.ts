import { type OperationId, operations } from ".";
import type { Operation } from "./operation";

/** What a caller has to know of an operation: everything but its schemas. */
export type Callable = Pick<
  Operation,
  "id" | "summary" | "method" | "path" | "upload" | "repeats" | "storesNothing" | "guardedBy"
>;

/** Plain data: the console is bundled with it alone, and loads the schemas where a screen needs them. */
export const callable = Object.fromEntries(
  Object.entries<Operation>(operations).map(([id, operation]) => [id, callableOf(operation)]),
) as Record<OperationId, Callable>;

function callableOf(operation: Operation): Callable {
  const { id, summary, method, path, upload, repeats, storesNothing, guardedBy } = operation;
  return {
    ...{ id, summary, method, path },
    ...(upload && { upload }),
    ...(repeats === false && { repeats }),
    ...(storesNothing && { storesNothing }),
    ...(guardedBy && { guardedBy }),
  };
}
