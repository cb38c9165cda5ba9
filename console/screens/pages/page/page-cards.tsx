import { Button, Card, Group, Input, Menu, Stack, Text, TextInput, Title } from "@mantine/core";
import { useState } from "react";
import { operations, type Page } from "../../../../contract";
import { useEdit } from "../../../api/edits";
import type { Draft } from "../../../parts/forms/draft";
import { fieldErrors, problemsOf } from "../../../parts/forms/field-problems";
import { OutdatedNotice } from "../../../parts/forms/unsaved";
import { Icon } from "../../../parts/icon";
import { moved, SortableRow } from "../../../parts/lists/sortable-row";
import { ProblemNotice } from "../../../parts/notices/problem-notice";
import { CardLogos } from "./card-logos";

type PageCard = Page["actionCardWidgets"][number];

const blank: PageCard = { type: "logos", title: "", logos: [] };

interface Props {
  draft: Draft<Page, PageCard[]>;
  done: string;
}

/** The cards below a page's actions, such as the logos of customers. */
export function PageCards({ draft, done }: Props) {
  const edit = useEdit();
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<unknown>();
  const cards = draft.typed ?? draft.initial;
  const setCards = (next: PageCard[]) => {
    setProblems({});
    draft.onEdit(next);
  };
  const change = (index: number, changes: Partial<PageCard>) =>
    setCards(cards.map((card, at) => (at === index ? { ...card, ...changes } : card)));

  async function save() {
    setFailure(undefined);
    const body = { actionCardWidgets: cards };
    const found = problemsOf(operations.updatePage.body, body);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const send = (base: Page) => edit("updatePage", { params: { page_id: base.pageId }, body }, { unchangedSince: base, done });
    await draft.save(send).catch((problem) => {
      setProblems(fieldErrors(problem));
      setFailure(problem);
    });
  }

  function takeTheirs() {
    setFailure(undefined);
    setProblems({});
    draft.takeTheirs();
  }

  return (
    <Card withBorder>
      <Title order={2} size="h4" mb="xs">
        Cards
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        Shown beside the actions: a title, and below it logos such as those of your customers.
      </Text>
      {draft.isOutdated && <OutdatedNotice onTakeTheirs={takeTheirs} />}
      <Stack>
        {cards.map((card, index) => {
          const place = `actionCardWidgets.${index}`;
          return (
            <SortableRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a card has no identifier, and all that is typed is in the draft
              key={index}
              list="cards"
              index={index}
              count={cards.length}
              label={`card ${index + 1}`}
              onMove={(from, to) => setCards(moved(cards, from, to))}
              menu={
                <Menu.Item
                  color="red"
                  leftSection={<Icon name="trash" size={14} />}
                  onClick={() => setCards(cards.toSpliced(index, 1))}
                >
                  Remove
                </Menu.Item>
              }
            >
              <Stack gap="sm">
                <TextInput
                  label="Title of the card"
                  placeholder="Trusted by"
                  value={card.title}
                  error={problems[`${place}.title`]}
                  onChange={(event) => change(index, { title: event.currentTarget.value })}
                />
                <CardLogos
                  card={index}
                  logos={card.logos}
                  problems={problems}
                  place={`${place}.logos`}
                  onChange={(logos) => change(index, { logos })}
                />
                {problems[`${place}.type`] && <Input.Error>{problems[`${place}.type`]}</Input.Error>}
              </Stack>
            </SortableRow>
          );
        })}
        {problems.actionCardWidgets && <Input.Error>{problems.actionCardWidgets}</Input.Error>}
        {failure !== undefined && <ProblemNotice error={failure} />}
        <Group justify="space-between">
          <Button variant="default" leftSection={<Icon name="plus" size={16} />} onClick={() => setCards([...cards, blank])}>
            Add a card
          </Button>
          <Button onClick={save}>Save the cards</Button>
        </Group>
      </Stack>
    </Card>
  );
}
