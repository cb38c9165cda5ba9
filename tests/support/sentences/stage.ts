import type { Account, Audience, OperationId, Operations, Page, ProblemBody, Sendable, Topic } from "../../../contract";
import { operations } from "../../../contract";
import { type Request, send } from "../samples/world";
import type { Api } from "../service/api";
import type { TestService } from "../service/service";
import { createTenant } from "../service/tenants";

type Body<Id extends OperationId> = Partial<Sendable<Operations[Id]>["body"]>;

let tenants = 0;

/** A tenant of its own for a sentence, and what makes its records. */
export class Stage {
  private constructor(
    readonly service: TestService,
    /** Answers everything and builds nothing: what is to be built waits. */
    readonly resting: TestService,
    readonly tenantId: string,
    readonly api: Api,
  ) {}

  static async open(service: TestService, resting: TestService): Promise<Stage> {
    const { tenantId, api } = await createTenant(service, `sentence ${(tenants += 1)}`);
    return new Stage(service, resting, tenantId, api);
  }

  /** Another tenant, on the same service. */
  stranger(): Promise<Stage> {
    return Stage.open(this.service, this.resting);
  }

  /** Another tenant, on the service that builds nothing. */
  atRest(): Promise<Stage> {
    return Stage.open(this.resting, this.resting);
  }

  /** What no typed client would send. */
  send(id: OperationId, request: Request) {
    return send(this.api, operations[id], request);
  }

  /** Of a request that must be refused: status, code and each place, in one line. */
  async refusal(id: OperationId, request: Request): Promise<string> {
    const { status, body } = await this.send(id, request);
    if (status < 400) return `${status}`;
    const { code, errors = [] } = body as ProblemBody;
    return [status, code, ...new Set(errors.map(({ location }) => location).sort())].join(" ");
  }

  page(body: Body<"createPage"> = {}): Promise<Page> {
    return this.api.call("createPage", { body: { ...leastPage, ...body } });
  }

  async audience(body: Body<"createAudience"> = {}, page?: Page): Promise<Audience> {
    const { pageId } = page ?? (await this.page());
    return this.api.call("createAudience", { params: { page_id: pageId }, body });
  }

  person(body: Body<"createPerson"> = {}) {
    return this.api.call("createPerson", { body: { name: "Ada Lovelace", ...body } });
  }

  topic(body: Body<"createTopic"> = {}): Promise<Topic> {
    return this.api.call("createTopic", { body: { title: "Pricing", ...body } });
  }

  entry({ topicId }: Topic, sortOrder?: number) {
    const body = { content: { type: "text", content: "Anvils fall." }, ...(sortOrder !== undefined && { sortOrder }) };
    return this.api.call("createTopicEntry", { params: { topic_id: topicId }, body });
  }

  account(domain = "acme.example"): Promise<Account> {
    return this.api.call("createAccount", { body: { domain } });
  }

  log({ accountId }: Account, body: Body<"createAccountLog"> = {}) {
    const params = { account_id: accountId };
    return this.api.call("createAccountLog", { params, body: { source: "crm", type: "note", payload: {}, ...body } });
  }

  async link(path: string, body: Body<"createPageLink"> = {}) {
    const target = { targetType: "audience", audienceId: (await this.audience()).audienceId };
    return this.api.call("createPageLink", { body: { path, target, ...body } });
  }

  subscription(url = "https://hooks.acme.example/foyer") {
    return this.api.call("createWebhookSubscription", { body: { url, events: ["*"] } });
  }

  version(audience: Audience, body: Body<"createAudienceVersion"> = {}) {
    return this.api.call("createAudienceVersion", { params: atAudience(audience), body });
  }

  readVersion(audience: Audience, { versionId }: { versionId: string }) {
    return this.api.call("getAudienceVersion", { params: { ...atAudience(audience), version_id: versionId } });
  }

  /** A version once its building is over. */
  async built(audience: Audience, made: { versionId: string }) {
    for (;;) {
      const version = await this.readVersion(audience, made);
      if (!/pending|queued|processing/.test(version.status)) return version;
      await Bun.sleep(5);
    }
  }

  readAudience(audience: Audience): Promise<Audience> {
    return this.api.call("getAudience", { params: atAudience(audience) });
  }

  async audiencesCount({ pageId }: Audience): Promise<number> {
    return (await this.api.call("getPage", { params: { page_id: pageId } })).audiencesCount;
  }

  archive(audience: Audience): Promise<Audience> {
    return this.api.call("archiveAudience", { params: atAudience(audience) });
  }
}

export const leastPage = {
  actions: [],
  actionCardWidgets: [],
  brandId: "",
  name: "Spring",
  pageContext: "Anvils",
  pageType: "inbound",
  scripts: [],
} satisfies Body<"createPage">;

export function atAudience({ pageId, audienceId }: Audience) {
  return { page_id: pageId, audience_id: audienceId };
}
