import type { Capability } from "#connectors/contract/index.ts";

import { definitionOf, type OperationCode } from "./operation-codes.ts";
import type { OperationResult } from "./operation-result.ts";

/** Risks of a request that its authorizers should check before they approve it, with the meaning of each. */
export const requestRisks = {
  removesForGood: "deletion of an account or a group, which cannot be restored as it was",
  privilegedAccount: "operation on an account whose password is managed",
  privilegedGroup: "new member or owner of a group that such an account belongs to",
  decidesForOneself: "requester or recipient among the authorizers",
  manyOperations: "more than ten operations",
  groupNotManaged: "group that is no longer managed, so that the operation is not performed",
  separationOfDuties:
    "access that a rule of separation of duties keeps apart from what the recipient has or has asked for, so that violatedRules names the rule",
  alreadyHeld: "something that the recipient has already, as far as the service knows",
} as const satisfies Readonly<Record<string, string>>;

/** Risk of a request. */
export type RequestRisk = keyof typeof requestRisks;

/** All risks, in the order in which they are shown. */
export const requestRiskNames = Object.keys(requestRisks) as readonly RequestRisk[];

/** Largest number of operations without a risk. */
const fewOperations = 10;
const joining: readonly (Capability | null)[] = ["addMember", "addOwner"];

/** Fields of an operation from which risks follow. */
interface RiskyOperation {
  readonly code: OperationCode;
  readonly accountKey: string | null;
  readonly groupKey: string | null;
  /** True if it is performed only while its groups are managed. */
  readonly needsManaged: boolean;
  /** Its result; null if it has not begun. */
  readonly result: OperationResult | null;
}

/** Everything that the risks of a request depend on. */
export interface RiskFacts {
  readonly requesterKey: string;
  readonly recipientKey: string | null;
  readonly operations: readonly RiskyOperation[];
  /** Keys of the authorizers of any of its phases. */
  readonly authorizerKeys: readonly string[];
  /** Numbers of the operations that give what the recipient had already. */
  readonly alreadyHeld: readonly number[];
  /** IDs of the rules of separation of duties that it would violate. */
  readonly violatedRules: readonly string[];
  /** Keys of the accounts whose passwords are managed. */
  readonly privilegedAccounts: ReadonlySet<string>;
  /** Keys of the groups of which at least one of these accounts is a member. */
  readonly privilegedGroups: ReadonlySet<string>;
  /** Keys of the groups that are not managed. */
  readonly unmanagedGroups: ReadonlySet<string>;
}

const holds: Readonly<Record<RequestRisk, (facts: RiskFacts) => boolean>> = {
  removesForGood: ({ operations }) => operations.some(({ code }) => definitionOf(code).capability === "delete"),
  privilegedAccount: ({ operations, privilegedAccounts }) =>
    operations.some(({ accountKey }) => accountKey !== null && privilegedAccounts.has(accountKey)),
  privilegedGroup: ({ operations, privilegedGroups }) =>
    operations.some(
      ({ code, groupKey }) =>
        joining.includes(definitionOf(code).capability) && groupKey !== null && privilegedGroups.has(groupKey),
    ),
  decidesForOneself: ({ requesterKey, recipientKey, authorizerKeys }) =>
    authorizerKeys.some((key) => key === requesterKey || key === recipientKey),
  manyOperations: ({ operations }) => operations.length > fewOperations,
  groupNotManaged: ({ operations, unmanagedGroups }) =>
    operations.some(
      ({ groupKey, needsManaged, result }) =>
        needsManaged && result === null && groupKey !== null && unmanagedGroups.has(groupKey),
    ),
  separationOfDuties: ({ violatedRules }) => violatedRules.length > 0,
  alreadyHeld: ({ alreadyHeld }) => alreadyHeld.length > 0,
};

/** Returns the risks of a request by its operations and its authorizers. */
export function risksOf(facts: RiskFacts): readonly RequestRisk[] {
  return requestRiskNames.filter((risk) => holds[risk](facts));
}
