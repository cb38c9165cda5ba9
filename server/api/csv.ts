import { type CsvCell, csvLine } from "../../contract/csv";

const bytesAtOnce = 65_536;

/** Whoever does not ask for CSV gets JSON. */
export function wantsCsv(request: Request): boolean {
  return /\btext\/csv\b/.test(request.headers.get("accept") ?? "");
}

/** The first group is made before the answer begins, while it can still be a refusal. The others are made when they are read. */
export async function csvBody(groups: AsyncGenerator<CsvCell[][]>): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let next = await groups.next();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      let text = "";
      for (; !next.done && text.length < bytesAtOnce; next = await groups.next())
        text += next.value.map((cells) => csvLine(cells)).join("");
      if (text !== "") controller.enqueue(encoder.encode(text));
      if (next.done) controller.close();
    },
    async cancel() {
      await groups.return(undefined);
    },
  });
}

export function csvResponse(body: ReadableStream<Uint8Array>, requestId: string): Response {
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition": "attachment",
      "cache-control": "no-store",
      "x-request-id": requestId,
      "x-content-type-options": "nosniff",
    },
  });
}
