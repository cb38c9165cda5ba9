export { listAccountTimeline } from "./listAccountTimeline";
