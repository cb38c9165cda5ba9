import { useState } from "react";
import { FoyerError, type ListId, type SentTo } from "../../../client";
import type { Access } from "../../../contract";
import { useList } from "../../api/list";
import { type Answer, type ItemOf, type ReadId, useRead } from "../../api/operations";
import { useSession } from "../../session/context";
import { LongSelect, type PickerProps } from "./long-select";

/** Records that are listed by one operation and read by another. */
interface Kind<List extends ListId & ReadId, Read extends ReadId> {
  scope: Access;
  list: List;
  listed: SentTo<List>;
  read: Read;
  sentFor(id: string): SentTo<Read>;
  /** Its identifier and name. */
  entryOf(record: ItemOf<List> | Answer<Read>): [string, string];
  /** What is shown in place of a chosen one that was deleted. */
  gone: string;
}

/** `none`: what the button is called that chooses nothing, where that is possible. */
export interface ListedPickerProps extends PickerProps {
  none?: string;
}

/** A record of a kind that the server can't search. What is chosen is shown by name, however far down the list it is. */
export function ListedPicker<List extends ListId & ReadId, Read extends ReadId>({
  kind: { scope, list: listId, listed, read, sentFor, entryOf, gone },
  ...props
}: ListedPickerProps & { kind: Kind<List, Read> }) {
  const { value } = props;
  const { may } = useSession();
  const enabled = may(scope);
  const [isOpened, setOpened] = useState(false);
  const list = useList(listId, listed, { keepsAll: true, enabled: enabled && isOpened });
  const chosen = useRead(read, sentFor(value ?? ""), { enabled: enabled && value !== undefined });
  const isGone = chosen.error instanceof FoyerError && chosen.error.status === 404;
  const names = new Map(list.items.map(entryOf));
  if (value !== undefined) {
    const name = chosen.data === undefined ? names.get(value) : entryOf(chosen.data as Answer<Read>)[1];
    names.set(value, isGone ? gone : (name ?? value));
  }
  return <LongSelect {...props} names={names} list={list} onDropdownOpen={() => setOpened(true)} />;
}
