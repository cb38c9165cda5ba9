import type { OpenapiDocument } from "../../../contract/openapi";
import openapi from "../../../openapi.json";

/**
 * The tables come from openapi.json, not from the schemas themselves: converting those takes longer than all the rest, and a test
 * holds the file to be what they convert to.
 */
export const document = openapi as unknown as OpenapiDocument;
