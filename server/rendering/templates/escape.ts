/** For a text or an attribute in double quotes. */
export function escapeHtml(value: string): string {
  return /[&<>"']/.test(value) ? value.replace(/[&<>"']/g, (character) => entities[character] as string) : value;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Within a string of JSON that stands in a script element. */
export function escapeJson(value: string): string {
  return safeInScript(JSON.stringify(value).slice(1, -1));
}

/** JSON that can't end the element it stands in. */
export function safeInScript(json: string): string {
  return json.replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
