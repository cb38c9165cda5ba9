import { Button, Card, Group, Input, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { operations, type Page } from "../../../../contract";
import { useEdit } from "../../../api/edits";
import type { Draft } from "../../../parts/forms/draft";
import { fieldErrors, problemsOf } from "../../../parts/forms/field-problems";
import { SaveProblem } from "../../../parts/forms/unsaved";
import { Icon } from "../../../parts/icon";
import { SortableList } from "../../../parts/lists/sortable-list";
import { useFailure } from "../../../parts/notices/failure";
import { SlowAnswer } from "../../../parts/notices/slow-answer";
import type { PageChanges } from "./seen-by";

/** By the place of each field within an item, for example `logos.0.image.url`. */
export type ProblemOf = (place: string) => string | undefined;

interface At<Item> {
  index: number;
  problemOf: ProblemOf;
  change(changes: Partial<Item>): void;
  /** For what only one of them can be. */
  changeAll(change: (other: Item, otherIndex: number) => Item): void;
}

interface Props<Item> {
  field: "actions" | "actionCardWidgets" | "footerLinks" | "scripts";
  title: string;
  /** What one of them is called. */
  one: string;
  about: string;
  blank(): Item;
  draft: Draft<Page, Item[]>;
  done: string;
  keyOf?(item: Item, index: number): string;
  /** What is sent of them, where that is more than the list. */
  shape?(items: Item[]): PageChanges;
  children(item: Item, at: At<Item>): ReactNode;
}

/** A list that belongs to a page, edited and saved as a whole. */
export function PageList<Item extends object>(props: Props<Item>) {
  const { field, title, one, about, blank, draft, done, keyOf, children } = props;
  const { shape = (items) => ({ [field]: items }) } = props;
  const edit = useEdit();
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [failure, setFailure] = useFailure(draft.typed);
  const items = draft.typed ?? draft.initial;
  const setItems = (next: Item[]) => {
    setProblems({});
    draft.onEdit(next);
  };

  async function save() {
    setFailure(undefined);
    const body = shape(items);
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
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {about}
      </Text>
      <Stack>
        <SortableList
          name={field}
          items={items}
          labelOf={(_, index) => `${one} ${index + 1}`}
          {...(keyOf && { keyOf })}
          onChange={setItems}
        >
          {(item, index, change) =>
            children(item, {
              index,
              problemOf: (place) => problems[`${field}.${index}.${place}`],
              change: (changes) => change({ ...item, ...changes }),
              changeAll: (changeOf) => setItems(items.map(changeOf)),
            })
          }
        </SortableList>
        {problems[field] && <Input.Error>{problems[field]}</Input.Error>}
        <SaveProblem error={failure} draft={{ ...draft, takeTheirs }} />
        {draft.isSaving && <SlowAnswer />}
        <Group justify="space-between">
          <Button variant="default" leftSection={<Icon name="plus" size={16} />} onClick={() => setItems([...items, blank()])}>
            Add {/^[aeiou]/.test(one) ? "an" : "a"} {one}
          </Button>
          <Button disabled={!draft.isDirty} loading={draft.isSaving} onClick={save}>
            Save the {title.toLowerCase()}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
