import * as z from "zod";
import { identifier, isInOrder, outOfOrder, timestampInQuery } from "../fields";
import { operation } from "../operation";
import { cappedCount, envelope, paging } from "../paging";
import { accountId } from "../people/accounts";
import { formSubmission } from "./visitor-forms";

export const listFormSubmissions = operation({
  tier: "extension",
  summary: "List what visitors sent with forms, newest first",
  description:
    "`personId` and `accountId` are those of whoever sent the form. `from` is the first moment that counts, `to` the first that does not any more.",
  method: "GET",
  path: "/v0/form_submissions",
  access: "form_submissions:read",
  query: z
    .strictObject({
      ...paging,
      pageId: identifier.optional(),
      audienceId: identifier.optional(),
      formId: identifier.optional(),
      personId: identifier.optional(),
      accountId: accountId.optional(),
      from: timestampInQuery.optional(),
      to: timestampInQuery.optional(),
    })
    .refine(isInOrder, outOfOrder),
  response: () => envelope(formSubmission(), cappedCount),
  status: 200,
  errors: ["invalid_cursor"],
});

export const getFormSubmission = operation({
  tier: "extension",
  summary: "Read what a visitor sent with a form",
  method: "GET",
  path: "/v0/form_submissions/{submission_id}",
  access: "form_submissions:read",
  response: formSubmission,
  status: 200,
  errors: ["not_found"],
});

export const deleteFormSubmission = operation({
  tier: "extension",
  summary: "Delete what a visitor sent with a form, for good",
  description: "The person and the account that it was linked to stay.",
  method: "DELETE",
  path: "/v0/form_submissions/{submission_id}",
  access: "form_submissions:write",
  response: () => z.strictObject({ submissionId: identifier, deleted: z.literal(true) }),
  status: 200,
  errors: ["not_found"],
});
