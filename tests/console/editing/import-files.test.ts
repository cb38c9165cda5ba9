import { describe, expect, test } from "bun:test";
import { checkRows, personOf } from "../../../console/api/import/rows";
import { newImport } from "../../../console/api/import/state";
import { guessMapping } from "../../../console/screens/audiences/import/guess-mapping";
import { readCsv } from "../../../console/screens/audiences/import/read-csv";
import { csvLine } from "../../../contract/csv";
import { inConsole } from "../../support/browser/console";
import { everyText, seenWith } from "../../support/samples/spreadsheets";

describe("an import finds", () => {
  const nameIn = (cells: Record<string, string>) => personOf(cells, guessMapping(Object.keys(cells))).name;

  test("a person's name once, in one column or two", () => {
    expect(nameIn({ "Full name": "Ada Lovelace", "First name": "Ada", "Last name": "Lovelace" })).toBe("Ada Lovelace");
    expect(nameIn({ Name: "Ada Lovelace", Surname: "Lovelace" })).toBe("Ada Lovelace");
    expect(nameIn({ last_name: "Lovelace", first_name: "Ada" })).toBe("Ada Lovelace");
    expect(nameIn({ "given-name": "Ada", "family-name": "Lovelace" })).toBe("Ada Lovelace");
    expect(nameIn({ firstName: "Ada", lastName: "Lovelace", "Contact name": "A. L." })).toBe("Ada Lovelace");
    expect(nameIn({ Name: "Müller", Vorname: "Jörg" })).toBe("Jörg Müller");
    expect(nameIn({ Name: "Jörg Müller", Vorname: "Jörg", Nachname: "Müller" })).toBe("Jörg Müller");
  });

  test("a person's name and no other", () => {
    expect(nameIn({ "Company name": "Acme", "Last name": "Müller" })).toBe("Müller");
    expect(nameIn({ "Contact ID": "7", "Contact owner": "Bob", "Contact name": "Ada" })).toBe("Ada");
    for (const other of ["Company name", "Organization name", "User name", "Campaign name"]) {
      expect(nameIn({ [other]: "Other", Email: "ada@x.example" })).toBeUndefined();
      expect(nameIn({ [other]: "Other", "Customer name": "Ada" })).toBe("Ada");
    }
  });

  test("telephone numbers with the zero that is dialled within a country alone", () => {
    const phoneIn = (phoneNumber: string) => personOf({ phoneNumber }, { phoneNumber: "phoneNumber" }).phoneNumber;
    expect(phoneIn("+49 (0) 151 / 123-45")).toBe("+4915112345");
    expect(phoneIn("+49 ( 0 ) 151 12345")).toBe("+4915112345");
    expect(phoneIn("+39 (0)6 1234")).toBe("+39061234");
    expect(phoneIn("+39 ( 0 ) 6 1234")).toBe("+39061234");
  });

  test("the other columns beside it", () => {
    const columns = ["Contact ID", "Contact name", "Email", "Domain name", "Mobile", "LinkedIn"];
    expect(guessMapping(columns)).toEqual({
      name: "Contact name",
      email: "Email",
      domain: "Domain name",
      phoneNumber: "Mobile",
      linkedinProfileUrl: "LinkedIn",
      externalId: "Contact ID",
    });
    for (const own of ["CRM-ID", "crm_id", "id"]) expect(guessMapping(["Vorname", own]).externalId).toBe(own);
  });
});

