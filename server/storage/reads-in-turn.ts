import { turns } from "../event-loop/turns";
import type { Reader } from "./port";
import type { Sql } from "./sql";

/** Reads for a tenant: many in a row, or rows that take long to be worked on, wait for the tenant's turns. */
export class ReadsInTurn implements Reader {
  constructor(
    readonly database: Reader,
    readonly tenantId: string,
  ) {}

  async first<Row>(query: Sql): Promise<Row | undefined> {
    const turn = turns.next(this.tenantId);
    if (turn) await turn;
    const row = await this.database.first<Row>(query);
    const another = turns.next(this.tenantId);
    if (another) await another;
    return row;
  }

  async all<Row>(query: Sql): Promise<Row[]> {
    const turn = turns.next(this.tenantId);
    if (turn) await turn;
    const rows = await this.database.all<Row>(query);
    const another = turns.next(this.tenantId);
    if (another) await another;
    return rows;
  }
}
