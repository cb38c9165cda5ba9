export { deleteFormSubmission } from "./deleteFormSubmission";
export { getFormSubmission } from "./getFormSubmission";
export { listFormSubmissions } from "./listFormSubmissions";
