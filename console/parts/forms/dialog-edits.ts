import { createContext, type Dispatch, type SetStateAction, useContext, useEffect, useId } from "react";

/** The forms within a dialog that have something typed. */
const Context = createContext<Dispatch<SetStateAction<ReadonlySet<string>>> | undefined>(undefined);
export const DialogEdits = Context.Provider;

/** Closing the dialog around a form asks first as long as the form has edits. Other forms are guarded by their screens. */
export function useDialogEdits(isDirty: boolean): void {
  const setDirty = useContext(Context);
  const id = useId();
  useEffect(() => {
    if (!isDirty || setDirty === undefined) return;
    setDirty((before) => new Set([...before, id]));
    return () => setDirty((before) => new Set([...before].filter((other) => other !== id)));
  }, [id, isDirty, setDirty]);
}
