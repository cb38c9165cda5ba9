import { expect, test } from "bun:test";
import type { ProblemBody } from "../../../contract";
import { onTodaysEngine } from "../../support/database/engines";
import { field, filePart, formOf, formType, type Part } from "../../support/samples/bad-forms";
import { png } from "../../support/samples/images";
import { left, postForm } from "../../support/samples/uploads";
import { useService } from "../../support/service/service";

onTodaysEngine("the form of an upload", (engine) => {
  const service = useService(engine);
  const send = (content: string | Uint8Array<ArrayBuffer>, body = {}, name = "upload.png") =>
    service().api.send("createAsset", { file: new File([content], name), body });

  test("a name with NUL, or of 4,000 characters, is refused, as a field and as a file name", async () => {
    const post = (parts: Part[]) => postForm(service(), formOf(parts));
    const cases: [string, Part[], string][] = [
      ["NUL in the file's name", [filePart(png(), "a\0b.png")], "body.file"],
      ["4,000 characters in the file's name", [filePart(png(), "x".repeat(4_000))], "body.file"],
      ["4,000 characters in the name", [filePart(), field("name", "x".repeat(4_000))], "body.name"],
      ["NUL in the name", [filePart(), field("name", "a\0b")], "body.name"],
      ["a name of nothing", [filePart(), field("name", "")], "body.name"],
      ["65 characters in a tag", [filePart(), field("tags", "x".repeat(65))], "body.tags[0]"],
    ];
    const before = await left(service());
    for (const [what, parts, location] of cases) {
      const response = await post(parts);
      const { errors } = (await response.json()) as ProblemBody;
      expect([what, response.status, errors?.map((error) => error.location).join()]).toEqual([what, 422, location]);
    }
    expect(await left(service())).toEqual(before);
    expect((await post([filePart(png(), "x".repeat(1_000))])).status).toBe(201);
    expect((await post([filePart(png(), "x".repeat(4_000)), field("name", "short")])).status).toBe(201);
  });

  test("all mistakes in a form are reported at once", async () => {
    const response = await fetch(`${service().origin}/v0/assets?x=1`, {
      method: "POST",
      headers: { "x-api-key": service().api.key, "content-type": formType, "idempotency-key": "" },
      body: formOf([
        field("name", ""),
        field("purpose", "a"),
        field("purpose", "b"),
        field("tags", "\0"),
        field("assetType", "cat"),
        field("nmae", "x"),
        filePart(png(), "a", "photo"),
      ]),
    });
    const { errors } = (await response.json()) as ProblemBody;
    const locations = [
      "body.assetType",
      "body.file",
      "body.name",
      "body.nmae",
      "body.photo",
      "body.purpose",
      "body.tags[0]",
      "header.Idempotency-Key",
      "query.x",
    ];
    expect([...new Set(errors?.map(({ location }) => location))].sort()).toEqual(locations);
  });

  test("forms are read as other clients write them: quoted, unquoted, with types, with text around the parts", async () => {
    const content = png();
    const forms: Buffer<ArrayBuffer>[] = [
      formOf([{ head: "content-disposition:form-data;name=file;filename=a.png\r\ncontent-type:image/png", content }]),
      formOf([{ head: 'Content-Type: image/png\r\nContent-Disposition: FORM-DATA; NAME="file"; FILENAME="a.png"', content }]),
      formOf([
        {
          ...field("name", "a.png"),
          head: 'Content-Disposition: form-data; name="name"\r\nContent-Type: text/plain; charset=utf-8',
        },
        filePart(),
      ]),
      Buffer.concat([Buffer.from("a preamble\r\n"), formOf([filePart(content, "a.png")]), Buffer.from("an epilogue")]),
    ];
    for (const form of forms) {
      const response = await postForm(service(), form);
      expect([response.status, ((await response.json()) as { name: string }).name]).toEqual([201, "a.png"]);
    }
  });

  test("file content that looks like the end of the form does not end it", async () => {
    const text = `--${formType.split("=")[1]}-- is not at the start of a line\r\n--${"-".repeat(30)}\r\n`;
    const { status, body } = await send(text, {}, "a.txt");
    const { downloadUrl } = body as { downloadUrl: string };
    const read = await fetch(downloadUrl.replace("http://foyer.test", service().origin));
    expect([status, await read.text()]).toEqual([201, text]);
  });

  test("a form arrives whole, however it is split into chunks", async () => {
    const content = new Uint8Array(Buffer.from("\r\n--\r\n".repeat(50)));
    const form = formOf([field("tags", "a"), filePart(content, "a.txt"), field("tags", "b")]);
    for (const size of [1, 2, 3, 7, 64]) {
      const pieces = Array.from({ length: Math.ceil(form.length / size) }, (_, index) =>
        form.subarray(index * size, (index + 1) * size),
      );
      const body = new ReadableStream({
        async pull(controller) {
          const piece = pieces.shift();
          if (piece) controller.enqueue(piece);
          else controller.close();
        },
      });
      const response = await postForm(service(), body);
      const asset = (await response.json()) as { tags: string[]; downloadUrl: string };
      expect([size, response.status, asset.tags]).toEqual([size, 201, ["a", "b"]]);
      const read = await fetch(asset.downloadUrl.replace("http://foyer.test", service().origin));
      expect(await read.bytes()).toEqual(content);
    }
  });
});
