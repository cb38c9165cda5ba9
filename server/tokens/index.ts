export { TokenFault } from "./fault";
export { createTokenCheck } from "./places";
export { filledText, mayHaveTokens, type Part, parseText, partsOf, type Token } from "./text";
export { tokenValues, type Values } from "./values";
