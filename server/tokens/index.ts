export { filledText, mayHaveTokens, type Part, parseText, partsOf, type Token, TokenFault } from "./text";
export { tokenValues, type Values } from "./values";
