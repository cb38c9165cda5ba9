import { Stack } from "@mantine/core";
import { useState } from "react";
import type { Page } from "../../../../contract";
import { type PageLooks, usePageLooks } from "../../../api/page-looks";
import { useDraft } from "../../../parts/forms/draft";
import { UnsavedGuard } from "../../../parts/forms/unsaved";
import { Loaded } from "../../../parts/notices/loaded";
import { type EffectiveField, EffectiveFields } from "../../../parts/preview/effective-fields";
import { useSession } from "../../../session/context";
import { actionChangesOf, actionsOf, PageActions } from "./page-actions";
import { PageCards } from "./page-cards";
import { PageFooter } from "./page-footer";
import { PageScripts } from "./page-scripts";
import { changesOf, PageTexts, textsOf } from "./page-texts";
import { SeenBy } from "./seen-by";

const done = "Saved, live with the next versions";

export function PageContent({ page }: { page: Page }) {
  const { may } = useSession();
  const looks = usePageLooks(page.pageId);
  // A page that is too large to be shown can be edited all the same.
  const read = { data: looks.isPending ? undefined : { looks: looks.data }, error: null };
  return (
    <Loaded read={read}>
      {(known) =>
        may("pages:write") ? (
          <EditedContent key={page.pageId} page={page} looks={known.looks} />
        ) : (
          <ShownContent page={page} looks={known.looks} />
        )
      }
    </Loaded>
  );
}

interface Props {
  page: Page;
  looks: PageLooks | undefined;
}

function ShownContent({ page, looks }: Props) {
  return (
    <SeenBy pageId={page.pageId} unsaved={{}}>
      <EffectiveFields fields={fieldsOf(page, looks)} />
    </SeenBy>
  );
}

/** All that the forms have, as whoever may not edit it reads it. */
function fieldsOf(page: Page, looks: PageLooks | undefined): EffectiveField[] {
  const { title, pageContext, pageType, brandId, headerActionId, actionCardWidgets, footerLinks, scripts, metadata } = page;
  const actions = page.actions.map((action) => (action.actionType === "form" ? { ...action, formId: action.url } : action));
  const fields = {
    title,
    pageContext,
    pageType,
    ...looks,
    brandId,
    headerActionId,
    actions,
    actionCardWidgets,
    footerLinks,
    scripts,
  };
  const shared = Object.entries(metadata ?? {}).filter(([, value]) => value !== null && value !== "");
  return [...Object.entries(fields), ...shared.map(([name, value]) => [`metadata.${name}`, value] as const)].map(
    ([field, value]) => ({ field, value }),
  );
}

function EditedContent({ page, looks }: Props) {
  // Fields don't come and go while somebody types.
  const [hasLooks] = useState(looks !== undefined);
  const texts = useDraft({ ...page, ...(hasLooks && { looks }) }, textsOf);
  const actions = useDraft(page, actionsOf);
  const cards = useDraft(page, ({ actionCardWidgets }) => actionCardWidgets);
  const footer = useDraft(page, ({ footerLinks }) => footerLinks);
  const scripts = useDraft(page, (shown) => shown.scripts);
  const unsaved = {
    ...(actions.typed && actionChangesOf(actions.typed)),
    ...(cards.typed && { actionCardWidgets: cards.typed }),
    ...(footer.typed && { footerLinks: footer.typed }),
    ...(scripts.typed && { scripts: scripts.typed }),
    ...(texts.typed && changesOf(texts.base, texts.typed)),
  };
  return (
    <SeenBy pageId={page.pageId} unsaved={unsaved}>
      <Stack gap="xl" maw={760}>
        <UnsavedGuard isDirty={[texts, actions, cards, footer, scripts].some((draft) => draft.isDirty)} />
        <PageTexts draft={texts} done={done} />
        <PageActions draft={actions} done={done} />
        <PageCards draft={cards} done={done} />
        <PageFooter draft={footer} done={done} />
        <PageScripts draft={scripts} done={done} />
      </Stack>
    </SeenBy>
  );
}
