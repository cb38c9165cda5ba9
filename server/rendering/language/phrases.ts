import type { spokenLanguages } from "../../../contract/pages/language";

export type Language = (typeof spokenLanguages)[number];

/** The words on a page that do not come from its owner. */
export interface Phrases {
  skip: string;
  for: string;
  contents: string;
  nextSteps: string;
  ask: string;
  question: string;
  send: string;
  choose: string;
  required: string;
  links: string;
  back: string;
  /** Beside a field that nobody sees unless styles are off. */
  leaveEmpty: string;
  /** For a button whose own title is empty. */
  open: string;
  /** The salutation of a letter. */
  greeting: (names: Readonly<Record<"first" | "full", string>>) => string;
  thanks: string;
  passedOn: string;
  backToPage: string;
  /** Above an answer. */
  found: string;
  /** In place of an answer. */
  unknown: string;
  questionPassedOn: string;
  writeToUs: string;
  related: string;
  askAnother: string;
  looking: string;
  failed: string;
  /** To the next step of a form. */
  next: string;
  /** Which step of a form it is, for example "Step 1 of 3". */
  step: (number: number, count: number) => string;
  fileHint: string;
  missing: string;
  /** Before the names of fields. */
  lookAt: string;
  /** What kind a callout is. */
  callout: Readonly<Record<"note" | "tip" | "warning", string>>;
  /** The name and labels of the built-in form, by what they are in English. */
  builtInForm: Readonly<Record<"Contact" | "Name" | "E-mail" | "Message", string>>;
  notices: Readonly<Record<NoticeKind, readonly [title: string, text: string]>>;
}

/** What a visitor can be told in place of a page. */
export type NoticeKind =
  | "moved"
  | "notFound"
  | "notAllowed"
  | "gone"
  /** Of a host name that belongs to nobody. */
  | "noSite"
  | "tooMany"
  | "unavailable"
  | "trouble"
  | "refused"
  | "sentBefore"
  | "notNow"
  /** The tenant has no room for files. */
  | "noFiles"
  /** The texts of a form. */
  | "tooLong"
  | "question"
  /** Something was sent from a preview. */
  | "preview"
  | "noPreview";
