import { attempted, type Handler } from "../../context";
import { addPerson, personWrite, rowOfNewPerson } from "./add-person";
import { toPerson } from "./queries";

export const createPerson: Handler<"createPerson"> = attempted(
  (ctx, { body }) => {
    const row = rowOfNewPerson(ctx, body);
    const answer = JSON.stringify(toPerson(row));
    return { write: personWrite(ctx, row, answer), answer };
  },
  (ctx, { body }) => addPerson(ctx, body),
);
