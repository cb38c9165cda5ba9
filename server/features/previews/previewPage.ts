import { type Input, type Operations, type Scope, toTimestamp } from "../../../contract";
import { type Handler, type PrepareContext, prepared } from "../../context";
import { TenantSlots } from "../../event-loop/tenant-slots";
import { notFound, Problem } from "../../records/problem";
import { type AudienceRow, findAudienceRow, overrideColumns } from "../audiences";
import { unsavedBrand } from "../brands";
import { changedPage, findPage, type PageRow } from "../pages";
import { personsById } from "../persons";
import { effectiveView, renderInput, unsavedInput } from "../publishing";
import { endOfPreview } from "./preview-url";
import { sealPage } from "./sealed-page";

type Asked = Input<Operations["previewPage"]>;

/** The largest page takes tens of megabytes while it is rendered and compressed. */
const slots = new TenantSlots(3);

/** Made before the transaction: it only reads, and rendering takes its time. */
export const previewPage: Handler<"previewPage"> = prepared(
  (ctx, input: Asked) => slots.run(ctx.tenantId, () => show(ctx, input)),
  async (_, _input, shown) => shown,
);

async function show(ctx: PrepareContext, { params, body }: Asked) {
  requireScopes(ctx, body);
  const saved = await findPage(ctx.db, ctx.tenantId, params.page_id);
  if (!saved) throw notFound();
  const { scripts, ...content } = body.page ?? {};
  const changes = may(ctx, "pages:write") ? { ...content, scripts } : content;
  const page = await changedPage({ ...ctx, newId: numbered() }, saved, changes, "body.page");
  const [audience, brand] = await Promise.all([
    audienceOf(ctx, saved, body),
    body.brand && unsavedBrand(ctx, page.brand_id, body.brand),
  ]);
  const input = await unsavedInput(ctx.db, ctx.tenantId, page, audience, brand);
  const expiresAt = endOfPreview(ctx.now);
  return {
    ...(await sealPage(ctx.site, await renderInput(ctx, input, ctx.now), expiresAt)),
    expiresAt: toTimestamp(expiresAt),
    ...(await effectiveView(ctx, input)),
  };
}

function may({ actor }: PrepareContext, scope: Scope): boolean {
  return actor.scopes.includes("*") || actor.scopes.includes(scope);
}

/** A preview shows no more of an audience or a person than the key may read elsewhere. */
function requireScopes(ctx: PrepareContext, { audienceId, personId }: Asked["body"]): void {
  const needed: Scope[] = [
    ...(audienceId === undefined ? [] : ["audiences:read" as const]),
    ...(personId === undefined ? [] : ["persons:read" as const]),
  ];
  const lacking = needed.filter((scope) => !may(ctx, scope));
  if (lacking.length > 0) throw new Problem("insufficient_scope", { detail: `The key needs the scope ${lacking.join(" and ")}` });
}

async function audienceOf(ctx: PrepareContext, page: PageRow, { audienceId, personId, overrides }: Asked["body"]) {
  const [audience, persons] = await Promise.all([
    audienceId === undefined ? undefined : findAudienceRow(ctx, page.page_id, audienceId),
    personId === undefined ? [] : personsById(ctx.db, ctx.tenantId, [personId]),
  ]);
  const errors = [
    ...(audienceId === undefined || audience ? [] : [unknown("audienceId", "an audience of the page")]),
    ...(personId === undefined || persons.length === 1 ? [] : [unknown("personId", "a person of the tenant")]),
  ];
  if (errors.length > 0) throw new Problem("validation_failed", { errors });
  const base = audience ?? newAudience(ctx, page);
  return { ...base, ...overrideColumns(overrides ?? {}, base), person_id: personId ?? base.person_id };
}

function unknown(field: string, what: string) {
  return { location: `body.${field}`, code: "not_found", message: `must name ${what}` };
}

/** As it would be created, without a row. */
function newAudience(ctx: PrepareContext, page: PageRow): AudienceRow {
  return {
    audience_id: "",
    page_id: page.page_id,
    status: "published",
    person_id: null,
    account_id: null,
    external_id: null,
    number: page.numbered_audiences + 1,
    ...overrideColumns({}),
    is_new_page_agent: 1,
    latest_version_id: "",
    published_version_id: "",
    versions_made: 0,
    messages_made: 0,
    created_at: ctx.now,
    archived_at: null,
  };
}

/** The identifiers of new actions only have to differ from each other. */
function numbered(): (prefix: string) => string {
  let made = 0;
  return (prefix) => `${prefix}_${++made}`;
}
