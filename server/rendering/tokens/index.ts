export { TokenFault } from "./fault";
export { createTokenCheck } from "./places";
export { filledText, mayHaveTokens, type Part, parseText, partsOf, type Token } from "./text";
export type { Values } from "./token-values";
export { tokenValues } from "./values";
