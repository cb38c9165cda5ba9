import { Stack, Text } from "@mantine/core";
import { operations, type Settings } from "../../../contract";
import { useEdit } from "../../api/edits";
import { useRead } from "../../api/operations";
import { useDraft } from "../../parts/forms/draft";
import { type RecordField, RecordForm } from "../../parts/forms/record-form";
import { UnsavedGuard } from "../../parts/forms/unsaved";
import { Heading } from "../../parts/heading";
import { Loaded } from "../../parts/notices/loaded";
import { LanguagePicker } from "../../parts/pickers/language-picker";
import { TimeZonePicker } from "../../parts/pickers/time-zone-picker";
import { Properties } from "../../parts/properties";
import { When } from "../../parts/when";
import { useSession } from "../../session/context";

const recordings = {
  full: "Everything",
  anonymous: "Nothing that identifies a visitor",
  off: "Nothing",
};

const fields: RecordField[] = [
  {
    name: "recording",
    label: "What is kept of visits",
    kind: "choice",
    required: true,
    options: Object.entries(recordings).map(([value, label]) => ({ value, label })),
  },
  {
    name: "rawEventDays",
    label: "Days for which single events of visits are kept",
    required: true,
    description: "Visits and figures stay",
  },
  {
    name: "internalNetworks",
    label: "Your own addresses",
    kind: "tags",
    description: "Visits from these IP addresses or ranges, such as 203.0.113.0/24, don't count",
  },
  {
    name: "defaultLanguage",
    label: "Language",
    required: true,
    description: "Of pages that name none and whose texts don't tell it; live with the next versions",
    input: (props) => <LanguagePicker {...props} />,
  },
  {
    name: "timezone",
    label: "Time zone",
    required: true,
    description: "Decides which day a letter is dated; live with the next versions",
    input: (props) => <TimeZonePicker {...props} />,
  },
  {
    name: "synonyms",
    label: "Words that mean the same",
    kind: "long",
    description: "For questions to pages. A group in each line, its words or phrases separated by commas",
    placeholder: "car park, garage",
  },
];

export function Screen() {
  const { may } = useSession();
  const read = useRead("getSettings", {});
  return (
    <>
      <Heading title="Settings" about="In effect for all pages within a second." />
      <Loaded read={read}>
        {(shown) => (
          <Stack maw={640}>
            {may("settings:write") ? <SettingsForm settings={shown} /> : <Properties values={inWords(shown)} />}
            {shown.updatedAt && (
              <Text size="sm" c="dimmed">
                Changed <When at={shown.updatedAt} />
              </Text>
            )}
          </Stack>
        )}
      </Loaded>
    </>
  );
}

/** Under the names that the form has. */
function inWords(settings: Settings): Record<string, string | null> {
  const values: Record<string, string> = { ...asText(settings), recording: recordings[settings.recording] };
  return Object.fromEntries(fields.map(({ name, label }) => [label, values[name] || null]));
}

function SettingsForm({ settings }: { settings: Settings }) {
  const edit = useEdit();
  const draft = useDraft(settings, (shown) => ({ ...asText(shown), internalNetworks: shown.internalNetworks }));
  return (
    <>
      <UnsavedGuard isDirty={draft.isDirty} />
      <RecordForm
        round={draft.round}
        schema={operations.updateSettings.body}
        fields={fields}
        initial={draft.initial}
        empty="keep"
        onlyEdited
        shape={fromText}
        submitLabel="Save"
        onEdit={draft.onEdit}
        onSubmit={(body) => draft.save(() => edit("updateSettings", { body }, { done: "Saved" }))}
      />
    </>
  );
}

function asText({ recording, rawEventDays, internalNetworks, defaultLanguage, timezone, synonyms }: Settings) {
  return {
    recording,
    rawEventDays: String(rawEventDays),
    internalNetworks: internalNetworks.join(", "),
    defaultLanguage,
    timezone,
    synonyms: synonyms.map((group) => group.join(", ")).join("\n"),
  };
}

function fromText({ rawEventDays, synonyms, ...rest }: Record<string, unknown>): Record<string, unknown> {
  const lines = String(synonyms).split("\n");
  const groups = lines.map((line) =>
    line
      .split(",")
      .map((word) => word.trim())
      .filter((word) => word !== ""),
  );
  return { ...rest, rawEventDays: Number(rawEventDays), synonyms: groups.filter((group) => group.length > 0) };
}
