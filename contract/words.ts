import { text } from "./fields";

const maxQueryLength = 200;
const maxQueryWords = 8;

/** A filter by words. */
export function words(where: string) {
  return text(1, maxQueryLength)
    .refine((value) => value.trim().split(/\s+/).length <= maxQueryWords, `must have at most ${maxQueryWords} words`)
    .meta({ maxLength: maxQueryLength, description: `Up to ${maxQueryWords} words that must all occur in ${where}` });
}
