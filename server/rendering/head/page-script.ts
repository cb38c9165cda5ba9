import { hash } from "node:crypto";
import { askScript } from "../ask/ask-script";
import { visitTokenPlaceholder } from "../templates/placeholders";
import { contentsScript } from "./contents-script";
import { formScript } from "./form-script";
import { motionScript } from "./motion-script";
import { stepsScript } from "./steps-script";
import { trackerScript } from "./tracker-script";

/** In a file that browsers keep: in every page, it would be a third of the page's bytes. */
export const pageScript = [askScript, contentsScript, stepsScript, formScript, motionScript, trackerScript]
  .map((script) => `${script};`)
  .join("\n");
/** By its content, so that a browser may keep it for ever. */
export const pageScriptPath = `/_foyer/scripts/${hash("sha256", pageScript, "hex").slice(0, 16)}.js`;

export const pageScriptTag = `<script src="${pageScriptPath}" data-visit="${visitTokenPlaceholder}" defer></script>`;
