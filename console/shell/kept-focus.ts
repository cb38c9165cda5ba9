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
      if (document.activeElement === document.body) button.focus({ preventScroll: true });
    });
    observer.observe(button, { attributeFilter: ["disabled"] });
  });
}
