import { type Operation, operations, paramNames } from "../../../contract";

export const allOperations: readonly Operation[] = Object.values<Operation>(operations);

export function isCreating({ method, status }: Operation): boolean {
  return (status === 201 || status === 202) && (method === "POST" || method === "PUT");
}

/** Whether it creates the records that a path parameter names. */
export function makes(operation: Operation, name: string): boolean {
  return isCreating(operation) && allOperations.some(({ path }) => path.startsWith(`${operation.path}/{${name}}`));
}

/** Whether a field names a record of this kind: `tenantDomainId` and `domainId` a domain. */
export function refersTo(field: string, idField: string): boolean {
  return field === idField || field.endsWith(idField.charAt(0).toUpperCase() + idField.slice(1));
}

/** The last parameter of a PUT that creates is the caller's own name for the record. */
export function isChosen(operation: Operation, name: string): boolean {
  return operation.method === "PUT" && isCreating(operation) && operation.path.endsWith(`{${name}}`);
}

/** The path parameters that name records of ours. */
export function recordParams(operation: Operation): string[] {
  return paramNames(operation.path).filter((name) => !isChosen(operation, name));
}

/** An identifier of the same form that was never given out. */
export function neverGiven(id: string): string {
  return /_[0-9a-z]{26}$/.test(id) ? id.replace(/.{8}$/, "00000000") : `${id}0`;
}

export function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
