export { addPerson } from "./add-person";
export { filteredPersons } from "./filtered-persons";
export { listedPersons } from "./listed-persons";
export {
  addToPersonCount,
  deletePersonRow,
  findPersonToChange,
  type KnownBy,
  lockEmail,
  oldestPersonKnownBy,
  type PersonRow,
  personsById,
  personsOfDomains,
  toPerson,
} from "./queries";
export { slugOf } from "./slug";