describe("a file that is imported", () => {
  const csv = "name\nJosé\nZoë\nBob\n";
  const read = (content: string | Uint8Array<ArrayBuffer>) => readCsv(new File([content], "crm.csv"));
  const namesIn = async (content: string | Uint8Array<ArrayBuffer>) => (await read(content)).rows.map(({ name }) => name);

  test("is read in every encoding that spreadsheets save, and a guess is told", async () => {
    const names = ["José", "Zoë", "Bob"];
    const utf16 = Buffer.from(`\uFEFF${csv}`, "utf16le");
    expect(await namesIn(csv)).toEqual(names);
    expect((await read(csv)).note).toBeUndefined();
    expect(await namesIn(utf16)).toEqual(names);
    expect(await namesIn(Buffer.from(utf16).swap16())).toEqual(names);
    const western = Buffer.from(csv, "latin1");
    expect(await namesIn(western)).toEqual(names);
    expect((await read(western)).note).toBe("Read as Western European text. Check the names below.");
  });

  test("is refused with the line of a broken character if its others are UTF-8", async () => {
    const broken = Buffer.concat([Buffer.from("name\r\nJosé\r\nB"), Buffer.from([0xff]), Buffer.from("b\r\n")]);
    const marked = Buffer.concat([Buffer.from("\uFEFFname\rAda\rB"), Buffer.from([0xff]), Buffer.from("b\r")]);
    for (const content of [broken, marked]) {
      const { rows, problem } = await read(content);
      expect(rows).toEqual([]);
      expect(problem).toStartWith("In line 3 there is a character that cannot be read.");
    }
  });

  test("has its lines counted however they end", async () => {
    for (const end of ["\n", "\r\n", "\r"]) {
      const { problem } = await read(["name,email", "Ada,ada@x.example", '"Bob,bob@x.example', "Cy,cy@x.example", ""].join(end));
      expect(problem).toBe("In line 3 there is a quotation mark too many, or one that is not closed.");
    }
  });

  test("has its rows' problems told with the lines they begin in, behind empty lines and cells with line breaks too", async () => {
    for (const end of ["\n", "\r\n"]) {
      const lines = [
        "",
        "name,email",
        "Ada,a@x.example",
        "",
        " , ",
        "Bob,broken",
        `"Cy`,
        `Second line",c@x.example`,
        `,"no`,
        `name"`,
      ];
      const { wrong } = checkRows(await read(lines.join(end)), { name: "name", email: "email" }, false);
      expect(wrong.map(({ line }) => line)).toEqual([6, 9]);
    }
  });
});

test("a row for which the server would refuse all of its group is not sent", async () => {
  const file = await readCsv(new File(["name,id\nAda,1\nBo\u0000b,2\nCy,\u00003\n"], "crm.csv"));
  const { sound, wrong } = checkRows(file, { name: "name", externalId: "id" }, true);
  expect([sound.length, wrong.map(({ line }) => line)]).toEqual([1, [3, 4]]);
});

describe("a CSV of ours", () => {
  const texts = everyText(["=", "'", '"', ";", ",", "\t", "\r", "\n", "a"], 4);
  const pairs = everyText(["@", "'", '"', ";", ",", "\n"], 2).flatMap((one, _, all) => all.map((other) => [one, other]));
  const rows = [...texts.map((text) => ["Ada", text]), ...pairs];
  const separators = [",", ";"] as const;

  test("has no cell that a spreadsheet takes for a formula, whichever separator it expects", () => {
    for (const written of separators) {
      const csv = rows.map((cells) => csvLine(cells, written)).join("");
      for (const expected of [",", ";", "\t"])
        expect(seenWith(expected, csv).filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);
    }
  });

  test("is imported with each cell as it was before it was made harmless", async () => {
    for (const written of separators) {
      const csv = [["name", "note"], ...rows.map(([, text]) => ["Ada", text])].map((cells) => csvLine(cells, written)).join("");
      const found = await readCsv(new File([`\uFEFF${csv}`], "crm.csv"));
      expect(found.rows.map(({ note }) => note)).toEqual(rows.map(([, text]) => text));
    }
  });

  test("has names that only look as if they had been made harmless as they are", async () => {
    const csv = "name\n't Hooft\nO'-Brien\n\"a; 'b\"\n";
    const { rows: read } = await readCsv(new File([csv], "crm.csv"));
    expect(read.map(({ name }) => name)).toEqual(["'t Hooft", "O'-Brien", "a; 'b"]);
  });
});

