import { createPerson } from "./createPerson";
import { deletePerson } from "./deletePerson";
import { getPerson } from "./getPerson";
import { listPersons } from "./listPersons";
import { updatePerson } from "./updatePerson";
import { upsertPersonByEmail } from "./upsertPersonByEmail";

export { type PersonRow, personsById, personsOfDomains, toPerson } from "./queries";
export { slugOf } from "./slug";

export const personHandlers = { createPerson, deletePerson, getPerson, listPersons, updatePerson, upsertPersonByEmail };
