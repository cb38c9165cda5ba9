import { TextInput } from "@mantine/core";
import { builtInFormId, formIdPattern } from "../../../../contract";
import { FormPicker } from "../../../parts/pickers/form-picker";
import { useSession } from "../../../session/context";

interface Props {
  actionType: string;
  /** Of an action that opens a form, the form's identifier. */
  url: string;
  error: string | undefined;
  onChange(url: string): void;
}

const flex = "2 1 12rem";

/** Where a button leads: one of the forms, or what is typed. */
export function ActionTarget({ actionType, url, error, onChange }: Props) {
  const { may } = useSession();
  if (actionType !== "form" || !may("forms:read")) {
    const typed = { value: url, onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value) };
    return <TextInput label="Where to" flex={flex} error={error} {...typed} />;
  }
  // What is no form's identifier opens the built-in form.
  const chosen = formIdPattern.test(url) ? url : builtInFormId;
  return (
    <FormPicker
      label="Which form"
      flex={flex}
      error={error}
      value={chosen}
      onChange={(formId) => onChange(formId ?? builtInFormId)}
    />
  );
}
