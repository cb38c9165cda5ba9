import { resolve } from "node:path";
import { toTimestamp } from "../../contract";
import { allTenants } from "../../server/features/tenants";
import { readContent, storedTables } from "../../server/storage/backup";
import { appliedMigration } from "../../server/storage/migrate";
import { totalOf } from "../backup/format";
import { refuseExisting, writeBackup } from "../backup/write";
import { command } from "../command";
import { Failure } from "../failure";

export const backup = command({
  name: "backup",
  positionals: ["FILE"],
  options: { force: "switch" },
  usage: "[--force]",
  about: "write the whole database, as of one moment, to a file; uploaded files are not in it",
  // Whoever upgrades wants a way back: a backup of what the older Foyer had, which that one can read.
  older: "as it is",
  async run(ctx, { positionals, options }) {
    const file = resolve(positionals[0] as string);
    const overwrite = options.force ?? false;
    refuseExisting(file, overwrite);
    const db = await ctx.database();
    const rows = await writeBackup(file, { overwrite }, (save) =>
      db.snapshot(async (reader) => {
        if ((await allTenants(reader)).length === 0) throw new Failure("The database is empty. Is it the right one?");
        const content = readContent(reader, await storedTables(reader, db.dialect));
        await save({ migration: await appliedMigration(reader), createdAt: toTimestamp(ctx.now), content });
      }),
    );
    const files = rows.assets
      ? "\nUploaded files are not in it: keep a copy of the folder files in FOYER_DATA, or of the bucket, too."
      : "";
    return { text: `${file} holds ${totalOf(rows)} rows.${files}`, data: { file, rows } };
  },
});
