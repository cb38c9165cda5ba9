import { useNavigate, useSearch } from "@tanstack/react-router";
import type * as z from "zod";

/** What a screen keeps in the address, checked by its schema. What does not fit is left out, as if it had not been given. */
export function useFilters<Schema extends z.ZodObject>(schema: Schema) {
  const navigate = useNavigate();
  const given = useSearch({ strict: false }) as Record<string, unknown>;
  const fitting = Object.entries(schema.shape).flatMap(([name, field]) => {
    const checked = (field as z.ZodType).safeParse(given[name]);
    return checked.success && checked.data !== undefined ? [[name, checked.data]] : [];
  });
  const filters = Object.fromEntries(fitting) as Partial<z.output<Schema>>;
  /** The browser's Back undoes a step. It is the same screen: nobody is taken back to its top. */
  const change = (changes: Partial<Record<keyof z.output<Schema>, unknown>>, { isStep = false } = {}) =>
    navigate({ to: ".", search: (before: object) => ({ ...before, ...changes }), replace: !isStep, resetScroll: false });
  return [filters, change] as const;
}
