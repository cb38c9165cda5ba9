import { describe, expect, test } from "bun:test";
import type { ProblemBody } from "../../../contract";
import { createStorage, onTodaysEngine } from "../../support/database/engines";
import { field, filePart, formOf } from "../../support/samples/bad-forms";
import { pngOfBytes } from "../../support/samples/images";
import { chunk, filesIn, left, onTheirWay, postForm, rawUpload } from "../../support/samples/uploads";
import { until } from "../../support/service/jobs";
import { spawnServer } from "../../support/service/process";
import { useService } from "../../support/service/service";

const mebibyte = 1_048_576;

onTodaysEngine("large and broken uploads", (engine) => {
  const limit = 2 * mebibyte;
  const service = useService(engine, { maxUploadBytes: limit });

  test("a file of exactly the limit is taken; one byte more is refused, with Content-Length or in chunks", async () => {
    const largest = formOf([filePart(pngOfBytes(limit))]);
    const tooLarge = formOf([filePart(pngOfBytes(limit + 1))]);
    const before = await left(service());
    for (const body of [tooLarge, new Blob([tooLarge]).stream()]) {
      const response = await postForm(service(), body);
      expect([response.status, ((await response.json()) as ProblemBody).code]).toEqual([413, "body_too_large"]);
    }
    expect(await left(service())).toEqual(before);
    for (const body of [largest, new Blob([largest]).stream()]) expect((await postForm(service(), body)).status).toBe(201);
  });

  test("a length beyond the limit is refused before a byte of it is sent", async () => {
    const answer = await rawUpload(service(), { "content-length": String(limit * 20) }, async () => {});
    expect(answer).toStartWith("HTTP/1.1 413 ");
    expect(answer).toContain('"code":"body_too_large"');
  });

  test("an upload in chunks is cut off as soon as it passes the limit", async () => {
    let sent = 0;
    const answer = await rawUpload(service(), { "transfer-encoding": "chunked" }, async (write, isAnswered) => {
      await write(chunk(formOf([filePart()]).subarray(0, 150)));
      for (; sent < 60 && !isAnswered(); sent += 1) {
        await write(chunk(Buffer.alloc(mebibyte / 4)));
        await Bun.sleep(20); // slower than the service reads, as a visitor's line is
      }
    });
    expect(answer).toStartWith("HTTP/1.1 413 ");
    expect(sent).toBeLessThan(60);
    expect(onTheirWay(service())).toEqual([]);
  });

  test("an upload that breaks off leaves nothing behind, wherever it breaks off", async () => {
    const form = formOf([field("name", "Cut"), filePart(pngOfBytes(300_000)), field("tags", "x")]);
    const before = await left(service());
    for (const at of [0, 10, 100, 250, 1_000, 150_000, form.length - 100, form.length - 3]) {
      for (const announced of [true, false]) {
        const headers: Record<string, string> = announced
          ? { "content-length": String(form.length) }
          : { "transfer-encoding": "chunked" };
        await rawUpload(service(), headers, async (write, _, destroy) => {
          await write(announced ? form.subarray(0, at) : chunk(form.subarray(0, Math.max(1, at))));
          await Bun.sleep(20);
          destroy();
        });
      }
    }
    await until(() => onTheirWay(service()).length === 0);
    expect(await left(service())).toEqual(before);
    expect(service().logged.join("")).not.toContain('"level":"error"');
  });

  test("an upload shorter than its Content-Length is refused", async () => {
    const form = formOf([filePart(pngOfBytes(100_000))]);
    const before = await left(service());
    for (const at of [0, 10, 120, 50_000, form.length - 4]) {
      const response = await postForm(service(), form.subarray(0, at));
      expect([at, response.status, ((await response.json()) as ProblemBody).code]).toEqual([at, 400, "malformed_body"]);
    }
    expect(await left(service())).toEqual(before);
  });

  test("nothing is stored for a key that is revoked during its upload", async () => {
    const { api } = service();
    const issued = await api.call("createApiKey", { body: { name: "k", scopes: ["assets:write"] } });
    const form = formOf([filePart()]);
    const before = await left(service());
    const headers = { "content-length": String(form.length), "x-api-key": issued.key as string };
    const answer = await rawUpload(service(), headers, async (write) => {
      await write(form.subarray(0, 100));
      await Bun.sleep(50);
      await api.call("revokeApiKey", { params: { key_id: issued.keyId } });
      await write(form.subarray(100));
    });
    expect(answer).toStartWith("HTTP/1.1 401 ");
    expect(await left(service())).toEqual(before);
  });
});

describe("a server as it is shipped", () => {
  test("has nothing left of an upload it was killed in the middle of, once it is started again", async () => {
    const storage = await createStorage("sqlite", { hasTables: true });
    const first = await spawnServer(storage.environment);
    const form = formOf([filePart(pngOfBytes(1_000_000))]);
    const uploading = rawUpload(first, { "content-length": String(form.length) }, async (write) => {
      await write(form.subarray(0, 600_000));
      await until(() => filesIn(storage.dataFolder).length > 0);
      await first.kill();
    });
    await uploading;
    expect(filesIn(storage.dataFolder)).toHaveLength(1);
    await using second = await spawnServer(storage.environment, first.api.key);
    expect(filesIn(storage.dataFolder)).toEqual([]);
    await second.stop();
    await storage.remove();
  });
});
