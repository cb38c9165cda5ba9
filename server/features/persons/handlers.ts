export { createPerson } from "./createPerson";
export { deletePerson } from "./deletePerson";
export { getPerson } from "./getPerson";
export { getPersonNeighbours } from "./getPersonNeighbours";
export { listPersons } from "./listPersons";
export { updatePerson } from "./updatePerson";
export { upsertPersonBatch } from "./upsertPersonBatch";
export { upsertPersonByEmail } from "./upsertPersonByEmail";
