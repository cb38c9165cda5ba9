import { Group, Stack, TextInput } from "@mantine/core";
import type { Page } from "../../../../contract";
import type { Draft } from "../../../parts/forms/draft";
import { PageList } from "./page-list";
import { PartList } from "./part-list";

type LinkGroup = Page["footerLinks"][number];
type FooterLink = LinkGroup["links"][number];

interface Props {
  draft: Draft<Page, LinkGroup[]>;
  done: string;
}

/** The links at the foot of a page, in groups with a title. */
export function PageFooter({ draft, done }: Props) {
  return (
    <PageList<LinkGroup>
      field="footerLinks"
      title="Footer"
      one="group of links"
      about="At the foot of the page, such as your imprint: links in groups with a title."
      blank={() => ({ id: "", title: "", links: [] })}
      draft={draft}
      done={done}
    >
      {(group, { index, problemOf, change }) => (
        <Stack gap="sm">
          <TextInput
            label="Title of the group"
            value={group.title}
            error={problemOf("title")}
            onChange={(event) => change({ title: event.currentTarget.value })}
          />
          <PartList<FooterLink>
            one="link"
            of={`group ${index + 1}`}
            items={group.links}
            blank={{ id: "", text: "", url: "" }}
            problem={problemOf("links")}
            onChange={(links) => change({ links })}
          >
            {(link, at, setLink) => (
              <Group align="flex-start" gap="xs">
                <TextInput
                  label="Words of the link"
                  flex="1 1 9rem"
                  value={link.text}
                  error={problemOf(`links.${at}.text`)}
                  onChange={(event) => setLink({ ...link, text: event.currentTarget.value })}
                />
                <TextInput
                  label="Address of the link"
                  flex="2 1 12rem"
                  value={link.url}
                  error={problemOf(`links.${at}.url`)}
                  onChange={(event) => setLink({ ...link, url: event.currentTarget.value })}
                />
              </Group>
            )}
          </PartList>
        </Stack>
      )}
    </PageList>
  );
}
