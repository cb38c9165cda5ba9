import { Box, Group, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { Spotlight, type SpotlightActionData, spotlight } from "@mantine/spotlight";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Found } from "../../contract";
import { useCall } from "../api/operations";
import { Icon, type IconName } from "../parts/icon";
import { PageName } from "../parts/visits/names";
import { screens } from "../screens";
import { useSession } from "../session/context";
import { focusContent } from "./kept-focus";

const typingMs = 150;
const labels: Record<Found["kind"], string> = {
  page: "Pages",
  audience: "Audiences",
  person: "Persons",
  account: "Accounts",
  topic: "Topics",
};

/** One box over everything, and every screen by its name. `typedEarly` gives what was typed before the box was there. */
export function Palette({ typedEarly }: { typedEarly(): string }) {
  const { may } = useSession();
  const call = useCall();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [query] = useDebouncedValue(typed.trim(), typingMs);
  useEffect(() => spotlight.open(), []);
  const { data, isPending, isPlaceholderData } = useQuery({
    queryKey: ["search", query],
    queryFn: ({ signal }) => call("search", { query: { query } }, { signal }),
    enabled: query !== "",
    placeholderData: keepPreviousData,
  });
  const isOfTyped = query === typed.trim() && (query === "" || !(isPending || isPlaceholderData));
  const keys = useKeys(isOfTyped);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const chosen = useRef<string>(undefined);
  const go = (to: string) => {
    if (to === path) focusContent();
    else chosen.current = to;
    navigate({ to } as never);
  };
  // Not before the screen is another one: a form may ask first whether it may be left, and then it may be another.
  useEffect(() => {
    if (path === chosen.current) focusContent();
    chosen.current = undefined;
  }, [path]);
  const named = screens.filter(
    ({ label, needs }) => label?.toLowerCase().includes(typed.trim().toLowerCase()) && (!needs || may(needs)),
  );
  const places: SpotlightActionData[] = named.map(({ path, label = "", icon = "info" }) => ({
    id: path,
    label,
    leftSection: <Icon name={icon} />,
    onClick: () => go(path),
  }));
  const found = Map.groupBy(query === "" ? [] : (data?.results ?? []), ({ kind }) => kind);
  const groups = [...found].map(([kind, results]) => ({
    group: labels[kind],
    actions: results.map((result) => actionOf(result, go)),
  }));
  return (
    <Spotlight
      actions={[...groups, { group: "Screens", actions: places }]}
      filter={(_, actions) => actions}
      query={typed}
      onQueryChange={(next) => {
        keys.onType();
        setTyped(next);
      }}
      shortcut={null}
      nothingFound="Nothing found"
      scrollable
      attributes={{ content: { "aria-label": "Search everything" } }}
      maxHeight={420}
      searchProps={{
        placeholder: "Search pages, audiences, persons, accounts, topics",
        "aria-label": "Search everything",
        leftSection: <Icon name="search" />,
        onKeyDownCapture: keys.onKeyDown,
        onFocus: () => setTyped((before) => before + typedEarly()),
      }}
    />
  );
}

function actionOf({ kind, id, title, detail, pageId }: Found, go: (to: string) => void): SpotlightActionData {
  const path = kind === "audience" ? `/pages/${pageId}/audiences/${id}` : `/${kind}s/${id}`;
  return {
    id,
    label: title,
    ...(detail !== null && { description: detail }),
    leftSection: <Icon name={kind satisfies IconName} />,
    ...(kind === "audience" && { children: <FoundAudience title={title} pageId={pageId} /> }),
    onClick: () => go(path),
  };
}

/** A person's audiences on several pages have the same name: the page tells them apart. */
function FoundAudience({ title, pageId }: Pick<Found, "title" | "pageId">) {
  return (
    <Group gap="md" wrap="nowrap" w="100%">
      <Box opacity={0.7} lh={0}>
        <Icon name="audience" />
      </Box>
      <Stack gap={0} miw={0}>
        <Text truncate>{title}</Text>
        <Text size="xs" c="dimmed" truncate>
          <PageName pageId={pageId} />
        </Text>
      </Stack>
    </Group>
  );
}

/** Enter takes what is marked, else the first result. Until the results are those of what is typed, it waits for them. */
function useKeys(isOfTyped: boolean) {
  const hasChosen = useRef(false);
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    if (!isWaiting || !isOfTyped) return;
    setWaiting(false);
    take();
  }, [isWaiting, isOfTyped]);
  return {
    onType() {
      hasChosen.current = false;
      setWaiting(false);
    },
    /** Before the box's own, which would take a result of what was typed before. */
    onKeyDown(event: KeyboardEvent) {
      if (event.key.startsWith("Arrow")) hasChosen.current = true;
      if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
      event.preventDefault();
      event.stopPropagation();
      if (isOfTyped || hasChosen.current) take();
      else setWaiting(true);
    },
  };
}

function take(): void {
  const result = ".mantine-Spotlight-action";
  const chosen = document.querySelector<HTMLElement>(`${result}[data-selected]`) ?? document.querySelector<HTMLElement>(result);
  chosen?.click();
}
