import { Fieldset, Group, Stack, Textarea, TextInput } from "@mantine/core";
import type { Form, FormWords } from "../../../../contract";

/** What a form says beside its fields, by the place of each text in the form. */
const places = ["buttonTitle", "consent", "thanks.title", "thanks.text", "next.title", "next.url"] as const;
type Place = (typeof places)[number];
export type WordInputs = Readonly<Record<Place, string>>;

export function wordsOf(form: Form | undefined): WordInputs {
  return {
    buttonTitle: form?.buttonTitle ?? "",
    consent: form?.consent ?? "",
    "thanks.title": form?.thanks?.title ?? "",
    "thanks.text": form?.thanks?.text ?? "",
    "next.title": form?.next?.title ?? "",
    "next.url": form?.next?.url ?? "",
  };
}

/** What is left empty stays with the usual words. */
export function wordsBody(words: WordInputs): FormWords {
  const thanks = { title: words["thanks.title"], text: words["thanks.text"] };
  const next = { title: words["next.title"], url: words["next.url"] };
  return {
    buttonTitle: words.buttonTitle || null,
    consent: words.consent || null,
    thanks: thanks.title || thanks.text ? thanks : null,
    next: next.title || next.url ? next : null,
  };
}

interface Props {
  words: WordInputs;
  problems: Readonly<Record<string, string>>;
  onChange(words: WordInputs): void;
}

export function FormWordInputs({ words, problems, onChange }: Props) {
  const input = (place: Place) => ({
    value: words[place],
    error: problems[place],
    onChange: (event: { currentTarget: { value: string } }) => onChange({ ...words, [place]: event.currentTarget.value }),
  });
  return (
    <Stack>
      <TextInput label="Words on the button" placeholder="Send" {...input("buttonTitle")} />
      <Textarea
        label="Consent"
        description="What visitors must agree to; it is kept with what they send. Empty: nothing is asked."
        autosize
        {...input("consent")}
      />
      <Fieldset legend="Once it is sent">
        <Stack>
          <TextInput label="Thanks" placeholder="Thank you" {...input("thanks.title")} />
          <Textarea label="Text below the thanks" autosize {...input("thanks.text")} />
          <Group align="flex-start">
            <TextInput
              label="Words of the link"
              description="Empty: the page's main action"
              flex="1 1 12rem"
              {...input("next.title")}
            />
            <TextInput
              label="Address of the link"
              description="Where visitors go on"
              placeholder="https://example.com/book"
              flex="1 1 12rem"
              {...input("next.url")}
            />
          </Group>
        </Stack>
      </Fieldset>
    </Stack>
  );
}
