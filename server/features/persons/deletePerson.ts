import { type Handler, prepared } from "../../context";
import { erasePerson } from "../../erasure/erase-person";

/** Erases the person everywhere, before the transaction of the request, because that may take many short ones. */
export const deletePerson: Handler<"deletePerson"> = prepared(
  ({ change }, { params }) => erasePerson(change, params.person_id),
  async (_, { params }, erased) => ({ personId: params.person_id, deleted: true, erased }),
);
