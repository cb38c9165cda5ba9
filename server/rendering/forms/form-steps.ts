import type { FormField } from "../../../contract";

export interface FormStep {
  /** Empty for fields that come before the first step that is named. */
  title: string;
  fields: FormField[];
}

/** In the order in which they are first named. A field that names none belongs to the step of the field before it. */
export function stepsOf(fields: readonly FormField[]): FormStep[] {
  const steps = new Map<string, FormStep>();
  let title = "";
  for (const field of fields) {
    title = field.step ?? title;
    const step = steps.get(title) ?? { title, fields: [] };
    step.fields.push(field);
    steps.set(title, step);
  }
  return [...steps.values()];
}
