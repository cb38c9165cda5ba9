import { describe, expect, test } from "bun:test";
import { namesPerson } from "../../server/features/sessions/forget/names-person";

const someone = { person_id: "person_1", slug: "person", email: null, phone_number: null, linkedin_profile_url: null };
const named = (name: string) => (value: string) => namesPerson(value, { ...someone, name });

describe("a campaign names a person who is erased", () => {
  test("whichever name comes first, and without those in the middle", () => {
    const names = named("Zoë Anna Quixwell");
    const naming = ["zoe-anna-quixwell", "zoe-quixwell", "Quixwell, Zoë", "quixwell_zoe_anna", "to.quixwellzoe"];
    expect(naming.filter(names)).toEqual(naming);
    expect(["zoe", "anna", "quixwell", "zoe-anna", "anna-quixwell-list-of-zoe"].filter(names)).toEqual([]);
  });

  test("with a title, and not by initials, which are in other campaigns too", () => {
    const names = named("Dr. Anna Berg");
    expect(["anna-berg", "berg_anna", "dr-anna-berg", "dr-berg", "anna"].filter(names)).toEqual([
      "anna-berg",
      "berg_anna",
      "dr-anna-berg",
    ]);
    expect(["john-smith"].filter(named("John Smith Jr"))).toEqual(["john-smith"]);
    expect(["google-p-max"].filter(named("Max P."))).toEqual([]);
    expect(["women's-anna-list"].filter(named("Anna S"))).toEqual([]);
    expect(["variant-1-test"].filter(named("Test 1"))).toEqual([]);
    expect(["li-wei"].filter(named("Li Wei"))).toEqual(["li-wei"]);
  });

  test("in writing without spaces", () => {
    for (const [name, naming, others] of [
      ["山田太郎", ["山田太郎", "春-山田太郎様", "春の山田太郎"], ["山田", "太郎"]],
      ["山田 太郎", ["山田太郎", "山田-太郎"], ["山田", "山田花子"]],
      ["김민준", ["김민준", "봄 김민준님"], ["김민", "민준"]],
      ["王芳", [], ["王芳", "王"]],
      ["김", [], ["김치", "김"]],
      ["さくら", [], ["春のさくらキャンペーン", "さくら"]],
      ["アンナ", [], ["アンナチュラル"]],
      ["佐藤 アンナ", ["佐藤アンナ"], ["アンナチュラル"]],
      ["ดาว", [], ["ดาวน์โหลด"]],
    ] as const) {
      expect([...naming, ...others].filter(named(name))).toEqual([...naming]);
    }
  });

  test("by phone number or profile, as an address spells them", () => {
    const person = {
      ...someone,
      name: "Zoe",
      phone_number: "+4930987654321",
      linkedin_profile_url: "https://www.linkedin.com/in/zoeq",
    };
    const naming = [
      "sms 49 30 987654321 2026",
      "2026-11-18-4930987654321",
      "4930987654321",
      "sms 49 30 987654321",
      "+49 (30) 98765-4321",
      "+49 (0)30 987654321",
      "004930987654321",
      "https://linkedin.com/in/zoeq/",
    ];
    expect(naming.filter((value) => namesPerson(value, person))).toEqual(naming);
    const others = ["49309876543210", "149309876543", "https://linkedin.com/in/zoeqx", "2026", ""];
    expect(others.filter((value) => namesPerson(value, person))).toEqual([]);
  });
});
