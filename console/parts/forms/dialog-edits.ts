import { createContext, useContext, useId, useLayoutEffect } from "react";

/** The forms within a dialog that have something typed. */
const Context = createContext<Set<string> | undefined>(undefined);
export const DialogEdits = Context.Provider;

/**
 * Closing the dialog around a form asks first as long as the form has edits. Other forms are guarded by their screens.
 * Noted before the next key press can come, which may be the one that closes the dialog.
 */
export function useDialogEdits(isDirty: boolean): void {
  const edits = useContext(Context);
  const id = useId();
  useLayoutEffect(() => {
    if (!isDirty) return;
    edits?.add(id);
    return () => {
      edits?.delete(id);
    };
  }, [id, isDirty, edits]);
}
