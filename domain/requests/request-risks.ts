import type { OperationCode } from "./operation-codes.ts";

/** What speaks for a second look at a request before it is approved, with what each means. */
export const requestRisks = {
  removesForGood: "it deletes an account or a group, which cannot be brought back as it was",
  privilegedAccount: "it is about an account whose password is managed as a privileged one",
  privilegedGroup: "it adds to a group, or to its owners, of which such an account is a member",
  decidesForOneself: "who asked, or for whom it is, is asked to decide about it",
  manyOperations: "it asks for more than ten operations at once",
} as const satisfies Readonly<Record<string, string>>;

/** One of them. */
export type RequestRisk = keyof typeof requestRisks;

/** All of them, in the order in which they are told. */
export const requestRiskNames = Object.keys(requestRisks) as readonly RequestRisk[];

/** From so many operations on nobody sees at a glance any more what all of them do. */
const fewOperations = 10;
const removing: ReadonlySet<OperationCode> = new Set(["DELU", "DELG"]);
const joining: ReadonlySet<OperationCode> = new Set(["GRUA", "GROA"]);

/** An operation, as far as risks follow from it. */
interface RiskyOperation {
  readonly code: OperationCode;
  readonly accountKey: string | null;
  readonly groupKey: string | null;
}

/** All that the risks of a request depend on. */
export interface RiskFacts {
  readonly requesterKey: string;
  readonly recipientKey: string | null;
  readonly operations: readonly RiskyOperation[];
  /** Those who are asked to decide, in any of its phases. */
  readonly authorizerKeys: readonly string[];
  /** The accounts whose passwords are managed. */
  readonly privilegedAccounts: ReadonlySet<string>;
  /** The groups of which at least one of them is a member. */
  readonly privilegedGroups: ReadonlySet<string>;
}

const holds: Readonly<Record<RequestRisk, (facts: RiskFacts) => boolean>> = {
  removesForGood: ({ operations }) => operations.some(({ code }) => removing.has(code)),
  privilegedAccount: ({ operations, privilegedAccounts }) =>
    operations.some(({ accountKey }) => accountKey !== null && privilegedAccounts.has(accountKey)),
  privilegedGroup: ({ operations, privilegedGroups }) =>
    operations.some(({ code, groupKey }) => joining.has(code) && groupKey !== null && privilegedGroups.has(groupKey)),
  decidesForOneself: ({ requesterKey, recipientKey, authorizerKeys }) =>
    authorizerKeys.some((key) => key === requesterKey || key === recipientKey),
  manyOperations: ({ operations }) => operations.length > fewOperations,
};

/** The risks of a request, from what it asks for and who is asked. */
export function risksOf(facts: RiskFacts): readonly RequestRisk[] {
  return requestRiskNames.filter((risk) => holds[risk](facts));
}
