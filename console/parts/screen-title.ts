import { useEffect } from "react";

/** What the browser calls the tab; as before without one. */
export function useScreenTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · Foyer`;
  }, [title]);
}