inConsole("whoever imports a file", ({ api, open }) => {
  const choose = async (content: string | Buffer, name = "crm.csv") => {
    const { page } = await open("/import");
    await page.evaluate(() => sessionStorage.removeItem("foyer-console-import"));
    await page.reload();
    await page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(content) });
    return page;
  };

  test("is told why nothing of it can be read, and is not offered to import it", async () => {
    const files: [string | Buffer, string][] = [
      ["", "There are no rows"],
      ["name,email\n", "There are no rows"],
      [Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x14, 0x00]), "Save it as CSV"],
      ['name,email\nAda,ada@x.example\n"Bob,bob@x.example\nCy,cy@x.example\n', "In line 3 there is a quotation mark"],
    ];
    for (const [content, words] of files) {
      const page = await choose(content);
      await page.getByText(words).waitFor();
      expect(await page.getByRole("button", { name: /^Import/ }).count()).toBe(0);
    }
  });

  test("has names with accents from Windows, in two columns, and telephone numbers as people write them", async () => {
    const csv = `Company name;First name;Last name;Email;Phone
Acme;José;Müller;jose@x.example;+49 (0) 151 / 123-456
Acme;Zoë;;zoe@x.example;'+4915199
Acme;${"Long".repeat(400)};;long@x.example;
`;
    const page = await choose(Buffer.from(csv, "latin1"));
    await page.getByText("Read as Western European text. Check the names below.").waitFor();
    await page.getByText("2 of 3 rows are fine").waitFor();
    await page.getByText(/^Line 4: Name: must have at most \d+ characters$/).waitFor();
    await page.getByRole("button", { name: "Import 2 of 3 rows" }).click();
    await page.getByText("2 of 3 rows are imported").waitFor();
    const { items } = await api().call("listPersons", {});
    expect(items.map(({ name, phoneNumber }) => [name, phoneNumber]).sort()).toEqual([
      ["José Müller", "+49151123456"],
      ["Zoë", "+4915199"],
    ]);
  });

  test("has the rows of the file that was chosen last, also if an earlier one takes longer to read", async () => {
    const page = await choose("name\nAda\n");
    await page.getByText("1 of 1 rows are fine").waitFor();
    await page.evaluate(() => {
      const { arrayBuffer } = File.prototype;
      File.prototype.arrayBuffer = async function (this: File) {
        if (this.name === "slow.csv") await new Promise((done) => addEventListener("read-on", done));
        return arrayBuffer.call(this);
      };
    });
    const input = page.locator("input[type=file]");
    const file = (name: string, rows: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(`name\n${rows}`) });
    const readOn = () => page.evaluate(() => new Promise((done) => setTimeout(done, 200, dispatchEvent(new Event("read-on")))));
    await input.setInputFiles(file("slow.csv", "Bob\nCy\nDee\n"));
    await input.setInputFiles(file("quick.csv", "Eve\nFay\n"));
    await page.getByText("2 of 2 rows are fine").waitFor();
    await readOn();
    expect(await page.getByText("2 of 2 rows are fine").count()).toBe(1);
    await input.setInputFiles(file("slow.csv", "Bob\nCy\nDee\n"));
    await page.getByRole("button", { name: "No file" }).click();
    await readOn();
    expect(await page.getByText("rows are fine").count()).toBe(0);
  });
});

test("a row that ends before a column has nothing in it, whatever the column is called", () => {
  const columns = ["Name", "constructor", "toString"];
  const sound = [{ row: { Name: "Ada", constructor: "=1+1" } as unknown as Record<string, string>, line: 2 }];
  const chosen = { tenantId: "a", pageId: null, mapping: { name: "Name" }, columns };
  expect(newImport(chosen, { sound, wrong: [] }).waiting).toEqual([["Ada", "=1+1", ""]]);
});
