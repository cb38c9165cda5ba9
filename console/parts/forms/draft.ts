import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { FoyerError } from "../../../client";
import { readAgain } from "../../api/operations";

export interface Draft<Item, Values> {
  /** What the form is filled with, until it is saved or `theirs` is taken. */
  initial: Values;
  /** Undefined as long as nothing was typed. */
  typed: Values | undefined;
  isDirty: boolean;
  isSaving: boolean;
  /** Somebody else has saved other values while these were typed. */
  isOutdated: boolean;
  /** Saving what is typed was refused, because the record had been edited. */
  isRefused: boolean;
  /** What was edited has been read since and is nothing of the form, so the next try is not refused. */
  isEditedBeside: boolean;
  /** Changes whenever the form has to be filled anew. */
  round: number;
  /** The record that a change is based on. */
  base: Item;
  onEdit(values: Values): void;
  save(send: (base: Item) => Promise<Item>): Promise<void>;
  takeTheirs(): void;
}

/**
 * What is typed into a form stays when the record is read again. A change of other fields is no conflict; one of the form's own
 * values leaves the base as it was, so that saving is refused instead of overwriting.
 */
export function useDraft<Item extends object, Values>(record: Item, valuesOf: (record: Item) => Values): Draft<Item, Values> {
  const queries = useQueryClient();
  const [first, setFirst] = useState(record);
  const [round, setRound] = useState(0);
  const [typed, setTyped] = useState<Values>();
  const [isSaving, setSaving] = useState(false);
  /** What the change was based on that was refused. */
  const [refused, setRefused] = useState<Item>();
  const newest = useRef(typed);
  const initial = valuesOf(first);
  const isDirty = typed !== undefined && !isEqual(typed, initial);
  const isUnchanged = isEqual(initial, valuesOf(record));
  const base = isUnchanged ? record : first;

  const fill = (next: Item) => {
    newest.current = undefined;
    setTyped(undefined);
    setRefused(undefined);
    setFirst(next);
    setRound((before) => before + 1);
  };
  if (!isUnchanged && !isDirty && !isSaving) fill(record);

  return {
    initial,
    typed,
    isDirty,
    isSaving,
    isOutdated: isDirty && !isUnchanged && !isSaving,
    isRefused: refused !== undefined,
    isEditedBeside: isDirty && isUnchanged && !isSaving && refused !== undefined && refused !== record,
    round,
    base,
    onEdit(values) {
      newest.current = values;
      setTyped(values);
    },
    async save(send) {
      const sent = newest.current;
      setSaving(true);
      setRefused(undefined);
      try {
        const saved = await send(base);
        if (newest.current === sent) fill(saved);
        else setFirst(saved);
      } catch (error) {
        if (error instanceof FoyerError && error.status === 412) {
          setRefused(base);
          await readAgain(queries);
        }
        throw error;
      } finally {
        setSaving(false);
      }
    },
    takeTheirs: () => fill(record),
  };
}

/** In whatever order the fields come. */
function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder);
}

function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const fields = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.keys(fields)
      .sort()
      .map((name) => [name, fields[name]]),
  );
}
