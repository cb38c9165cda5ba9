import { expect, test } from "bun:test";
import { inConsole } from "../../support/browser/console";

inConsole("somebody whose browser speaks a language that is written right to left", ({ openAnew }) => {
  test.each(["he-IL", "ar-EG"])("reads dates between the console's English words in their order: %s", async (locale) => {
    await using watched = await openAnew("/figures", { locale });
    const told = await watched.page.getByText(/visits from/).textContent();
    expect(told).toMatch(/ from [\w ,]+ \d{4} to [\w ,]+ \d{4}\./);
    expect(told).not.toMatch(/\p{Script=Hebrew}|\p{Script=Arabic}/u);
  });
});
