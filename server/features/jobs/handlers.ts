export { listFailedJobs } from "./listFailedJobs";
export { retryFailedJob } from "./retryFailedJob";
