import { Accordion, Alert, List, Stack } from "@mantine/core";
import type { SentTo } from "../../../client";
import { usePagePreview } from "../../api/preview";
import { Loaded } from "../notices/loaded";
import { ProblemNotice } from "../notices/problem-notice";
import { EffectiveFields } from "./effective-fields";
import { EmptyTokensNotice } from "./empty-tokens-notice";
import { PageFrame } from "./page-frame";

interface Props {
  pageId: string;
  /** For whom, and what is not saved yet. */
  sent: NonNullable<SentTo<"previewPage">["body"]>;
  /** Whoever edits the brand is told what is wrong with it, and nothing else of the page. */
  isOfBrand?: boolean;
}

/** A page with changes that are not saved, on a phone and on a desktop; it follows what is typed. */
export function PagePreview({ pageId, sent, isOfBrand = false }: Props) {
  const preview = usePagePreview(pageId, sent);
  return (
    <Loaded read={preview}>
      {({ url, page, fields, emptyTokens, warnings }) => (
        <Stack>
          {preview.error !== null && <ProblemNotice error={preview.error} />}
          {!isOfBrand && (
            <EmptyTokensNotice tokens={emptyTokens} isForNobody={sent.audienceId === undefined && sent.personId === undefined} />
          )}
          <WarningsNotice warnings={isOfBrand ? warnings.filter(({ location }) => location.startsWith("brand.")) : warnings} />
          <div className="frames">
            <PageFrame url={url} page={page} width={390} height={760} title="On a phone" />
            <PageFrame url={url} page={page} width={1280} height={1000} title="On a desktop" />
          </div>
          {!isOfBrand && (
            <Accordion variant="contained">
              <Accordion.Item value="fields">
                <Accordion.Control>Where each field comes from</Accordion.Control>
                <Accordion.Panel>
                  <EffectiveFields fields={fields} />
                </Accordion.Panel>
              </Accordion.Item>
            </Accordion>
          )}
        </Stack>
      )}
    </Loaded>
  );
}

function WarningsNotice({ warnings }: { warnings: readonly { location: string; message: string }[] }) {
  if (warnings.length === 0) return null;
  return (
    <Alert color="orange" variant="light" title="Not shown as it was meant">
      <List size="sm">
        {warnings.map(({ location, message }) => (
          <List.Item key={`${location} ${message}`}>
            {location}: {message}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
