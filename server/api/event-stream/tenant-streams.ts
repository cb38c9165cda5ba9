import type { Reading } from "../../context";
import { turns } from "../../event-loop/turns";
import { readFeed } from "../../features/events";
import type { Broadcasts } from "./broadcasts";
import { messageOf, sendWanted } from "./messages";
import { maxWaitingBytes, type StreamReader } from "./stream-reader";

const eventsAtOnce = 100;

/** The open streams of a tenant: new events are read once for all of them. */
export class TenantStreams {
  readonly readers = new Set<StreamReader>();
  readonly #broadcasts: Broadcasts;
  readonly #reading: () => Reading;
  /** Up to here, events were read for all streams. */
  #position: number;
  #isReading = false;
  #isBehind = false;

  constructor(broadcasts: Broadcasts, reading: () => Reading, position: number) {
    this.#broadcasts = broadcasts;
    this.#reading = reading;
    this.#position = position;
  }

  add(reader: StreamReader): void {
    this.readers.add(reader);
    void this.#catchUp(reader);
  }

  /** `position`: that of the newest event. */
  lookForNew(position: number): void {
    if (position > this.#position) this.#readNewSoon();
  }

  #readNewSoon(): void {
    this.#isBehind = true;
    if (!this.#isReading) void this.#readNew();
  }

  async #readNew(): Promise<void> {
    this.#isReading = true;
    while (this.#isBehind && this.readers.size > 0) {
      this.#isBehind = false;
      const page = await this.#read((reading) => readFeed(reading, {}, this.#position, eventsAtOnce));
      if (!page) break;
      this.#position = page.lastPosition;
      this.#isBehind ||= page.hasMore;
      const messages = page.rows.map(messageOf);
      await this.#broadcasts.to(this.readers, (reader) => {
        if (!reader.isCatchingUp && !sendWanted(reader, messages, this.#position)) void this.#catchUp(reader);
      });
    }
    this.#isReading = false;
  }

  /** No faster than the reader takes it. */
  async #catchUp(reader: StreamReader): Promise<void> {
    reader.isCatchingUp = true;
    while (reader.isOpen && reader.position < this.#position) {
      // Taken before the read: what becomes visible during it may not be in the page.
      const visible = this.#position;
      const { wanted, position } = reader;
      const page = await this.#read((reading) => readFeed(reading, wanted, position, eventsAtOnce, maxWaitingBytes));
      if (!page) return reader.end();
      for (const { text } of page.rows.map(messageOf)) {
        if (!(await reader.makesRoom(text.length))) return;
        reader.send(text);
      }
      reader.position = page.hasMore ? page.lastPosition : Math.max(page.lastPosition, visible);
    }
    reader.isCatchingUp = false;
    this.#readNewSoon();
  }

  /** In the tenant's turn. Undefined when it can't be read. */
  async #read<Page>(read: (reading: Reading) => Promise<Page>): Promise<Page | undefined> {
    await turns.next(this.#reading().tenantId);
    return read(this.#reading()).catch(() => undefined);
  }
}
