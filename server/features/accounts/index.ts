export { ensureAccount } from "./ensure-account";
export { type AccountRow, accountsOf, toAccountWithoutPersons } from "./queries";
