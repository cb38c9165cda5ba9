import { Stack, Switch, Textarea, TextInput } from "@mantine/core";
import type { Page } from "../../../../contract";
import type { Draft } from "../../../parts/forms/draft";
import { PageList } from "./page-list";

type Script = Page["scripts"][number];

interface Props {
  draft: Draft<Page, Script[]>;
  done: string;
}

/** Programs that run in a visitor's page, such as that of a chat. */
export function PageScripts({ draft, done }: Props) {
  return (
    <PageList<Script>
      field="scripts"
      title="Scripts"
      one="script"
      about="Programs that run in the page of every visitor, in this order. Only what you trust belongs here."
      blank={() => ({ name: "", description: "", content: "", enabled: true })}
      draft={draft}
      done={done}
    >
      {(script, { problemOf, change }) => (
        <Stack gap="sm">
          <TextInput
            label="Name of the script"
            value={script.name}
            error={problemOf("name")}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <TextInput
            label="What it is for"
            value={script.description}
            error={problemOf("description")}
            onChange={(event) => change({ description: event.currentTarget.value })}
          />
          <Textarea
            label="Its code, in JavaScript"
            autosize
            minRows={3}
            maxRows={14}
            spellCheck={false}
            classNames={{ input: "code-input" }}
            value={script.content}
            error={problemOf("content")}
            onChange={(event) => change({ content: event.currentTarget.value })}
          />
          <Switch
            label="It runs"
            checked={script.enabled}
            onChange={(event) => change({ enabled: event.currentTarget.checked })}
          />
        </Stack>
      )}
    </PageList>
  );
}
