export { search } from "./search";
