import { hash } from "node:crypto";
import type { CutPassage } from "../passages";

/** In characters. Models read a limited length, and the beginning says what a passage is about. */
const maxLength = 2_000;

/** What a passage's vector is made from. Tokens are left out: nothing of a person reaches the model. */
export function embeddedText({ topic, heading, alternatives, body }: CutPassage): string {
  const text = [topic, heading, ...alternatives, body].filter((part) => part !== "").join("\n");
  return text
    .replace(/\{\{[^{}]*\}\}/g, " ")
    .slice(0, maxLength)
    .toWellFormed();
}

/** Changes with the text and with the model. */
export function textHash(text: string, model: string): string {
  return hash("sha256", JSON.stringify([model, text]), "base64url").slice(0, 22);
}
