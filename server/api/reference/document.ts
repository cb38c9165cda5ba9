import { readFileSync } from "node:fs";
import type { OpenapiDocument } from "../../../contract/openapi";

const openapiFile = readFileSync(new URL("../../../openapi.json", import.meta.url));
const anyServer = '"url": "/"';

/** As it is served: a program that imports it must know where the service is, and the file can't. */
export function servedOpenapi(publicUrl: string): Buffer<ArrayBuffer> {
  const at = openapiFile.indexOf(anyServer);
  const ours = Buffer.from(`"url": ${JSON.stringify(publicUrl)}`);
  return Buffer.concat([openapiFile.subarray(0, at), ours, openapiFile.subarray(at + anyServer.length)]);
}

let kept: WeakRef<OpenapiDocument> | undefined;

/**
 * The tables come from openapi.json, not from the schemas themselves: converting those takes longer than all the rest, and a test
 * holds the file to be what they convert to. Each page is rendered once, so these many objects aren't kept for ever.
 */
export function openapiDocument(): OpenapiDocument {
  const known = kept?.deref();
  if (known) return known;
  const document = JSON.parse(openapiFile.toString()) as OpenapiDocument;
  kept = new WeakRef(document);
  return document;
}
