import { Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { operations } from "../../../contract";
import { useEdit } from "../../api/edits";
import { useList } from "../../api/list";
import { CopyText } from "../../parts/copy-text";
import { FormModal } from "../../parts/forms/form-modal";
import { RecordForm } from "../../parts/forms/record-form";
import { Heading } from "../../parts/heading";
import { LoadMore } from "../../parts/lists/load-more";
import { ConfirmButton } from "../../parts/notices/confirm-button";
import { EmptyState } from "../../parts/notices/empty-state";
import { failed } from "../../parts/notices/notices";
import { ReadProblem } from "../../parts/notices/read-problem";
import { SlowAnswer } from "../../parts/notices/slow-answer";
import { StatusBadge } from "../../parts/status-badge";
import { useSession } from "../../session/context";

export function Screen() {
  const { may } = useSession();
  const edit = useEdit();
  const { items, isPending, isSuccess, error, ...more } = useList("listDomains", {}, { keepsAll: true });
  const mayWrite = may("domains:write");
  const adding = mayWrite && (
    <FormModal name="new" label="New domain">
      {(close, cancel) => (
        <RecordForm
          schema={operations.createDomain.body}
          fields={[{ name: "domain", label: "Domain", required: true, placeholder: "hello.example.com" }]}
          submitLabel="Add the domain"
          onCancel={cancel}
          onSubmit={async (body) => {
            await edit("createDomain", { body: body as never });
            close();
          }}
        />
      )}
    </FormModal>
  );
  return (
    <>
      <Heading title="Domains" about="Your own addresses for pages. A DNS record proves that a domain is yours.">
        {adding}
      </Heading>
      {error && <ReadProblem error={error} />}
      {isPending && <SlowAnswer />}
      {items.length === 0 && isSuccess && (
        <EmptyState icon="domain" title="No domains yet" text="Until you add one, pages are at addresses of this service.">
          {adding}
        </EmptyState>
      )}
      <Stack>
        {items.map(({ domainId, domain, status, dnsRecord }) => (
          <Card key={domainId} withBorder>
            <Stack gap="sm">
              <Group justify="space-between">
                <Group gap="sm">
                  <Title order={2} size="h4">
                    {domain}
                  </Title>
                  <StatusBadge status={status} />
                </Group>
                {mayWrite && (
                  <Group gap="xs">
                    <ConfirmButton
                      label="Remove"
                      question="Pages are no longer served there. Links on it must be moved first."
                      onConfirm={() => edit("deleteDomain", { params: { domain_id: domainId } }, { done: "Removed" })}
                    />
                    {status === "pending" && (
                      <Button
                        size="xs"
                        onClick={() =>
                          edit("verifyDomain", { params: { domain_id: domainId } }, { done: "It is yours" }).catch(failed)
                        }
                      >
                        Check the record
                      </Button>
                    )}
                  </Group>
                )}
              </Group>
              {status === "pending" && (
                <>
                  <Text size="sm">
                    Add this TXT record at your DNS provider, then check it here. It may take some minutes to be seen.
                  </Text>
                  <CopyText text={dnsRecord.name} label="Copy the name" />
                  <CopyText text={dnsRecord.value} label="Copy the value" />
                </>
              )}
            </Stack>
          </Card>
        ))}
      </Stack>
      <LoadMore list={more} />
    </>
  );
}
