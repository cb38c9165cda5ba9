import type { Page } from "../../../contract";
import { callFollowup } from "./call-followup";
import { custom } from "./custom";
import { inbound } from "./inbound";
import type { Layout } from "./layout";
import { outbound } from "./outbound";
import { salesDeck } from "./sales-deck";

export const layouts: Readonly<Record<Page["pageType"], Layout>> = {
  inbound,
  outbound,
  call_followup: callFollowup,
  sales_deck: salesDeck,
  custom,
};
