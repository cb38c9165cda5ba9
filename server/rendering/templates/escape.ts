/** For text, or an attribute in double quotes. */
export function escapeHtml(value: string): string {
  return /[&<>"']/.test(value) ? value.replace(/[&<>"']/g, (character) => entities[character] as string) : value;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** For the inside of a JSON string in a script element. */
export function escapeJson(value: string): string {
  return safeInScript(JSON.stringify(value).slice(1, -1));
}

/** Escapes whatever could end the script element around the JSON. */
export function safeInScript(json: string): string {
  return json.replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
