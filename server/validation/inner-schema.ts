import * as z from "zod";

/** The schema inside of one for an optional, nullable or defaulted value. */
export function innerSchema(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const isAround = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
  return isAround ? schema.unwrap() : undefined;
}
