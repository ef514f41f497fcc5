import { isNamedIn } from "../secret-attributes.ts";
import type { PasswordDoubt } from "../vault/password-doubt.ts";
import { definitionOf, type OperationCode } from "./operation-codes.ts";
import { isFinalResult, OperationResult } from "./operation-result.ts";

/** What of an operation says what becomes of the password of its account. */
export interface PasswordOperation {
  readonly code: OperationCode;
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
}

/** The attributes by which connectors give an account another login name. */
const renamingAttributes = ["name", "uid", "sAMAccountName"];

/** Why what the vault has of an account may open it no more once an operation was done; undefined where its password stays. */
export function doubtBy({ code, attributes }: PasswordOperation): PasswordDoubt | undefined {
  const { password } = definitionOf(code);
  if (password === "kept") return undefined;
  return password === "renamed" && !renames(attributes) ? undefined : password;
}

const renames = (attributes: PasswordOperation["attributes"] = {}) =>
  Object.keys(attributes).some((name) => isNamedIn(name, renamingAttributes));

/** Whether an operation gives an account another password or name, which of a managed one the vault alone does. */
export function isForVaultAlone(operation: PasswordOperation): boolean {
  const doubt = doubtBy(operation);
  return doubt === "set" || doubt === "renamed";
}

/** What of an operation says whether its target may have acted. */
export interface EndedTries {
  readonly result: OperationResult | null;
  readonly sends: number;
}

/** Whether an operation has ended and may have been done: a failure is known to have done nothing where it was sent once. */
export function mayHaveActed({ result, sends }: EndedTries): boolean {
  return isFinalResult(result) && sends > (result === OperationResult.Failed ? 1 : 0);
}
