import { isNamedIn } from "../secret-attributes.ts";
import type { PasswordDoubt } from "../vault/password-doubt.ts";
import { definitionOf, type OperationCode } from "./operation-codes.ts";
import { isFinalResult, OperationResult } from "./operation-result.ts";

/** Fields of an operation that determine its effect on the password of its account. */
export interface PasswordOperation {
  readonly code: OperationCode;
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
}

/** Attributes by which connectors change the login name of an account. */
const renamingAttributes = ["name", "uid", "sAMAccountName"];

/** Returns why the vault's password may no longer open an account after an operation; undefined if the password stays valid. */
export function doubtBy({ code, attributes }: PasswordOperation): PasswordDoubt | undefined {
  const { password } = definitionOf(code);
  if (password === "kept") return undefined;
  return password === "renamed" && !renames(attributes) ? undefined : password;
}

const renames = (attributes: PasswordOperation["attributes"] = {}) =>
  Object.keys(attributes).some((name) => isNamedIn(name, renamingAttributes));

/** Returns true if an operation changes the password or the name of an account; for a managed account only the vault does that. */
export function isForVaultAlone(operation: PasswordOperation): boolean {
  const doubt = doubtBy(operation);
  return doubt === "set" || doubt === "renamed";
}

/** Fields of an operation that tell whether its target may have acted. */
export interface EndedTries {
  readonly result: OperationResult | null;
  readonly sends: number;
}

/** Returns true if an operation has ended and may have been carried out. A failure after a single send is known to have changed nothing. */
export function mayHaveActed({ result, sends }: EndedTries): boolean {
  return isFinalResult(result) && sends > (result === OperationResult.Failed ? 1 : 0);
}
