import type { Place } from "../images";
import type { Weave } from "../templates/template";

export interface EntryGiven {
  content: string;
  weave: Weave;
  place: Place;
}
