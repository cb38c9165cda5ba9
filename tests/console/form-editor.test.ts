import { expect, test } from "bun:test";
import { axeViolations } from "../support/browser/axe";
import { takePicture } from "../support/browser/browser";
import { inConsole } from "../support/browser/console";

inConsole("somebody", ({ api, open }) => {
  test("makes a form in two steps, and takes a step out again", async () => {
    const { page, complaints } = await open("/forms");
    await page.getByRole("button", { name: "New form" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Apply");
    await dialog.getByLabel("Step").fill("About you");
    for (const [index, label] of ["Phone", "Message"].entries()) {
      await dialog.getByRole("button", { name: "Add a field" }).click();
      await dialog
        .getByLabel("Label")
        .nth(index + 1)
        .fill(label);
    }
    await dialog.getByLabel("Step").nth(2).fill("Your wishes");
    await dialog.getByRole("button", { name: "Make the form" }).click();
    await page.getByText("In 2 steps").waitFor();
    const stored = async () => {
      const { items } = await api().call("listForms", {});
      return items.find(({ name }) => name === "Apply")?.fields.map(({ name, step }) => [name, step]);
    };
    expect(await stored()).toEqual([
      ["email", "About you"],
      ["phone", undefined],
      ["message", "Your wishes"],
    ]);
    const card = page.locator(".mantine-Card-root").filter({ hasText: "Apply" });
    await card.getByRole("button", { name: "Edit" }).click();
    await dialog.getByLabel("Step").nth(2).fill("");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("In 2 steps").waitFor({ state: "hidden" });
    expect((await stored())?.[2]).toEqual(["message", undefined]);
    expect(complaints).toEqual([]);
  });

  test("words a form: its button, consent, thanks and where visitors go on, told what is missing at its field", async () => {
    const { formId } = await api().call("createForm", { body: { name: "Worded", fields: [] } });
    const stored = async () => {
      const { buttonTitle, consent, thanks, next } = await api().call("getForm", { params: { form_id: formId } });
      return { buttonTitle, consent, thanks, next };
    };
    const { page, complaints } = await open("/forms");
    const card = page.locator(".mantine-Card-root").filter({ hasText: "Worded" });
    const dialog = page.getByRole("dialog");
    const save = () => dialog.getByRole("button", { name: "Save" }).click();
    await card.getByRole("button", { name: "Edit" }).click();
    await dialog.getByLabel("Words on the button").fill("Apply now");
    await dialog.getByLabel("Consent").fill("You may write to me.");
    await dialog.getByLabel("Thanks", { exact: true }).fill("Thank you, {{ person.firstName }}");
    await dialog.getByLabel("Text below the thanks").fill("We call tomorrow.");
    await dialog.getByLabel("Words of the link").fill("Book a time");
    await save();
    await dialog.getByText("Please fill this in").waitFor();
    expect(await dialog.getByLabel("Address of the link").getAttribute("aria-invalid")).toBe("true");
    await dialog.getByLabel("Address of the link").fill("javascript:alert(1)");
    await save();
    await dialog.getByText("Please fill this in").waitFor({ state: "hidden" });
    expect(await dialog.getByLabel("Address of the link").getAttribute("aria-invalid")).toBe("true");
    expect((await stored()).buttonTitle).toBeNull();
    await dialog.getByLabel("Address of the link").fill("https://example.com/book");
    await save();
    await dialog.waitFor({ state: "hidden" });
    expect(await stored()).toEqual({
      buttonTitle: "Apply now",
      consent: "You may write to me.",
      thanks: { title: "Thank you, {{ person.firstName }}", text: "We call tomorrow." },
      next: { title: "Book a time", url: "https://example.com/book" },
    });
    await card.getByRole("button", { name: "Edit" }).click();
    expect(await dialog.getByLabel("Consent").inputValue()).toBe("You may write to me.");
    for (const label of ["Consent", "Words of the link", "Address of the link"]) await dialog.getByLabel(label).fill("");
    await save();
    await dialog.waitFor({ state: "hidden" });
    expect(await stored()).toMatchObject({ buttonTitle: "Apply now", consent: null, next: null });
    expect(complaints).toEqual([]);
  });

  test("makes a form with labels in any letters, twice the same too, and brings its fields into their order on a phone", async () => {
    const { page, complaints } = await open("/forms", { viewport: { width: 390, height: 844 } });
    await page.getByRole("button", { name: "New form" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Any letters");
    const labels = ["Ваше имя", "会社名", "Téléphone", "Telephone"];
    for (const [index, label] of labels.entries()) {
      await dialog.getByRole("button", { name: "Add a field" }).click();
      await dialog
        .getByLabel("Label")
        .nth(index + 1)
        .fill(label);
    }
    await dialog.getByRole("button", { name: "Make the form" }).click();
    await dialog.waitFor({ state: "hidden" });
    const stored = async () => {
      const { items } = await api().call("listForms", {});
      return items.find(({ name }) => name === "Any letters")?.fields.map(({ name, label }) => `${name}: ${label}`);
    };
    const made = ["email: E-mail", "field: Ваше имя", "field_2: 会社名", "telephone: Téléphone", "telephone_2: Telephone"];
    expect(await stored()).toEqual(made);
    const card = page.locator(".mantine-Card-root").filter({ hasText: "Any letters" });
    await card.getByRole("button", { name: "Edit" }).click();
    await dialog.getByRole("button", { name: "More for 会社名" }).click();
    await page.getByRole("menuitem", { name: "Move up" }).click();
    expect(await dialog.getByLabel("Label").nth(1).inputValue()).toBe("会社名");
    await dialog.getByRole("button", { name: "More for Telephone" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await dialog.getByLabel("Label").nth(2).fill("Имя");
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByLabel("Label").first().scrollIntoViewIfNeeded();
    await takePicture(page, "console fields of a form on a phone.png");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "hidden" });
    expect(await stored()).toEqual(["email: E-mail", "field_2: 会社名", "field: Имя", "telephone: Téléphone"]);
    expect(complaints).toEqual([]);
  });
});
