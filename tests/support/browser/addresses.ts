import { leastPage } from "../features/versions";
import { forbiddenAddresses } from "../samples/payloads";
import type { Request } from "../samples/world";
import type { TestService } from "../service/service";
import { sendSpoiled, type TextField, textFieldsOf } from "./fields";
import { inBrowserAt } from "./site";

type Id = Parameters<typeof textFieldsOf>[0];

/** Pages with forbidden addresses wherever one can be written; those that are refused are left out. */
export async function publishForbidden(service: TestService): Promise<{ urls: string[]; accepted: string[] }> {
  const { api } = service;
  const accepted = new Set<string>();
  const topicIds = [await topicOf("link", linked), await topicOf("image", pictured), await topicOf("markdown", written)];
  const urls = [await everywhere()];
  for (const address of forbiddenAddresses) urls.push(...(await alone(address)));
  return { urls, accepted: [...accepted] };

  /** Sends a request with an address in each field that can have one; true when one was accepted. */
  async function make(id: Id, request: Request, addressOf: (item: number) => string) {
    const fields = textFieldsOf(id).filter(({ kind }) => kind === "url");
    const sent: string[] = [];
    const refused: TextField[] = [];
    const spoil = (_field: TextField, item: number) => {
      sent.push(addressOf(item));
      return addressOf(item);
    };
    const body = (await sendSpoiled(api, id, request, fields, spoil, (field) => refused.push(field))) as Record<string, string>;
    for (const address of sent) if (holds(body, address)) accepted.add(address);
    return { body, isTaken: refused.length < sent.length };
  }

  async function topicOf(type: string, spell: (address: string) => string[]): Promise<string> {
    const { topicId } = await api.call("createTopic", { body: { title: type } });
    for (const content of forbiddenAddresses.flatMap(spell)) {
      await api.send("createTopicEntry", { params: { topic_id: topicId }, body: { content: { type, content } } });
    }
    return topicId;
  }

  /** In lists, all fifty at once. */
  async function everywhere(): Promise<string> {
    const each = <Made>(make: (address: string, index: number) => Made) => forbiddenAddresses.map(make);
    const types = ["url", "email", "phone", "download", "other"];
    const actions = each((_, index) => ({ actionType: types[index % 5], buttonTitle: "x", purpose: "", url: "/x" }));
    const footerLinks = [{ id: "x", title: "x", links: each(() => ({ id: "x", text: "x", url: "/x" })) }];
    const actionCardWidgets = [{ type: "x", title: "x", logos: each(() => ({ image: { altText: "x", url: "/x" } })) }];
    const body = { ...leastPage, actions, footerLinks, actionCardWidgets };
    const { body: page } = await make(
      "createPage",
      { body },
      (item) => forbiddenAddresses[item % forbiddenAddresses.length] as string,
    );
    return published(page.pageId as string, topicIds);
  }

  /** For fields that take only one address: a page for each, unless the whole request was refused. */
  async function alone(address: string): Promise<string[]> {
    const always = () => address;
    const brand = await make("createBrand", { body: { name: "x", logo: { assetId: null, url: "/x" } } }, always);
    const person = await make("createPerson", { body: { name: "x" } }, always);
    const page = await make(
      "createPage",
      { body: { ...leastPage, actions: [anAction], metadata: {}, brandId: brand.body.brandId } },
      always,
    );
    const isTaken = brand.isTaken || person.isTaken || page.isTaken;
    return isTaken ? [await published(page.body.pageId as string, [], person.body.personId, address)] : [];
  }

  async function published(page_id: string, topicIds: string[], personId?: string, address?: string): Promise<string> {
    await api.call("updatePage", { params: { page_id }, body: { status: "published" } });
    await api.call("setPageTopics", { params: { page_id }, body: { topicIds } });
    const request = { params: { page_id }, body: { ...(personId && { personId }), actionUrlOverride: "/x" } };
    const audience = await make("createAudience", request, () => address ?? "/x");
    const place = { page_id, audience_id: audience.body.audienceId as string };
    return inBrowserAt(service, (await api.call("getEffectiveAudience", { params: place })).publicUrl as string);
  }
}

const anAction = { actionType: "url", buttonTitle: "{{ person.linkedinProfileUrl }}", purpose: "", url: "/x" };

const linked = (address: string) => [address, `${address}\nx`, `[x](${address})`];
const pictured = (address: string) => [`${address}\nx`, `![x](${address})`];
const written = (address: string) => [
  `[x](${address}) [x](<${address}>) ![x](${address}) ![x](<${address}>) <${address}> ${address}`,
  `[x][r] ![x][r] [r]\n\n[r]: ${address}\n`,
  `[r]: <${address}> "x"\n\n[x][r]`,
];

function holds(body: unknown, text: string): boolean {
  if (typeof body === "string") return body === text;
  return typeof body === "object" && body !== null && Object.values(body).some((value) => holds(value, text));
}
