import type { OperationCode } from "./operation-codes.ts";

// A file of its own: pages that name a code need not load the table.

/** Code of the operation that ends with the last operation of one call. */
export const togetherCode = "ALLOF" satisfies OperationCode;

/** Code of a discovery. */
export const discoveryCode = "DISC" satisfies OperationCode;

/** Code of a test of a connection. */
export const connectionTestCode = "TCON" satisfies OperationCode;

/** Code of the end of all access to a target system. */
export const endAccessCode = "ACEN" satisfies OperationCode;

/** Code of the operation that adds a role. */
export const roleAddCode = "ROLA" satisfies OperationCode;

/** Code of an exception for access that no role of its holder gives. */
export const surplusExceptionCode = "AESUR" satisfies OperationCode;

/** Code of an exception for access that a role gives and its member lacks. */
export const deficitExceptionCode = "AEDEF" satisfies OperationCode;

/** Code of the operation that disables an account. */
export const disableAccountCode = "DNAU" satisfies OperationCode;

/** Code of the operation that deletes an account. */
export const deleteAccountCode = "DELU" satisfies OperationCode;

/** Returns true for the operation by which a caller follows all operations of one call. */
export function isTogether(code: string | undefined): boolean {
  return code === togetherCode;
}
