import { Alert, Button, Group } from "@mantine/core";
import { downloadCsv } from "../../../api/csv";
import { type ImportState, rowOf } from "../../../api/import/state";
import { LinkButton } from "../../../parts/links";
import { AddressesButton } from "../../../parts/lists/addresses-button";
import { HiddenPageNotice } from "../../../parts/publishing/hidden-page-notice";
import { formatted } from "../../../parts/time";
import { counted } from "./counted";

interface Props {
  state: ImportState;
  onAgain(): void;
}

/** What became of an import, and what is done with it next. */
export function Finished({ state: { pageId, total, columns, refused, audienceIds }, onAgain }: Props) {
  const imported = new Set(audienceIds);
  return (
    <>
      {pageId !== null && <HiddenPageNotice pageId={pageId} />}
      <Alert
        color={refused.length === 0 ? "teal" : "yellow"}
        title={`${formatted(total - refused.length)} of ${formatted(total)} rows are imported`}
      >
        <Group mt="xs">
          {pageId !== null && (
            <>
              {imported.size > 0 && (
                <AddressesButton
                  pageId={pageId}
                  label="Addresses for a mail merge"
                  name="addresses"
                  rowsOf={(links) =>
                    links
                      .filter(({ audienceId }) => imported.has(audienceId))
                      .map(({ email, personName, name, externalId, publicUrl }) => ({
                        email,
                        name: personName || name,
                        externalId,
                        publicUrl,
                      }))
                  }
                />
              )}
              <LinkButton to={`/pages/${pageId}`} variant="default">
                Open the page
              </LinkButton>
            </>
          )}
          {refused.length > 0 && (
            <Button
              variant="default"
              onClick={() =>
                downloadCsv(
                  "refused rows",
                  refused.map(({ cells, problem }) => ({ ...rowOf(cells, columns), problem })),
                )
              }
            >
              {counted(refused.length, "refused row")}
            </Button>
          )}
          <Button variant="default" onClick={onAgain}>
            Another file
          </Button>
        </Group>
      </Alert>
    </>
  );
}
