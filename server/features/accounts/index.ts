export { ensureAccount, ensuredAccount } from "./ensure-account";
export { type AccountRow, accountsOf, toAccountWithoutPersons } from "./queries";
