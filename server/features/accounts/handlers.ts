export { createAccount } from "./createAccount";
export { createAccountLog } from "./createAccountLog";
export { deleteAccountLog } from "./deleteAccountLog";
export { getAccount } from "./getAccount";
export { getAccountLog } from "./getAccountLog";
export { listAccountLogs } from "./listAccountLogs";
export { listAccounts } from "./listAccounts";
export { updateAccount } from "./updateAccount";
