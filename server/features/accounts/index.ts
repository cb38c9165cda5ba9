export { addAccountLog, newAccountLog } from "./add-account-log";
export { ensureAccount, ensuredAccount } from "./ensure-account";
export {
  type AccountRow,
  accountsOf,
  findAccount,
  findAccountByDomain,
  foundAccounts,
  noteVisits,
  toAccountWithoutPersons,
} from "./queries";
