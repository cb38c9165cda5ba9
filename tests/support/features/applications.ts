import type { TestService } from "../service/service";
import { makeAudience, makePage } from "./versions";
import { pageTokenOf } from "./visitor";

const pdf = "%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n";

export interface Applications {
  formId: string;
  pageId: string;
  /** Of a page as a visitor has it. */
  page: string;
}

/** A live page with a form that takes an e-mail address and a file. */
export async function makeApplications(service: TestService, tenantId: string): Promise<Applications> {
  const { api } = service;
  const fields = [
    { name: "email", label: "E-mail", type: "email" },
    { name: "cv", label: "Your CV", type: "file" },
  ];
  const { formId } = await api.call("createForm", { body: { name: "Apply", fields } });
  const pageId = await makePage(api, { actions: [{ purpose: "Apply", buttonTitle: "Apply", actionType: "form", url: formId }] });
  await api.call("updatePage", { params: { page_id: pageId }, body: { status: "published" } });
  const { audience_id } = await makeAudience(api, {}, pageId);
  return { formId, pageId, page: await pageTokenOf(service, tenantId, audience_id) };
}

/** Sends the form as a visitor does. The file has the name. */
export async function apply(service: TestService, { formId, page }: Applications, email: string, name: string) {
  const body = new FormData();
  const cv = new File([pdf], `${name}.pdf`, { type: "application/pdf" });
  for (const [field, value] of Object.entries({ page, form: formId, email, cv })) body.append(field, value);
  const url = `${service.pagesOrigin}/_foyer/forms?page=${page}`;
  const { status } = await fetch(url, { method: "POST", headers: { host: "pages.foyer.test" }, body });
  if (status !== 200) throw new Error(`The form was answered with ${status}`);
  const { items } = await service.api.call("listFormSubmissions", { query: { limit: 1 } });
  return { submission_id: items[0]?.submissionId as string, asset_id: items[0]?.files[0]?.assetId as string };
}
