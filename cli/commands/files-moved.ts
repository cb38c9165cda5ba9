import { forgetStore } from "../../server/files/store-mark";
import { command } from "../command";

export const filesMoved = command({
  name: "files moved",
  positionals: [],
  options: {},
  usage: "",
  about: "after uploaded files were moved to another folder or bucket, or lost: the next start takes the place that it finds",
  async run(ctx) {
    const db = await ctx.database();
    const forgotten = await db.transaction(forgetStore);
    return {
      text: "Stop every node, and start each with the same FOYER_DATA or the same bucket: the first one says where the files are.",
      data: { forgotten },
    };
  },
});
