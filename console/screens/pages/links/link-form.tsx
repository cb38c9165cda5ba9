import type { SentTo } from "../../../../client";
import { operations, type PageLink } from "../../../../contract";
import { useEdit } from "../../../api/edits";
import { type RecordField, RecordForm } from "../../../parts/forms/record-form";
import { DomainPicker } from "../../../parts/pickers/domain-picker";
import { AnyAudiencePicker } from "./any-audience-picker";

const path: RecordField = { name: "path", label: "Path", required: true, placeholder: "/hello/ada" };
const domain: RecordField = {
  name: "tenantDomainId",
  label: "Domain",
  input: (props) => <DomainPicker {...props} placeholder="The address of this service" none="No domain" />,
};
const audience: RecordField = {
  name: "target.audienceId",
  label: "Leads to",
  required: true,
  input: (props) => <AnyAudiencePicker {...props} />,
};

interface Props {
  onDone(): void;
  onCancel(): void;
}

/** Another address of an audience's page. */
export function NewLink({ onDone, onCancel }: Props) {
  const edit = useEdit();
  return (
    <RecordForm
      schema={operations.createPageLink.body}
      fields={[path, domain, audience]}
      empty="null"
      shape={({ "target.audienceId": audienceId, ...place }) => ({ ...place, target: { targetType: "audience", audienceId } })}
      submitLabel="Make the link"
      onCancel={onCancel}
      onSubmit={async (body) => {
        await edit("createPageLink", { body: body as NonNullable<SentTo<"createPageLink">["body"]> }, { done: "Made" });
        onDone();
      }}
    />
  );
}

/** To another path or domain; who has the address from before finds nothing there. */
export function MoveLink({ link, onDone, onCancel }: Props & { link: PageLink }) {
  const edit = useEdit();
  return (
    <RecordForm
      schema={operations.updatePageLink.body}
      fields={[path, domain]}
      initial={{ path: link.path, tenantDomainId: link.tenantDomainId ?? "" }}
      empty="null"
      onlyEdited
      submitLabel="Move it"
      onCancel={onCancel}
      onSubmit={async (body) => {
        await edit("updatePageLink", { params: { page_link_id: link.pageLinkId }, body }, { done: "Moved" });
        onDone();
      }}
    />
  );
}
