import { retryDeadJob } from "../../server/jobs/dead-letters";
import { command } from "../command";
import { Failure } from "../failure";
import { asTyped } from "../typed";

export const jobsRetry = command({
  name: "jobs retry",
  positionals: ["JOB_ID"],
  options: {},
  usage: "",
  about: "run a dead letter again, from its first attempt on",
  async run(ctx, { positionals }) {
    const jobId = positionals[0] as string;
    const retried = await retryDeadJob(await ctx.database(), jobId);
    if (!retried) throw new Failure(`There is no dead letter ${jobId}; "${asTyped("jobs list --dead")}" shows those there are`);
    return { text: `Job ${jobId} is due again.`, data: { jobId } };
  },
});
