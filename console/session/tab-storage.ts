/** What this tab keeps under a name. What is no JSON is as if it had never been kept: a browser's tools can change it. */
export function keptInTab(name: string): unknown {
  const kept = sessionStorage.getItem(name);
  if (kept === null) return undefined;
  try {
    return JSON.parse(kept);
  } catch {
    sessionStorage.removeItem(name);
    return undefined;
  }
}
