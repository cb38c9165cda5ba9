import { Input, Stack, TextInput } from "@mantine/core";
import type { Page } from "../../../../contract";
import type { Draft } from "../../../parts/forms/draft";
import { CardLogos } from "./card-logos";
import { PageList } from "./page-list";

type PageCard = Page["actionCardWidgets"][number];

interface Props {
  draft: Draft<Page, PageCard[]>;
  done: string;
}

/** The cards below a page's actions, such as the logos of customers. */
export function PageCards({ draft, done }: Props) {
  return (
    <PageList
      field="actionCardWidgets"
      title="Cards"
      one="card"
      about="Shown beside the actions: a title, and below it logos such as those of your customers."
      blank={() => ({ type: "logos", title: "", logos: [] })}
      draft={draft}
      done={done}
    >
      {(card, { index, problemOf, change }) => (
        <Stack gap="sm">
          <TextInput
            label="Title of the card"
            placeholder="Trusted by"
            value={card.title}
            error={problemOf("title")}
            onChange={(event) => change({ title: event.currentTarget.value })}
          />
          <CardLogos card={index} logos={card.logos} problemOf={problemOf} onChange={(logos) => change({ logos })} />
          {problemOf("type") && <Input.Error>{problemOf("type")}</Input.Error>}
        </Stack>
      )}
    </PageList>
  );
}
