import type { Account, Brand, Form, FormWords, Metadata, Page, Person, Topic } from "../../contract";
import type { FontFace } from "../fonts/face";

/** The page as one audience sees it, with all overrides applied. Its HTML is made from this alone. */
export interface PageDocument {
  page: Pick<
    Page,
    "pageId" | "name" | "title" | "pageContext" | "pageType" | "brandId" | "actionCardWidgets" | "footerLinks" | "scripts"
  > & {
    headerActionId: string | null;
    actions: DocumentAction[];
    /** A language tag; null or undefined when nobody named the language. */
    language?: string | null;
    socialImageAssetId?: string | null;
  };
  /** The language of the tenant's pages that name none. */
  defaultLanguage?: string;
  /** What is known of the assets that the page names: one that is not among them does not exist. */
  assets?: Readonly<Record<string, DocumentAsset>>;
  brand: PageBrand | null;
  /** The forms that actions open. */
  forms: DocumentForm[];
  metadata: Metadata | null;
  audience: {
    audienceId: string;
    name: string;
    supplementaryContext: string | null;
    isNewPageAgent: boolean;
    /** Made for a person. This stays true when the person is erased. */
    isPersonal: boolean;
  };
  person: Person | null;
  account: Omit<Account, "linkedPersons"> | null;
  /** The best match for the contexts first. */
  topicIds: string[];
  /** The day on which the version was made, as `2026-11-15`. */
  builtOn?: string;
  topics: Topic[];
}

export interface DocumentAsset {
  /** The content type of the uploaded file. */
  type: string;
  bytes: number;
  width: number | null;
  height: number | null;
  hasPreview: boolean;
  /** Drawn for dark backgrounds. */
  isLight?: boolean;
}

/** Brands in older documents have less. */
export interface PageBrand extends Pick<Brand, "name" | "logo">, Partial<Pick<Brand, "darkLogo" | "darkMode" | "font">> {
  colors: Omit<Brand["colors"], "onPrimary"> & Partial<Brand["colors"]>;
  /** A font of its own, in the order of its files. */
  fonts?: BrandFontFile[];
}

export interface BrandFontFile {
  assetId: string;
  /** Undefined if it can't be read as a font. */
  face?: FontFace;
}

export type DocumentAction = Page["actions"][number] & {
  /** The form that an action of type `form` opens. */
  formId?: string;
  /** Replaces the form's own instructions. */
  formInstructions?: string;
};

export type DocumentForm = Pick<Form, "formId" | "name" | "instructions" | "fields"> &
  Partial<FormWords> & {
    /** The form with this identifier is gone: this is the built-in one in its place. */
    standsIn?: true;
  };
