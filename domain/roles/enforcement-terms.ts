import { type OperationCode, operationCodesWhere, definitionOf } from "../requests/operation-codes.ts";
import type { RoleAccess } from "./differences.ts";

/** Terms of a search for differences. */
export interface EnforcementTerms {
  /** Time in milliseconds UTC at which exceptions, assignments and people count. */
  readonly nowMs: number;
  /** Name of the attribute of users whose access is compared with their roles. */
  readonly attribute: string;
}

/** Values of the attribute, in small letters, by which users are enforced. */
export const enforcedValues = ["true", "yes", "1", "on"] as const;

/** Codes of operations about access of a kind. */
export interface AccessCodes {
  readonly gives: OperationCode;
  readonly takes: OperationCode;
}

/** Codes of operations about access, by its kind. */
export const accessCodes: Readonly<Record<RoleAccess, AccessCodes>> = {
  account: codesOf("account"),
  membership: codesOf("membership"),
};

function codesOf(access: RoleAccess): AccessCodes {
  const [gives] = operationCodesWhere((definition) => definition.gives === access);
  const takes = gives === undefined ? undefined : definitionOf(gives).undoneBy;
  const [undoing] = operationCodesWhere(
    (definition) => takes !== undefined && definition === definitionOf(takes as OperationCode),
  );
  if (gives === undefined || undoing === undefined) throw new RangeError(`no operation gives and takes ${access}`);
  return { gives, takes: undoing };
}
