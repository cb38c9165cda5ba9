import * as z from "zod";
import {
  distinct,
  identifier,
  list,
  maxTokenLength,
  openValue,
  personalName,
  personalText,
  personalTitle,
  requiredPersonalUrl,
  text,
  timestamp,
  withTokens,
} from "../fields";
import { lazy, type Made } from "../lazy";
import { operation } from "../operation";
import { cappedCount, envelope, paging } from "../paging";

/** Every tenant has this form, under the same identifier. */
export const builtInFormId = "form_00000000000000000000000000";
export const formIdPattern = /^form_[a-z0-9]{26}$/;

const maxFields = 50;
/** Browsers send the words along with the form: they must fit, in any script. */
const maxConsentLength = 5_000;

const fieldName = text(1, maxTokenLength).regex(
  /^[a-z][a-z0-9_]*$/,
  "must be lowercase letters, digits and underscores, a letter first",
);

const formField = lazy(() =>
  z
    .strictObject({
      name: z.string(),
      label: z.string(),
      type: z.string(),
      required: z.boolean(),
      options: z.array(z.string()),
      step: z.string().optional(),
    })
    .meta({ id: "FormField" }),
);
export type FormField = Made<typeof formField>;

const formFieldInput = z
  .strictObject({
    name: fieldName.meta({ description: "What the answer is known by; unique in the form" }),
    label: personalName,
    type: openValue.meta({
      description:
        "`text`, `email`, `tel`, `linkedin`, `textarea`, `select`, `checkbox`, `file`; any other is shown as `text`. A file is an image, a PDF or plain text; those of a form have at most 10 MiB together, and become assets that the submission names",
    }),
    required: z.boolean().default(false),
    options: list(personalTitle).default([]).meta({ description: "What a `select` offers" }),
    step: personalName.optional().meta({
      description:
        "The title of the step that it belongs to. A form with several is shown one step at a time; without JavaScript, as one form. A field that names none belongs to the step of the field before it",
    }),
  })
  .meta({ id: "FormFieldInput" });

/** What a form says beside its fields; null for the usual words. */
const words = {
  buttonTitle: personalTitle.nullable().meta({ description: "On the button that sends it" }),
  thanks: z
    .strictObject({ title: personalName, text: personalText })
    .nullable()
    .meta({ description: "What visitors read once it is sent" }),
  next: z
    .strictObject({ title: personalName, url: requiredPersonalUrl })
    .nullable()
    .meta({ description: "Where they can go on from there; null: to the page's main action" }),
  consent: withTokens(text(0, maxConsentLength)).nullable().meta({
    description:
      "What visitors must agree to; without words, nothing. The words are kept with what they send, as its value `consent`; a field of that name is then not shown",
  }),
};
const wordsInput = {
  buttonTitle: words.buttonTitle.default(null),
  thanks: words.thanks.default(null),
  next: words.next.default(null),
  consent: words.consent.default(null),
};

const fieldsInput = distinct(z.array(formFieldInput).max(maxFields), "name");

export const form = lazy(() =>
  z
    .strictObject({
      formId: identifier,
      name: z.string(),
      instructions: z.string().nullable(),
      fields: z.array(formField()),
      ...words,
      isBuiltIn: z.boolean(),
      createdAt: timestamp,
      updatedAt: timestamp,
    })
    .meta({ id: "Form" }),
);
export type Form = Made<typeof form>;
export type FormWords = Pick<Form, keyof typeof words>;
export const consentField = "consent";

export const listForms = operation({
  tier: "extension",
  summary: "List forms, newest first, the built-in one last",
  method: "GET",
  path: "/v0/forms",
  access: "forms:read",
  query: z.strictObject(paging),
  response: () => envelope(form(), cappedCount),
  status: 200,
  errors: ["invalid_cursor"],
});

export const createForm = operation({
  tier: "extension",
  summary: "Create a form",
  method: "POST",
  path: "/v0/forms",
  access: "forms:write",
  body: z.strictObject({
    name: personalName,
    instructions: personalText.nullable().default(null),
    fields: fieldsInput,
    ...wordsInput,
  }),
  response: form,
  status: 201,
});

export const getForm = operation({
  tier: "extension",
  summary: "Read a form",
  method: "GET",
  path: "/v0/forms/{form_id}",
  access: "forms:read",
  response: form,
  status: 200,
  errors: ["not_found"],
});

export const updateForm = operation({
  tier: "extension",
  summary: "Change a form, the built-in one too",
  description: "`fields` replace those that were there.",
  method: "PATCH",
  path: "/v0/forms/{form_id}",
  access: "forms:write",
  body: z.strictObject({ name: personalName, instructions: personalText.nullable(), fields: fieldsInput, ...words }).partial(),
  response: form,
  status: 200,
  guardedBy: "getForm",
  errors: ["not_found"],
});

export const deleteForm = operation({
  tier: "extension",
  summary: "Delete a form; the built-in one stays",
  method: "DELETE",
  path: "/v0/forms/{form_id}",
  access: "forms:write",
  response: () => z.strictObject({ formId: identifier, deleted: z.literal(true) }),
  status: 200,
  errors: ["not_found", "form_built_in"],
});
