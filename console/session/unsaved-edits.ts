import { useEffect, useId } from "react";

const dirtyForms = new Set<string>();

/** Signing out asks first as long as a form has edits that are not saved. */
export function useUnsavedEdits(isDirty: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!isDirty) return;
    dirtyForms.add(id);
    return () => {
      dirtyForms.delete(id);
    };
  }, [id, isDirty]);
}

export function hasUnsavedEdits(): boolean {
  return dirtyForms.size > 0;
}
