import { FoyerError, type SentTo } from "../../../client";
import { editing } from "../../api/dialog";
import { type Answer, type ReadId, useRead } from "../../api/operations";
import { useSession } from "../../session/context";
import { TextLink } from "../links";

/** Records that are known by their identifiers, and what each is called. */
const kinds = {
  brand: kind("getBrand", "brands", (id) => ({ params: { brand_id: id } }), "A brand that was deleted"),
  form: kind("getForm", "forms", (id) => ({ params: { form_id: id } }), "A form that was deleted"),
  asset: kind("getAsset", "assets", (id) => ({ params: { asset_id: id } }), "An asset that is gone"),
};

type NamedId = { [Id in ReadId]: Answer<Id> extends { name: string } ? Id : never }[ReadId];

function kind<Id extends NamedId>(
  read: Id,
  resource: "brands" | "forms" | "assets",
  sentFor: (id: string) => SentTo<Id>,
  gone: string,
) {
  return { read, resource, sentFor, gone };
}

/** Which of them a text names by its identifier. */
export function recordWithId(text: unknown): { of: keyof typeof kinds; id: string } | undefined {
  const [id, of] = /^(brand|form|asset)_[0-9a-z]{26}$/.exec(String(text)) ?? [];
  return id === undefined ? undefined : { of: of as keyof typeof kinds, id };
}

/** A record's name, which leads to where it is edited. */
export function RecordName({ of, id }: { of: keyof typeof kinds; id: string }) {
  const { may } = useSession();
  const { read, resource, sentFor, gone } = kinds[of];
  const record = useRead(read, sentFor(id) as SentTo<typeof read>, { enabled: may(`${resource}:read`) });
  const isDeleted = record.data !== undefined && "deletedAt" in record.data && record.data.deletedAt !== null;
  if (isDeleted || (record.error instanceof FoyerError && record.error.status === 404)) return gone;
  if (record.data === undefined) return record.isLoading ? "…" : id;
  return (
    // Underlined: it stands among other words, and in the dark its colour alone is too close to theirs.
    <TextLink to={`/${resource}`} search={may(`${resource}:write`) ? { dialog: editing(id) } : {}} inherit underline="always">
      {record.data.name}
    </TextLink>
  );
}
