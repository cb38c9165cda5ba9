import type { Operation } from "../../../contract";

/** A page of the reference, at `/docs/` and its name; the first is `/docs` itself. */
export interface ReferencePage {
  name: string;
  title: string;
  operations: readonly Operation[];
  content(publicUrl: string): unknown;
}
