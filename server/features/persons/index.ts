export {
  countPersons,
  deletePersonRow,
  findPersonToChange,
  type PersonRow,
  personsById,
  personsOfDomains,
  toPerson,
} from "./queries";
export { slugOf } from "./slug";
