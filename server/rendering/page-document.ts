import type { Account, Brand, Form, Metadata, Page, Person, Topic } from "../../contract";

/** The page as one audience sees it, with all overrides applied. Its HTML is made from this alone. */
export interface PageDocument {
  page: Pick<
    Page,
    "pageId" | "name" | "title" | "pageContext" | "pageType" | "brandId" | "actionCardWidgets" | "footerLinks" | "scripts"
  > & { headerActionId: string | null; actions: DocumentAction[] };
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
  topics: Topic[];
}

export type PageBrand = Pick<Brand, "name" | "colors" | "logo">;

export type DocumentAction = Page["actions"][number] & {
  /** The form that an action of type `form` opens. */
  formId?: string;
  /** Replaces the form's own instructions. */
  formInstructions?: string;
};

export type DocumentForm = Pick<Form, "formId" | "name" | "instructions" | "fields">;
