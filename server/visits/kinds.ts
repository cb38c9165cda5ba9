import { visitKind } from "../../contract/visits/visit-kinds";
import type { VisitSignal } from "./visit-events";

/** Whose visit it is. Only a person's counts. */
export const visitKinds = visitKind.options;
export type VisitKind = (typeof visitKinds)[number];

/** Goes up with every change of these rules and those of sessions: visits whose events are still kept are then computed again. */
export const rulesVersion = 6;

/** What is known of a visit that tells whose it is. */
export interface VisitEvidence {
  signals: ReadonlySet<VisitSignal>;
  /** `navigator.webdriver`. */
  isAutomated: boolean;
  /** Milliseconds from the start of an opening of the page to its first press of a key, a button or a finger. */
  firstInputsMs: readonly number[];
  hasTyped: boolean;
  hasAsked: boolean;
  /** With something in it that the page had not filled in… */
  hasSentForm: boolean;
  /** …and as the page had filled it in, which takes a click alone. */
  hasSentPrefilledForm: boolean;
  /** Somebody looked at the page for a while. */
  hasTime: boolean;
}

/** Nobody reads a page, decides and presses within this time. */
export const soonestInputMs = 500;

/** Why a visit whose events can't be read, or are more than anybody causes, is not a person's. */
export const unreadableReason = "events_unreadable";

interface Rule {
  kind: VisitKind;
  reason: string;
  /** No sign of a machine changes it. */
  isProof?: true;
  applies(evidence: VisitEvidence): boolean;
}

const signalled = (kind: VisitKind, signal: VisitSignal): Rule => ({
  kind,
  reason: signal,
  applies: ({ signals }) => signals.has(signal),
});

/**
 * The first rule that applies decides, and those of the same kind give their reasons too. Scrolling, time and clicks prove
 * nothing: mail gateways do all of them, also in a form that the page has filled in.
 */
export const kindRules: readonly Rule[] = [
  signalled("internal", "internal_network"),
  { kind: "person", reason: "form_sent", isProof: true, applies: ({ hasSentForm }) => hasSentForm },
  { kind: "person", reason: "question_asked", isProof: true, applies: ({ hasAsked }) => hasAsked },
  { kind: "person", reason: "text_typed", isProof: true, applies: ({ hasTyped }) => hasTyped },
  signalled("bot", "agent_is_bot"),
  { kind: "bot", reason: "webdriver", applies: ({ isAutomated }) => isAutomated },
  signalled("bot", "no_fetch_metadata"),
  signalled("bot", "head_request"),
  signalled("scanner", "decoy_link"),
  signalled("scanner", "many_persons_pages"),
  {
    kind: "scanner",
    reason: "input_too_soon",
    applies: ({ firstInputsMs }) => firstInputsMs.some((ms) => ms < soonestInputMs),
  },
  {
    kind: "prefetch",
    reason: "prefetch_header",
    applies: ({ signals, hasTime }) => signals.has("prefetch_header") && !hasTime,
  },
  { kind: "person", reason: "prefilled_form_sent", applies: ({ hasSentPrefilledForm }) => hasSentPrefilledForm },
];

export function kindOf(evidence: VisitEvidence): { kind: VisitKind; reasons: string[] } {
  const applying = kindRules.filter((rule) => rule.applies(evidence));
  const kind = applying[0]?.kind;
  if (kind === undefined) return { kind: "person", reasons: ["no_sign_of_a_machine"] };
  return { kind, reasons: applying.filter((rule) => rule.kind === kind).map(({ reason }) => reason) };
}

const proofs = new Set(kindRules.filter(({ isProof }) => isProof).map(({ reason }) => reason));

/** Whether something that only a person does made it a person's. */
export function isProven(reasons: readonly string[]): boolean {
  return reasons.some((reason) => proofs.has(reason));
}
