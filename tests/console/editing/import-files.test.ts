import { expect, test } from "bun:test";
import { inConsole } from "../../support/browser/console";

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
      ['name,email\nAda,ada@x.example\n"Bob,bob@x.example\nCy,cy@x.example\n', "In line 3 a quotation mark"],
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
});
