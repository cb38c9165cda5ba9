import type { Page } from "../../../contract";
import type { Arrangement } from "./arrangement";
import { callFollowup } from "./call-followup";
import { custom } from "./custom";
import { inbound } from "./inbound";
import { outbound } from "./outbound";
import { salesDeck } from "./sales-deck";

export const arrangements: Readonly<Record<Page["pageType"], Arrangement>> = {
  inbound,
  outbound,
  call_followup: callFollowup,
  sales_deck: salesDeck,
  custom,
};
