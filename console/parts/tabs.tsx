import { Tabs } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";

interface Tab {
  value: string;
  label: string;
  content: ReactNode;
}

/** The chosen tab is in the address; only what is shown is made. */
export function AddressTabs({ tabs }: { tabs: readonly Tab[] }) {
  const navigate = useNavigate();
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  const shown = tabs.find(({ value }) => value === tab) ?? tabs[0];
  const list = useRef<HTMLDivElement>(null);
  const chosen = shown?.value;
  // On a phone, tabs are scrolled; the address may name one that is out of sight.
  useEffect(() => {
    const all = list.current;
    const tabChosen = all?.querySelector<HTMLElement>("[aria-selected=true]");
    if (all && tabChosen && chosen) all.scrollTo({ left: tabChosen.offsetLeft - (all.clientWidth - tabChosen.offsetWidth) / 2 });
  }, [chosen]);
  return (
    <Tabs
      value={shown?.value ?? null}
      keepMounted={false}
      onChange={(value) => navigate({ to: ".", search: { tab: value }, resetScroll: false })}
    >
      <Tabs.List ref={list} mb="lg" className="tab-list">
        {tabs.map(({ value, label }) => (
          <Tabs.Tab key={value} value={value}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ value, content }) => (
        <Tabs.Panel key={value} value={value}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
