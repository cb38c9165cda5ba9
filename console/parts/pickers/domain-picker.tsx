import type { ItemOf } from "../../api/operations";
import { ListedPicker, type ListedPickerProps } from "./listed-picker";

const domains = {
  scope: "domains:read",
  list: "listDomains",
  listed: {},
  read: "getDomain",
  sentFor: (id: string) => ({ params: { domain_id: id } }),
  entryOf: ({ domainId, domain, status }: ItemOf<"listDomains">): [string, string] => [
    domainId,
    status === "verified" ? domain : `${domain} (not verified yet)`,
  ],
  gone: "A domain that was removed",
} as const;

export function DomainPicker(props: ListedPickerProps) {
  return <ListedPicker {...props} kind={domains} />;
}
