import { resetSecrets } from "../../server/features/webhook-subscriptions";
import { isKeyLost, replaceLostKey } from "../../server/secrets/installation-key";
import { command } from "../command";
import { Failure } from "../failure";

export const secretsReset = command({
  name: "secrets reset",
  positionals: [],
  options: { confirm: "switch" },
  usage: "[--confirm]",
  about: "after the installation's key was lost: new secrets for all webhooks, which are disabled",
  async run(ctx, { options }) {
    const db = await ctx.database();
    if (!(await isKeyLost(db, ctx.keySource))) throw new Failure("The key is the right one. Nothing was changed.");
    if (!options.confirm) {
      throw new Failure(
        "The key here is not the one that secrets of webhooks are encrypted with. If that one is lost, stop the service and add " +
          "--confirm: all webhooks get new secrets, lose their static headers, and are disabled. Nothing was changed.",
      );
    }
    const { now, newId, keySource } = ctx;
    const subscriptions = await replaceLostKey(db, keySource, (tx, vault) =>
      resetSecrets({ db: tx, dialect: db.dialect, now, newId }, vault),
    );
    return {
      text: `${subscriptions} webhooks have new secrets and are disabled. Rotate the secret of each to see one, set its headers, and activate it.`,
      data: { subscriptions },
    };
  },
});
