import type { Account, Brand, Form, Metadata, Page, Person, Topic } from "../../contract";

/** The page as one audience sees it, all overrides applied: all that is rendered is made from this alone. */
export interface PageDocument {
  /** Those of format 1 have neither brand, forms nor order. */
  format: 2;
  page: Pick<
    Page,
    "pageId" | "name" | "title" | "pageContext" | "pageType" | "brandId" | "actionCardWidgets" | "footerLinks" | "scripts"
  > & { headerActionId: string | null; actions: DocumentAction[] };
  brand: Pick<Brand, "name" | "colors" | "logo"> | null;
  /** What the actions open. */
  forms: DocumentForm[];
  metadata: Metadata | null;
  audience: {
    audienceId: string;
    name: string;
    supplementaryContext: string | null;
    isNewPageAgent: boolean;
    /** Made for a person, who may have been erased since. */
    isPersonal: boolean;
  };
  person: Person | null;
  account: Omit<Account, "linkedPersons"> | null;
  /** The topics by how well they fit the contexts. */
  topicIds: string[];
  topics: Topic[];
}

export type DocumentAction = Page["actions"][number] & {
  /** What an action of type `form` opens. */
  formId?: string;
  /** In place of the form's own. */
  formInstructions?: string;
};

export type DocumentForm = Pick<Form, "formId" | "name" | "instructions" | "fields">;
