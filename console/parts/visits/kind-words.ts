import type { RecordedSession } from "../../../contract/visits/sessions";

export type VisitKind = RecordedSession["kind"];

/** Every kind but a person: none of their visits counts. */
export const machineKinds = ["scanner", "bot", "prefetch", "internal"] as const satisfies readonly VisitKind[];

export const kindNames: Readonly<Record<VisitKind, string>> = {
  person: "person",
  scanner: "link scanner",
  bot: "bot",
  prefetch: "loaded ahead",
  internal: "your own network",
};

const reasons: Readonly<Record<string, string>> = {
  internal_network: "It came from your own network.",
  form_sent: "They sent a form.",
  prefilled_form_sent: "They sent a form as the page had filled it in.",
  question_asked: "They asked a question.",
  text_typed: "They typed something.",
  agent_is_bot: "It says itself that it is a bot.",
  webdriver: "A program drove the browser.",
  no_fetch_metadata: "It left out what every browser sends along.",
  head_request: "It asked whether the page is there, and did not read it.",
  decoy_link: "It followed a link that people can't see.",
  many_persons_pages: "It opened the pages of many persons in a short time.",
  input_too_soon: "It pressed something sooner than anybody can.",
  prefetch_header: "The page was loaded ahead, and nobody looked at it soon. Who did later has a visit of their own.",
  events_unreadable: "What it sent can't be read, or is more than anybody causes.",
  no_sign_of_a_machine: "Nothing points to a machine.",
};

/** Why a visit is taken for a person's or a machine's. A reason of a newer service is shown by its name. */
export function reasonInWords(reason: string): string {
  return reasons[reason] ?? reason.replaceAll("_", " ");
}
