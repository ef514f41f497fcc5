import { historicalPolicyId } from "../vault/historical-policy.ts";
import { type HolderFacts, unfitHolder } from "./unfit-holder.ts";

/** Facts that decide whether the turn of a check-out has come; moments in milliseconds UTC. */
export interface OpeningFacts {
  readonly account: { readonly policyId: string; readonly disabledReason: string | null };
  /** Policy under which it was requested. */
  readonly policyId: string;
  /** Number of people who may have the password at once. */
  readonly concurrency: number;
  /** Number of people who have it now. */
  readonly holders: number;
  /** Number of passwords that may open the account. */
  readonly passwords: number;
  /** True if a former holder may still know a password that may open the account. */
  readonly isKnown: boolean;
  /** Facts about the person who is to get it. */
  readonly holder: HolderFacts;
  readonly startAt: number | null;
  readonly now: number;
}

/** Reason for which a check-out waits. */
export type OpeningWait = "start" | "places" | "change";

/** Decision about the hand-out of a password; `message` is the reason for never, with the way out. */
export type MayOpen =
  | { readonly may: "open" }
  | { readonly may: "wait"; readonly why: OpeningWait }
  | { readonly may: "never"; readonly message: string };

/**
 * Decides whether the password of an account may be handed out to one more person. No one gets a password that a former holder may know: it
 * is changed first (domain 5).
 */
export function mayOpen(facts: OpeningFacts): MayOpen {
  const { account, policyId, concurrency, holders, passwords, isKnown, holder, startAt, now } = facts;
  const unfit = unfitHolder(holder);
  if (unfit !== undefined) return never(unfit);
  if (account.policyId === historicalPolicyId) return never("It is managed no more.");
  if (account.policyId !== policyId)
    return never(`It is under the policy '${account.policyId}' by now. Ask for it under that one.`);
  if (account.disabledReason !== null) return never(`It is disabled (${account.disabledReason}).`);
  if (passwords === 0) return never("The vault has no password of it.");
  if (startAt !== null && startAt > now) return { may: "wait", why: "start" };
  if (holders >= concurrency) return { may: "wait", why: "places" };
  return holders === 0 && isKnown ? { may: "wait", why: "change" } : { may: "open" };
}

const never = (message: string): MayOpen => ({ may: "never", message });

/** Messages for a person who would have to wait and cannot. */
export const waitWords: Readonly<Record<OpeningWait, string>> = {
  start: "Its start has not come.",
  places: "As many have its password as may have it at once. Try again when one of them has returned it.",
  change: "Its password is being changed, because somebody has just returned it. Try again in a moment.",
};
