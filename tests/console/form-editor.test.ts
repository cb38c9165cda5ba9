import { expect, test } from "bun:test";
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
});
