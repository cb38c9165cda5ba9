import { createContext, useContext, useLayoutEffect } from "react";

const Context = createContext<((isHeld: boolean) => void) | undefined>(undefined);
/** Told whether the dialog may be closed by a button within it alone. */
export const DialogHolder = Context.Provider;

/** For what would be lost by a click beside the dialog. */
export function useHeldDialog(isHeld: boolean): void {
  const hold = useContext(Context);
  useLayoutEffect(() => {
    if (!isHeld) return;
    hold?.(true);
    return () => hold?.(false);
  }, [isHeld, hold]);
}
