import { operations, type Person } from "../../../../contract";
import { useEdit } from "../../../api/edits";
import { useDraft } from "../../../parts/forms/draft";
import { DraftForm } from "../../../parts/forms/draft-form";
import { personFields } from "../persons";

interface Props {
  person: Person;
  onDone(): void;
  onCancel(): void;
}

export function EditPerson({ person, onDone, onCancel }: Props) {
  const edit = useEdit();
  const draft = useDraft(person, valuesOf);
  return (
    <DraftForm
      draft={draft}
      schema={operations.updatePerson.body}
      fields={personFields}
      empty="null"
      // A domain that was never typed is taken from a new e-mail address.
      onlyEdited
      submitLabel="Save"
      onCancel={onCancel}
      onSave={(base, body) =>
        edit("updatePerson", { params: { person_id: base.personId }, body }, { unchangedSince: base, done: "Saved" })
      }
      onDone={onDone}
    />
  );
}

function valuesOf({ name, email, domain, phoneNumber, linkedinProfileUrl }: Person) {
  return {
    name,
    email: email ?? "",
    domain: domain ?? "",
    phoneNumber: phoneNumber ?? "",
    linkedinProfileUrl: linkedinProfileUrl ?? "",
  };
}
