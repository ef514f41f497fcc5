import { z } from "zod";

import { dryRunPageUsers, dryRunUsersMax, policyFilePoliciesMax } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import { gt } from "#domain/query/condition.ts";
import { mapInTurns } from "#platform/loop-turns.ts";
import { policiesInvalid } from "#policies/compile-policies.ts";
import { compilePolicy } from "#policies/compile-policy.ts";
import { createPolicyEngine } from "#policies/engine.ts";
import type { Finding } from "#policies/expression.ts";
import type { Policy } from "#policies/policy.ts";
import type { CallersReads } from "#store/callers-reads.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { readsOf } from "../kernel/reads-of.ts";
import { type ComparedPolicy, comparePage, type PolicyEffect, startEffect } from "./engine/compare-rights.ts";
import { compareSample } from "./engine/compare-sample.ts";
import { policyOfName } from "./engine/policy-of-name.ts";
import { principalsOf } from "./engine/principals.ts";

/** Access that users would gain or lose by a change of policies. */
export interface DryRun {
  /** Number of compared users and of all users; the first ones by key are compared. */
  readonly users: { readonly compared: number; readonly total: number };
  readonly policies: readonly PolicyEffect[];
}

/**
 * Computes who would gain or lose access by new policies, and writes nothing. The result is by user, and for a rule on rows also by the
 * number of rows, with examples.
 * @throws POLICY_UNKNOWN, POLICY_INVALID, READ_TOO_LONG, READS_TOO_MANY, READS_BUSY
 */
export const dryRunPolicies = defineOperation({
  name: "policies.dryRun",
  kind: "read",
  input: z.strictObject({
    policies: z
      .array(z.strictObject({ name: z.string(), expression: z.string() }))
      .min(1)
      .max(policyFilePoliciesMax),
    usersMax: z.int().min(1).max(dryRunUsersMax).nullish(),
  }),
  callers: ["user", "engine"],
  policies: [{ name: policyOf.action("policies/dryRun") }],
  audit: { operation: "READ", when: "refusalOnly", describe: () => ({ ident: "policies" }) },
  async run(context, { policies, usersMax }): Promise<DryRun> {
    const wanted = policies.map(({ name, expression }): Policy => ({ ...policyOfName(name), expression }));
    await refuseBroken(wanted);
    const after = createPolicyEngine(wanted);
    const compared = wanted.map((policy): ComparedPolicy => ({
      policy,
      before: context.policies,
      after,
      effect: startEffect(policy),
    }));
    const ruled = compared.filter(({ policy: { name } }) => after.ruledByRows(name) && ruledBefore(context, name));
    const reads = readsOf(context);
    const total = await reads.count("users");
    const users = await eachPage(reads, usersMax ?? dryRunUsersMax, (principals) =>
      comparePage(reads, ruled, principals),
    );
    const sampled = compared.filter((policy) => !ruled.includes(policy));
    for (const policy of sampled) await compareSample(reads, policy);
    return { users: { compared: users, total }, policies: compared.map(({ effect }) => effect) };
  },
});

// A policy that denies everyone shows no row, which is a rule too.
function ruledBefore({ policies }: CallContext, name: string): boolean {
  return policies.ruledByRows(name) || policies.fault(name) !== undefined;
}

async function refuseBroken(policies: readonly Policy[]): Promise<void> {
  const checks = await mapInTurns(policies, compilePolicy);
  const broken = policies.flatMap(({ name }, index): [string, readonly Finding[]][] => {
    const check = checks[index];
    return check !== undefined && "findings" in check ? [[name, check.findings]] : [];
  });
  if (broken.length > 0) throw policiesInvalid(new Map(broken));
}

async function eachPage(
  reads: CallersReads,
  usersMax: number,
  compare: (principals: Awaited<ReturnType<typeof principalsOf>>) => Promise<void>,
): Promise<number> {
  let after = "";
  let seen = 0;
  while (seen < usersMax) {
    const users = await reads.select("users", {
      where: gt("key", after),
      orderBy: [["key", "asc"]],
      limit: Math.min(dryRunPageUsers, usersMax - seen),
    });
    if (users.length === 0) break;
    await compare(await principalsOf(reads, users));
    after = users.at(-1)?.key ?? after;
    seen += users.length;
  }
  return seen;
}
