import { writeFileSync } from "node:fs";
import { openapiDocument } from "../contract/openapi";
import { version } from "../package.json";

/** Writes openapi.json; a test compares it with the operations. */
writeFileSync(new URL("../openapi.json", import.meta.url), `${JSON.stringify(openapiDocument(version), null, 2)}\n`);
