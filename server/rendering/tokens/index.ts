export type { TokenValues } from "./engine";
export { cachedTokenSize, filledText, mayHaveTokens, parseText, type Segment, segmentsOf, type Token } from "./text";
export { createTokenCheck } from "./token-check";
export { TokenError } from "./token-error";
export { tokenValues } from "./token-values";
