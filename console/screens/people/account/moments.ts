import { useMemo } from "react";
import { type TimelineMoment, timelineTypes } from "../../../../contract/people/timeline";
import { useList } from "../../../api/list";
import { asOneList, type Dated, mergeNewest } from "../../../api/merge-newest";
import type { ItemOf } from "../../../api/operations";
import type { Listed } from "../../../parts/lists/record-table";
import { useSession } from "../../../session/context";

export const momentKinds = [...timelineTypes.options, "person", "audience"] as const;
export type MomentKind = (typeof momentKinds)[number];

/** Something that happened around an account. */
export interface Moment extends Dated {
  kind: MomentKind;
  id: string;
  label: string;
  pageId: string | null;
  audienceId: string | null;
  personId: string | null;
}

/** All moments, or those of one kind, newest first: what the timeline has, and the persons and audiences that were added. */
export function useMoments(accountId: string, kind: MomentKind | undefined): Listed<Moment> {
  const { may } = useSession();
  const params = { account_id: accountId };
  const type = kind === "person" || kind === "audience" ? undefined : kind;
  const isWanted = (one: MomentKind) => kind === undefined || kind === one;
  const options = (enabled: boolean) => ({ keepsAll: true, enabled });
  const happened = useList(
    "listAccountTimeline",
    { params, query: type === undefined ? {} : { type } },
    options(kind === undefined || type !== undefined),
  );
  const persons = useList("listAccountPersons", { params }, options(isWanted("person") && may("persons:read")));
  const audiences = useList(
    "listTenantAudiences",
    { query: { accountId } },
    options(isWanted("audience") && may("audiences:read")),
  );
  const lists = [happened, persons, audiences];
  const merged = useMemo(
    () =>
      mergeNewest([
        { rows: happened.items.map(ofTimeline), hasMore: happened.hasNextPage },
        { rows: persons.items.map(ofPerson), hasMore: persons.hasNextPage },
        { rows: audiences.items.map(ofAudience), hasMore: audiences.hasNextPage },
      ]),
    [happened.items, happened.hasNextPage, persons.items, persons.hasNextPage, audiences.items, audiences.hasNextPage],
  );
  return asOneList(lists, merged);
}

function ofTimeline({ type, id, at, label, pageId, audienceId, personId }: TimelineMoment): Moment {
  return { kind: type, id, key: `${type} ${id}`, at: Number(at), label, pageId, audienceId, personId };
}

function ofPerson({ personId, name, createdAt }: ItemOf<"listAccountPersons">): Moment {
  const unknown = { pageId: null, audienceId: null };
  return { kind: "person", id: personId, key: personId, at: Number(createdAt), label: name, ...unknown, personId };
}

function ofAudience({ audienceId, pageId, effectiveName, createdAt }: ItemOf<"listTenantAudiences">): Moment {
  const label = effectiveName;
  return { kind: "audience", id: audienceId, key: audienceId, at: Number(createdAt), label, pageId, audienceId, personId: null };
}
