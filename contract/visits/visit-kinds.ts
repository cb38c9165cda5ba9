import * as z from "zod";

export const visitKind = z.enum(["person", "scanner", "bot", "prefetch", "internal"]);
