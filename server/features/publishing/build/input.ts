import { type Brand, builtInFormId, type Topic } from "../../../../contract";
import type { Reader } from "../../../storage/port";
import { type AccountRow, accountsOf } from "../../accounts";
import { type AudienceRow, audiencesById } from "../../audiences";
import { type BrandRow, findBrand, toBrand } from "../../brands";
import { type FormRow, formsById } from "../../forms";
import { findPage, type PageRow, topicsOfPage } from "../../pages";
import { type PersonRow, personsById } from "../../persons";
import { namedForms } from "./forms";

/** Everything that a version is built from. */
export interface BuildInput {
  audience: AudienceRow;
  page: PageRow;
  brand: InputBrand | null;
  topics: Topic[];
  /** The forms that the page's actions name, and those of the audiences that are built together. */
  forms: ReadonlyMap<string, FormRow>;
  person: PersonRow | null;
  /** The audience's own, or that of its person's domain. */
  account: AccountRow | null;
}

type InputBrand = Pick<Brand, "name" | "colors" | "logo">;

export async function readBuildInputs(
  db: Reader,
  tenantId: string,
  audienceIds: readonly string[],
): Promise<Map<string, BuildInput>> {
  return buildInputsOf(db, tenantId, await audiencesById(db, tenantId, audienceIds));
}

/** Reads each page and its topics once for all audiences. */
export async function buildInputsOf(
  db: Reader,
  tenantId: string,
  audiences: readonly AudienceRow[],
): Promise<Map<string, BuildInput>> {
  if (audiences.length === 0) return new Map();
  const [pages, persons] = await Promise.all([
    readPages(db, tenantId, distinct(audiences.map(({ page_id }) => page_id))),
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

type PageContent = Pick<BuildInput, "page" | "brand" | "topics">;

/** What audiences of one page share. */
export async function sharedInputOf(
  db: Reader,
  tenantId: string,
  page: PageRow,
  audiences: readonly AudienceRow[],
): Promise<Omit<BuildInput, "audience" | "person" | "account">> {
  const [content, forms] = await Promise.all([readPageContent(db, tenantId, page), readForms(db, tenantId, [page], audiences)]);
  return { ...content, forms };
}

async function readPages(db: Reader, tenantId: string, pageIds: string[]): Promise<PageContent[]> {
  const pages = await Promise.all(pageIds.map((pageId) => findPage(db, tenantId, pageId)));
  return Promise.all(pages.filter((page) => page !== undefined).map((page) => readPageContent(db, tenantId, page)));
}

async function readPageContent(db: Reader, tenantId: string, page: PageRow): Promise<PageContent> {
  const [topics, brand] = await Promise.all([topicsOfPage(db, tenantId, page.page_id), findBrand(db, tenantId, page.brand_id)]);
  return { page, topics, brand: brand ? shownBrand(brand) : null };
}

function shownBrand(row: BrandRow): InputBrand {
  const { name, colors, logo } = toBrand(row);
  return { name, colors, logo };
}

/** Searches the JSON as text: a row that can't be parsed must not fail other versions that are built with it. */
function readForms(db: Reader, tenantId: string, pages: readonly PageRow[], audiences: readonly AudienceRow[]) {
  const named = pages.flatMap(({ actions }) => (actions.includes('"form"') ? [builtInFormId, ...namedForms(actions)] : []));
  const overrides = audiences.map(({ action_form_id_override }) => action_form_id_override);
  return formsById(db, tenantId, distinct([...named, ...overrides]));
}

function distinct(values: readonly (string | null)[]): string[] {
  return [...new Set(values.filter((value) => value !== null))];
}
