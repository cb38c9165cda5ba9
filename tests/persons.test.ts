import { expect, test } from "bun:test";
import { onBothEngines } from "./support/engines";
import { useService } from "./support/service";

onBothEngines("persons", (engine) => {
  const service = useService(engine);

  test("a created person can be read back as it was sent", async () => {
    const { api } = service();
    const sent = {
      name: "Ada Lovelace",
      email: "Ada@Acme.com",
      phoneNumber: "+4915112345678",
      linkedinProfileUrl: "https://linkedin.com/in/ada",
    };
    const created = await api.call("createPerson", { body: sent });
    expect(created).toMatchObject({ ...sent, domain: "acme.com", slug: "ada-lovelace" });
    expect(await api.call("getPerson", { params: { person_id: created.personId } })).toEqual(created);
  });
});
