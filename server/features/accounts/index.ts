import { createAccount } from "./createAccount";
import { createAccountLog } from "./createAccountLog";
import { deleteAccountLog } from "./deleteAccountLog";
import { getAccount } from "./getAccount";
import { getAccountLog } from "./getAccountLog";
import { listAccountLogs } from "./listAccountLogs";
import { listAccounts } from "./listAccounts";
import { updateAccount } from "./updateAccount";

export { ensureAccount } from "./ensureAccount";
export { type AccountRow, accountsOf, toAccountWithoutPersons } from "./queries";

export const accountHandlers = {
  createAccount,
  createAccountLog,
  deleteAccountLog,
  getAccount,
  getAccountLog,
  listAccountLogs,
  listAccounts,
  updateAccount,
};
