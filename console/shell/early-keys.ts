/** Longer than the palette takes to load. If it can't be loaded, keys are for the screen again. */
const patienceMs = 3_000;

/** Collects what is typed for a box that is not there yet. What it returns ends that, and gives what was typed. */
export function collectKeys(): () => string {
  let typed = "";
  const collect = (event: KeyboardEvent) => {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    typed += event.key;
  };
  const end = () => {
    removeEventListener("keydown", collect, true);
    const all = typed;
    typed = "";
    return all;
  };
  addEventListener("keydown", collect, true);
  setTimeout(end, patienceMs);
  return end;
}
