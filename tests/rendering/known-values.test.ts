import { describe, expect, test } from "bun:test";
import { valuesBeforehand } from "../../server/rendering";
import { pageDocument } from "../support/samples/page-document";

const known = {
  ...pageDocument().person!,
  name: "Ada King",
  phoneNumber: "+49 30 1234567",
  linkedinProfileUrl: "https://www.linkedin.com/in/ada",
};

/** What a browser sends of one field if its visitor leaves it alone. */
function sentOf(type: string, name: string, person: typeof known | null = known): string | undefined {
  const field = { name, label: name, type, required: false, options: [] };
  return valuesBeforehand(pageDocument({ person }), [field]).get(name);
}

describe("what a browser sends of a field that its visitor leaves as the page shows it", () => {
  test.each([
    ["a name", "text", "full_name", "Ada King"],
    ["a first name", "text", "first_name", "Ada"],
    ["a last name", "text", "last_name", "King"],
    ["an address, by the field's type", "email", "reach_you_at", "ada@engines.example"],
    ["an address, by the field's name", "text", "work_email", "ada@engines.example"],
    ["a number, by the field's type, as it is written", "tel", "call_you_at", "+49 30 1234567"],
    ["a number, by the field's name", "text", "mobile", "+49 30 1234567"],
    ["a profile", "linkedin", "who_you_are", "https://www.linkedin.com/in/ada"],
    ["a profile, however its type is written", "LinkedIn", "who_you_are", "https://www.linkedin.com/in/ada"],
    ["a company", "text", "company", "Analytical Engines"],
    ["nothing, where the page knows nothing", "text", "website", ""],
    ["nothing, in a text of several lines", "textarea", "name", ""],
    ["nothing, in a list", "select", "company", ""],
    ["nothing, in a box", "checkbox", "email", ""],
    ["nothing, where files are chosen", "file", "name", ""],
  ])("is %s", (_, type, name, value) => {
    expect(sentOf(type, name)).toBe(value);
  });

  test.each([
    ["is without the line ends of a name: a field of one line has none", "Ada\r\nKing\nByron", "AdaKingByron"],
    ["is without the spaces around a name", "  Ada King ", "Ada King"],
    ["has no character that stands for something else while pages are made", "Ada \ufdd1King", "Ada \ufffdKing"],
    ["is text that can be sent, whatever is stored", "Ada \ud800King", "Ada \ufffdKing"],
  ])("%s", (_, name, value) => {
    expect(sentOf("text", "name", { ...known, name })).toBe(value);
  });

  test("is nothing where nobody is known", () => {
    expect(["name", "email", "phone"].map((name) => sentOf("text", name, null))).toEqual(["", "", ""]);
  });
});
