import { builtInFormId, type Topic } from "../../../../contract";
import { assetIdsIn, type PageDocument } from "../../../rendering";
import type { Reader } from "../../../storage/port";
import { type AccountRow, accountsOf } from "../../accounts";
import { documentAssets } from "../../assets";
import { type AudienceRow, audiencesById } from "../../audiences";
import { type BrandRow, findBrand, toPageBrand } from "../../brands";
import { type FormRow, formsById } from "../../forms";
import { bytesOfTopics, findPage, type PageRow, topicsOfPage } from "../../pages";
import { type PersonRow, personsById } from "../../persons";
import { settingsOf } from "../../settings";
import { namedForms } from "./forms";

/** The largest page with its topics; more would be too much for a phone. */
export const maxDocumentBytes = 4 * 1_048_576;

/** Everything that a version is built from. */
export interface BuildInput {
  audience: AudienceRow;
  page: PageRow;
  brand: InputBrand | null;
  /** Null when they are more than a page can hold. */
  topics: Topic[] | null;
  /** The forms that the page's actions name, and those of the audiences that are built together. */
  forms: ReadonlyMap<string, FormRow>;
  person: PersonRow | null;
  /** The audience's own, or that of its person's domain. */
  account: AccountRow | null;
  /** Those that the page, its brand and its topics name. */
  assets: NonNullable<PageDocument["assets"]>;
  defaultLanguage: string;
  timezone: string;
}

type InputBrand = NonNullable<PageDocument["brand"]>;

export async function readInput(db: Reader, tenantId: string, audienceId: string): Promise<BuildInput | undefined> {
  const audiences = await audiencesById(db, tenantId, [audienceId]);
  return (await buildInputsOf(db, tenantId, audiences)).get(audienceId);
}

/** Reads each page and its topics once for all audiences. */
export async function buildInputsOf(
  db: Reader,
  tenantId: string,
  audiences: readonly AudienceRow[],
  topicsOf: TopicsOf = readTopics,
): Promise<Map<string, BuildInput>> {
  if (audiences.length === 0) return new Map();
  const [pages, persons] = await Promise.all([
    readPages(db, tenantId, distinct(audiences.map(({ page_id }) => page_id)), topicsOf),
    personsById(db, tenantId, distinct(audiences.map(({ person_id }) => person_id))),
  ]);
  const pageOf = new Map(pages.map((content) => [content.page.page_id, content]));
  const personOf = new Map(persons.map((person) => [person.person_id, person]));
  const [accountOf, forms] = await Promise.all([
    accountsOf(db, tenantId, {
      accountIds: distinct(audiences.map(({ account_id }) => account_id)),
      domains: distinct(persons.map(({ domain }) => domain)),
    }),
    readForms(
      db,
      tenantId,
      pages.map(({ page }) => page),
      audiences,
    ),
  ]);
  const inputs = new Map<string, BuildInput>();
  for (const audience of audiences) {
    const page = pageOf.get(audience.page_id);
    const person = personOf.get(audience.person_id ?? "") ?? null;
    const account = accountOf(audience.account_id, person?.domain ?? null);
    if (page) inputs.set(audience.audience_id, { audience, ...page, forms, person, account });
  }
  return inputs;
}

/** For a page with changes that are not saved, and an audience that may not be there. */
export async function unsavedInput(
  db: Reader,
  tenantId: string,
  page: PageRow,
  audience: AudienceRow,
  brand?: BrandRow,
): Promise<BuildInput> {
  const [shared, [person = null]] = await Promise.all([
    sharedInputOf(db, tenantId, page, [audience], brand),
    personsById(db, tenantId, distinct([audience.person_id])),
  ]);
  const [accountIds, domains] = [distinct([audience.account_id]), distinct([person?.domain ?? null])];
  const accountOf = await accountsOf(db, tenantId, { accountIds, domains });
  return { audience, ...shared, person, account: accountOf(audience.account_id, person?.domain ?? null) };
}

type TopicsOf = (db: Reader, tenantId: string, pageId: string) => Promise<Topic[] | null>;
type PageContent = Pick<BuildInput, "page" | "brand" | "topics" | "assets" | "defaultLanguage" | "timezone">;

/** What audiences of one page share. `brand` is in place of the page's saved one. */
export async function sharedInputOf(
  db: Reader,
  tenantId: string,
  page: PageRow,
  audiences: readonly AudienceRow[],
  brand?: BrandRow,
): Promise<Omit<BuildInput, "audience" | "person" | "account">> {
  const [content, forms] = await Promise.all([
    readPageContent(db, tenantId, page, readTopics, brand),
    readForms(db, tenantId, [page], audiences),
  ]);
  return { ...content, forms };
}

async function readPages(db: Reader, tenantId: string, pageIds: string[], topicsOf: TopicsOf): Promise<PageContent[]> {
  const pages = await Promise.all(pageIds.map((pageId) => findPage(db, tenantId, pageId)));
  return Promise.all(pages.filter((page) => page !== undefined).map((page) => readPageContent(db, tenantId, page, topicsOf)));
}

async function readPageContent(
  db: Reader,
  tenantId: string,
  page: PageRow,
  topicsOf: TopicsOf,
  unsavedBrand?: BrandRow,
): Promise<PageContent> {
  const [topics, brand, { defaultLanguage, timezone }] = await Promise.all([
    topicsOf(db, tenantId, page.page_id),
    unsavedBrand ?? findBrand(db, tenantId, page.brand_id),
    settingsOf(db, tenantId),
  ]);
  const shown = brand ? toPageBrand(brand) : null;
  const assets = await documentAssets(
    db,
    tenantId,
    assetsNamedBy([page.action_card_widgets, page.social_image_asset_id], shown, topics),
  );
  return { page, topics, brand: shown, assets, defaultLanguage, timezone };
}

/** Every identifier once; a page can't name more than its size allows. */
export function assetsNamedBy(
  texts: readonly (string | null | undefined)[],
  brand: PageDocument["brand"],
  topics: readonly Topic[] | null,
): string[] {
  const found = new Set<string>();
  const add = (text: string) => {
    for (const assetId of assetIdsIn(text)) found.add(assetId);
  };
  for (const text of texts) add(text ?? "");
  add(JSON.stringify(brand));
  for (const { entries } of topics ?? []) for (const { content } of entries) add(content.content);
  return [...found];
}

/** A tenant may have far more topics than fit into a page: those are not read. */
async function readTopics(db: Reader, tenantId: string, pageId: string): Promise<Topic[] | null> {
  const bytes = await bytesOfTopics(db, tenantId, pageId, maxDocumentBytes);
  return bytes > maxDocumentBytes ? null : topicsOfPage(db, tenantId, pageId);
}

/** Searches the JSON as text: a row that can't be parsed must not fail other versions that are built with it. */
function readForms(db: Reader, tenantId: string, pages: readonly PageRow[], audiences: readonly AudienceRow[]) {
  const named = pages.flatMap(({ actions }) => (/"form"/i.test(actions) ? [builtInFormId, ...namedForms(actions)] : []));
  const overrides = audiences.map(({ action_form_id_override }) => action_form_id_override);
  return formsById(db, tenantId, distinct([...named, ...overrides]));
}

function distinct(values: readonly (string | null)[]): string[] {
  return [...new Set(values.filter((value) => value !== null))];
}
