/** Dialogs and menus return the focus themselves, a moment after they are closed. */
const returnMs = 50;

/** Where the focus was last: the element, and outwards all that it was in. */
interface Place {
  path: readonly Element[];
  /** If it was in a row of a list, the rows after and before that one. */
  row: Element | null;
  neighbours: readonly (Element | null | undefined)[];
}

/**
 * A button is disabled while it is busy, and browsers take the focus away from what is disabled. It gets it back, unless somebody
 * has gone on to something else.
 */
export function keepFocusOfBusyButtons(): void {
  document.addEventListener("focusout", ({ target, relatedTarget }) => {
    if (!(target instanceof HTMLButtonElement) || !target.disabled || relatedTarget !== null) return;
    const button = target;
    const observer = new MutationObserver(() => {
      if (button.disabled) return;
      observer.disconnect();
      if (isNowhere()) button.focus({ preventScroll: true });
    });
    observer.observe(button, { attributeFilter: ["disabled"] });
  });
}

/**
 * Whoever presses something that goes away goes on beside it, and not at the top of the document: the focus moves to what it was
 * in, which is not a control, so that a second press does nothing else. After a dialog it is where it was before.
 */
export function keepFocusBesideRemoved(root: Element): void {
  let last: Place | undefined;
  /** Of what is over the page, such as a dialog, nothing may be left. */
  let lastInPage: Place | undefined;
  let timer: ReturnType<typeof setTimeout>;

  document.addEventListener("focusin", ({ target }) => {
    last = placeOf(target as Element);
    if (root.contains(target as Element)) lastInPage = last;
  });
  // Clicked beside everything: they have left it themselves.
  document.addEventListener("pointerdown", ({ target }) => {
    const focused = last?.path[0];
    if (focused?.isConnected && !focused.contains(target as Element)) last = undefined;
    if (root.contains(target as Element) && !lastInPage?.path[0]?.contains(target as Element)) lastInPage = undefined;
  });
  new MutationObserver(() => {
    if (!last || last.path[0]?.isConnected) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!last || last.path[0]?.isConnected || !isNowhere()) return;
      const next = remaining(last, root) ?? (lastInPage && remaining(lastInPage, root));
      if (next) focusOnce(next);
    }, returnMs);
  }).observe(document.body, { childList: true, subtree: true });
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function placeOf(element: Element): Place {
  const path: Element[] = [];
  // Not what fills the whole document.
  for (let each: Element | null = element; each && each.parentElement !== document.body; each = each.parentElement)
    path.push(each);
  const row = element.closest("tr, li");
  return { path, row, neighbours: [row?.nextElementSibling, row?.previousElementSibling] };
}

/** Of a closed dialog, empty elements may be left, which nobody sees. */
function remaining({ path, row, neighbours }: Place, root: Element): HTMLElement | undefined {
  const isSeen = (each: Element) => each.isConnected && (root.contains(each) || each.closest("[role=dialog]") !== null);
  const neighbour = !row?.isConnected && neighbours.find((each) => each && isSeen(each) && !each.ariaHidden);
  const left = path.find(isSeen);
  // A cell rather than a part of it, which has no shape that anybody knows.
  return (neighbour || (left !== path[0] && left?.closest("td")) || left) as HTMLElement | undefined;
}

/** What can't have the focus by itself has it until it is left. */
function focusOnce(element: HTMLElement): void {
  const isFocusable = element.tabIndex >= 0 || element.hasAttribute("tabindex");
  if (!isFocusable) {
    element.tabIndex = -1;
    const leave = () => {
      // Another window may have the focus for a while.
      if (document.activeElement === element) return;
      element.removeAttribute("tabindex");
      element.removeEventListener("blur", leave);
    };
    element.addEventListener("blur", leave);
  }
  element.focus({ preventScroll: true });
}

/** For whoever has chosen a screen in a dialog: what is read next is the screen, and not where the dialog was opened. */
export function focusContent(): void {
  setTimeout(() => document.getElementById("content")?.focus({ preventScroll: true }), returnMs);
}
