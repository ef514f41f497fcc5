import { definitionOf, type OperationCode } from "../requests/operation-codes.ts";

/**
 * Ways in which an operation of a template finds the account of its recipient: the one that they have, the one that the template creates,
 * or the one that they have and otherwise the created one.
 */
export const accountRules = ["own", "created", "ownOrCreated"] as const;

/** Way in which an operation of a template finds the account of its recipient. */
export type AccountRule = (typeof accountRules)[number];

/** Fields of an operation of a template that decide about its account. */
export interface AccountOperation {
  readonly code: OperationCode;
  readonly targetSystemKey: string;
  /** Way to the account; null for the usual one of the code. */
  readonly account: AccountRule | null;
}

/** Answer to the question for an account: its key, null for one that the request creates or for none, or what is missing. */
export type FoundAccount = { readonly accountKey: string | null } | { readonly fault: string };

const createsAccount = ({ code }: AccountOperation) => definitionOf(code).creates === "account";

/** Returns the operation of a template that creates the account of a target system; undefined if none does. */
function creatorFor(
  { targetSystemKey }: AccountOperation,
  all: readonly AccountOperation[],
): AccountOperation | undefined {
  return all.find((other) => other.targetSystemKey === targetSystemKey && createsAccount(other));
}

const ruleOfCreator = ({ account }: AccountOperation): AccountRule => account ?? "created";

/** Returns the way in which an operation finds its account; null if it is about none. */
export function accountRuleOf(operation: AccountOperation, all: readonly AccountOperation[]): AccountRule | null {
  if (createsAccount(operation)) return ruleOfCreator(operation);
  const { account: need } = definitionOf(operation.code);
  if (need === "none") return null;
  if (operation.account !== null) return operation.account;
  const creator = creatorFor(operation, all);
  return creator === undefined || need === "existing" ? "own" : ruleOfCreator(creator);
}

/** Returns the broken rule of the way to an account that an operation names; undefined if it fits. */
export function accountRuleFault(operation: AccountOperation, all: readonly AccountOperation[]): string | undefined {
  const { code, account } = operation;
  if (account === null) return undefined;
  if (createsAccount(operation))
    return account === "own" ? `must be created or ownOrCreated, because ${code} creates the account` : undefined;
  const { account: need } = definitionOf(code);
  if (need === "none") return `must be null, because ${code} is about no account`;
  if (account === "own") return undefined;
  const creator = creatorFor(operation, all);
  if (creator === undefined || need === "existing")
    return `must be own or null, because no operation before creates the account of ${code}`;
  const rule = ruleOfCreator(creator);
  return account === rule ? undefined : `must be own or ${rule}, as the operation that creates the account says`;
}

/** Returns true if an operation is left out for a recipient with accounts on its target system: it would create a further one. */
export function isLeftOut(operation: AccountOperation, accountKeys: readonly string[]): boolean {
  return createsAccount(operation) && ruleOfCreator(operation) === "ownOrCreated" && accountKeys.length > 0;
}

/** Finds the account of an operation for a recipient with these accounts on its target system. */
export function accountFor(
  operation: AccountOperation,
  all: readonly AccountOperation[],
  accountKeys: readonly string[],
): FoundAccount {
  const rule = accountRuleOf(operation, all);
  if (rule === null || rule === "created" || createsAccount(operation)) return { accountKey: null };
  const [first] = accountKeys;
  const { targetSystemKey } = operation;
  if (accountKeys.length > 1)
    return { fault: `The recipient has several accounts on '${targetSystemKey}'. Submit a request that names one.` };
  if (first !== undefined) return { accountKey: first };
  if (rule === "ownOrCreated") return { accountKey: null };
  return { fault: `The recipient has no account on '${targetSystemKey}'. Request one first.` };
}
