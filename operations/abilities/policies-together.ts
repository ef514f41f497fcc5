import { ServiceError } from "#domain/errors.ts";
import type { PolicyRules } from "#domain/passwords/password-rules.ts";
import { smallestContradiction } from "#domain/passwords/smallest-contradiction.ts";
import { ne } from "#domain/query/condition.ts";
import { giveWay } from "#platform/loop-turns.ts";

import type { ServiceContext } from "../kernel/context.ts";
import { defaultPasswordPolicy, type HeldPolicy, heldPolicy } from "./password-policies-of.ts";

/** A change after which all policies that may meet in one password must still allow one. */
export interface PoliciesChange {
  /** New rules of a policy. */
  readonly rules?: { readonly id: string; readonly rules: PolicyRules };
  /** Policy of a target group. */
  readonly group?: { readonly id: string; readonly passwordPolicyId: string };
  /** Policy of a user class; null for none. */
  readonly userClass?: { readonly id: string; readonly passwordPolicyId: string | null };
}

type Context = Pick<ServiceContext, "store">;

/** Policies that may meet: one of the first and any of the others. */
interface Meeting {
  readonly first: readonly HeldPolicy[];
  readonly tied: readonly HeldPolicy[];
}

/**
 * Throws if a policy of a target group and those of user classes would contradict each other after a change. A user may become a member of any
 * class at any time, so all classes count together. Returns a text that is equal as long as the policies are.
 * @throws PASSWORD_POLICIES_CONTRADICT with a detail for each rule
 */
export async function proveTogether(context: Context, change: PoliciesChange): Promise<string> {
  const meeting = await meetingAfter(context, change);
  if (meeting.tied.length > 0) await refuseContradiction(meeting);
  return JSON.stringify(meeting);
}

/**
 * Throws like `proveTogether`, in the transaction of the change: others may have changed policies since it was proved.
 * @throws PASSWORD_POLICIES_CONTRADICT with a detail for each rule
 */
export async function requireTogether(context: Context, change: PoliciesChange, proven: string): Promise<void> {
  const meeting = await meetingAfter(context, change);
  if (meeting.tied.length > 0 && JSON.stringify(meeting) !== proven) await refuseContradiction(meeting);
}

async function meetingAfter(context: Context, { rules, group, userClass }: PoliciesChange): Promise<Meeting> {
  const { store } = context;
  const classes = new Map(
    (await store.select("userClasses", { where: ne("passwordPolicyId", null) })).map((row) => [
      row.id,
      row.passwordPolicyId,
    ]),
  );
  if (userClass !== undefined) classes.set(userClass.id, userClass.passwordPolicyId);
  const policy = (id: string) => (rules?.id === id ? Promise.resolve(rules) : heldPolicy(context, id));
  const all = (ids: Iterable<string>) => Promise.all([...new Set(ids)].toSorted().map(policy));
  const tied = await all([...classes.values()].flatMap((id) => id ?? []));
  if (tied.length === 0) return { first: [], tied };
  const groups = new Map((await store.select("targetGroups")).map((row) => [row.id, row.passwordPolicyId]));
  if (group !== undefined) groups.set(group.id, group.passwordPolicyId);
  return { first: await all([defaultPasswordPolicy, ...groups.values()]), tied };
}

async function refuseContradiction({ first, tied }: Meeting): Promise<void> {
  for (const policy of first) {
    const policies = [policy, ...tied.filter(({ id }) => id !== policy.id)];
    const rules = smallestContradiction(policies.map((one) => one.rules));
    if (rules.length > 0) throw contradiction(rules.map((rule) => `${policies[rule.policy]?.id}: ${rule.target}`));
    await giveWay();
  }
}

function contradiction(names: readonly string[]): ServiceError {
  const together = names.join(" and ");
  const message = `No password was found that keeps ${together} together. The policy of a target group and those of all user classes must allow one. Change one of these rules, or make it a warning.`;
  return new ServiceError("PASSWORD_POLICIES_CONTRADICT", {
    target: "passwordPolicyId",
    message,
    details: names.map((name) => ({ code: "PASSWORD_POLICIES_CONTRADICT", target: name, message })),
  });
}
