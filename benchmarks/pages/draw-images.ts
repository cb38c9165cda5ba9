import { createPreviews } from "../../server/images/pool";
import { workOnCommand } from "./work-on-command";

// What Foyer's workers do, without Foyer.
const [from = "", widths = ""] = Bun.argv.slice(2);
const previews = createPreviews();
let drawn = 0;

await workOnCommand(async () => {
  const number = drawn++;
  const width = Number(widths.split(",").at(number % widths.split(",").length));
  const to = `${from}.${number}.avif`;
  await previews.draw({ tenantId: "outside", format: "jpeg", from, to, as: { type: "avif", width } });
  await Bun.file(to).delete();
  return true;
});
