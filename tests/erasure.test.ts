import { expect, setDefaultTimeout, test } from "bun:test";
import { onBothEngines } from "./support/engines";
import { useService } from "./support/service";
import { makeAudience, makePage } from "./support/versions";

setDefaultTimeout(120_000);

const races = 40;

onBothEngines("erasing a person", (engine) => {
  const service = useService(engine);
  const api = () => service().api;

  const createPerson = async (name: string) => (await api().call("createPerson", { body: { name } })).personId;
  const linkOf = async (audienceId: string) =>
    (await api().call("listPageLinks", { query: { audienceId } })).items[0] as { pageLinkId: string; path: string };

  test(`succeeds while a link is put where theirs is to go, ${races} times`, async () => {
    const other = await makeAudience(api());
    const pageId = await makePage(api(), { name: "Race" });
    for (let race = 1; race <= races; race += 1) {
      const personId = await createPerson(`Racer ${race}`);
      const place = await makeAudience(api(), { personId }, pageId);
      const target = { targetType: "audience", audienceId: other.audience_id } as const;
      const answers = await Promise.all([
        ...["", "-2", "-3"].map((suffix) =>
          api().send("createPageLink", { body: { path: `/race/audience-${race}${suffix}`, target } }),
        ),
        api().send("deletePerson", { params: { person_id: personId } }),
      ]);
      expect(answers.at(-1)?.status).toBe(200);
      expect(answers.every(({ status }) => status === 200 || status === 201 || status === 409)).toBe(true);
      expect((await linkOf(place.audience_id)).path).toMatch(new RegExp(`^/race/audience-${race}(-\\d+)?$`));
    }
  });
});
