import * as z from "zod";

/** The schema that one for an optional, nullable or defaulted value is around. */
export function innerSchema(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const isAround = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
  return isAround ? schema.unwrap() : undefined;
}
