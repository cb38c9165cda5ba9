import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";

/** The dialog that is open is in the address, so that it can be linked to, and the browser's Back closes it. */
export function useDialog(name: string) {
  const navigate = useNavigate();
  const { dialog } = useSearch({ strict: false }) as { dialog?: string };
  const go = (next: string | undefined, options: { replace?: boolean; ignoreBlocker?: boolean }) =>
    navigate({ to: ".", search: (before: object) => ({ ...before, dialog: next }), resetScroll: false, ...options });
  return {
    isOpen: dialog === name,
    open: () => go(name, {}),
    /** Asks first if something was typed. */
    cancel: () => go(undefined, { replace: true }),
    close: () => go(undefined, { replace: true, ignoreBlocker: true }),
  };
}

/** Of the record whose dialog is in the address. */
export function useEdited(): string | undefined {
  const { dialog } = useSearch({ strict: false }) as { dialog?: string };
  return dialog?.startsWith(editing("")) ? dialog.slice(editing("").length) : undefined;
}

interface Reading {
  hasNextPage: boolean;
  isFetching: boolean;
  fetchNextPage(): unknown;
}

/** Reads a list on until it has the record whose dialog is in the address. `nameOf` names a record's dialog. */
export function useReadToDialog<Item>(items: readonly Item[], list: Reading, nameOf: (item: Item) => string): void {
  const { dialog } = useSearch({ strict: false }) as { dialog?: string };
  const { hasNextPage, isFetching, fetchNextPage } = list;
  const isMissing = useEdited() !== undefined && !items.some((item) => nameOf(item) === dialog);
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetching) fetchNextPage();
  }, [isMissing, hasNextPage, isFetching, fetchNextPage]);
}

/** What the dialog is called that edits a record. */
export function editing(id: string): string {
  return `edit-${id}`;
}
