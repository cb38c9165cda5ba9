import { resolve } from "node:path";
import { allPagesChanged } from "../../server/events/pages-changed";
import { forgetStore } from "../../server/files/store-mark";
import { forgetUnusedKey } from "../../server/secrets/installation-key";
import { ContentRefused, type RefusalReason, replaceContent } from "../../server/storage/backup";
import { totalOf } from "../backup/format";
import { checkBackup, readBackup } from "../backup/read";
import { command } from "../command";
import { Failure } from "../failure";
import { day } from "../grid";

export const restore = command({
  name: "restore",
  positionals: ["FILE"],
  options: { replace: "switch" },
  usage: "[--replace]",
  about: "fill an empty database from a backup, or with --replace one that has data",
  makesDatabase: true,
  older: "migrated",
  async run(ctx, { positionals, options }) {
    const file = resolve(positionals[0] as string);
    const { header, counts } = await checkBackup(file);
    const { migration, createdAt } = header;
    const db = await ctx.database();
    let hasSecrets = false;
    try {
      await replaceContent(db, {
        migration,
        content: () => readBackup(file),
        overwrite: options.replace ?? false,
        async afterwards(tx) {
          hasSecrets = await forgetUnusedKey(tx);
          await forgetStore(tx);
          await allPagesChanged({ db: tx });
        },
      });
    } catch (error) {
      throw error instanceof ContentRefused ? new Failure(refusals[error.reason]) : error;
    }
    const files = counts.assets
      ? "\nUploaded files are not part of it: put the folder files back into FOYER_DATA, or the bucket, too."
      : "";
    const secrets = hasSecrets
      ? '\nSecrets of webhooks are encrypted: put the file "secret" back into FOYER_DATA, or set FOYER_SECRET as it was.'
      : "";
    return {
      text: `The database is as it was on ${day(Number(createdAt))} UTC: ${totalOf(counts)} rows.${files}${secrets}`,
      data: { file, createdAt, rows: counts },
    };
  },
});

const refusals: Record<RefusalReason, string> = {
  from_newer_version: "The backup is from a newer Foyer. Nothing was changed.",
  database_of_other_version: "The database was just brought to another version. Nothing was changed.",
  unknown_content: "The file names tables or columns that Foyer does not have. Nothing was changed.",
  not_empty: "The database is not empty; --replace puts the backup in its place. Nothing was changed.",
};
