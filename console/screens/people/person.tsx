import { Grid, Stack, Title } from "@mantine/core";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useEdit } from "../../api/edits";
import { useList } from "../../api/list";
import { useRead } from "../../api/operations";
import { FormModal } from "../../parts/forms/form-modal";
import { Heading } from "../../parts/heading";
import { LinkButton, TextLink } from "../../parts/links";
import { AudienceTable } from "../../parts/lists/audience-table";
import { ConfirmButton } from "../../parts/notices/confirm-button";
import { Loaded } from "../../parts/notices/loaded";
import { Properties } from "../../parts/properties";
import { When } from "../../parts/when";
import { useSession } from "../../session/context";
import { EditPerson } from "./person/edit-person";
import { PersonPreview } from "./person/person-preview";

export function Screen() {
  const { may } = useSession();
  const edit = useEdit();
  const navigate = useNavigate();
  const { personId } = useParams({ strict: false }) as { personId: string };
  const params = { person_id: personId };
  const person = useRead("getPerson", { params });
  const audiences = useList("listTenantAudiences", { query: { personId } }, { enabled: may("audiences:read") });
  return (
    <Loaded read={person}>
      {(shown) => (
        <>
          <Heading title={shown.name} back={{ to: "/persons", label: "Persons" }}>
            {may("sessions:read") && (
              <LinkButton variant="default" to="/visits" search={{ personId } as never}>
                Their visits
              </LinkButton>
            )}
            {may("persons:write") && (
              <>
                <ConfirmButton
                  label="Erase"
                  question="Everything that shows this person is erased: record, versions, visits, events. This can't be undone."
                  onConfirm={async () => {
                    await edit("deletePerson", { params }, { done: "Erased" });
                    navigate({ to: "/persons" });
                  }}
                />
                <FormModal name="edit" label="Edit" icon="form" variant="default" title="Edit the person">
                  {(close, cancel) => <EditPerson person={shown} onDone={close} onCancel={cancel} />}
                </FormModal>
              </>
            )}
          </Heading>
          <Grid>
            <Grid.Col span={12}>
              <Properties
                values={{
                  "E-mail": shown.email,
                  Domain: shown.domain,
                  ...(may("accounts:read") && { Account: <AccountOf domain={shown.domain} /> }),
                  Phone: shown.phoneNumber,
                  LinkedIn: shown.linkedinProfileUrl,
                  Added: <When at={shown.createdAt} />,
                }}
              />
            </Grid.Col>
          </Grid>
          {may("audiences:read") && (
            <Stack mt="xl" gap="sm">
              <Title order={2} size="h4">
                Their pages
              </Title>
              <AudienceTable list={audiences} empty="No page is made for this person yet. Add them to a page as an audience." />
            </Stack>
          )}
          {may("pages:read") && <PersonPreview personId={personId} />}
        </>
      )}
    </Loaded>
  );
}

/** A person belongs to the account of their domain. */
function AccountOf({ domain }: { domain: string | null }) {
  const { data } = useRead("listAccounts", { query: { domain: domain ?? "", limit: 1 } }, { enabled: domain !== null });
  const [account] = data?.items ?? [];
  if (domain === null || account === undefined) return "—";
  const { accountId, name } = account;
  return (
    <TextLink to="/accounts/$accountId" params={{ accountId }}>
      {name ?? domain}
    </TextLink>
  );
}
