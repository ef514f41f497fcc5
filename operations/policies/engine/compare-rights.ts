import { dryRunExampleRowsMax, dryRunExamplesMax } from "#domain/limits.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, isAlways, isNever, never, noneOf } from "#domain/query/condition.ts";
import { giveWay } from "#platform/loop-turns.ts";
import type { PolicyEngine } from "#policies/engine.ts";
import type { Policy } from "#policies/policy.ts";
import type { Principal } from "#policies/principal.ts";
import type { ConditionReads } from "#store/query/condition-reads.ts";

import { resourceTables } from "./resource-tables.ts";

/** Gain or loss of one user under one policy. */
export interface ExampleUser {
  readonly user: string;
  /** Number of rows; null if the policy is no rule on rows, so the call itself is meant. */
  readonly rows: number | null;
  /** Keys of some of the rows. */
  readonly keys: readonly string[];
}

/** Total gain, or total loss, under one policy. */
export interface Shift {
  users: number;
  rows: number;
  readonly examples: ExampleUser[];
}

/** Effect of the change of one policy. */
export interface PolicyEffect {
  readonly name: string;
  /** Method: `calls` for the call itself; `rows` if every row was counted; `sample` if some users and rows were checked one by one. */
  kind: "calls" | "rows" | "sample";
  /** Table of the rows; null if there is none. */
  readonly table: string | null;
  readonly gained: Shift;
  readonly lost: Shift;
}

/** A policy before and after its change, and the result of the comparison so far. */
export interface ComparedPolicy {
  readonly policy: Policy;
  readonly before: PolicyEngine;
  readonly after: PolicyEngine;
  readonly effect: PolicyEffect;
}

/** Returns an empty effect. */
export function startEffect({ name, resource }: Policy): PolicyEffect {
  const none = (): Shift => ({ users: 0, rows: 0, examples: [] });
  const table = resource === null ? null : resourceTables[resource];
  return { name, kind: table === null ? "calls" : "rows", table, gained: none(), lost: none() };
}

/** Compares rules on rows for a page of users; users with the same rule are counted once. */
export async function comparePage(
  reads: ConditionReads,
  policies: readonly ComparedPolicy[],
  principals: readonly Principal[],
): Promise<void> {
  for (const { policy, before, after, effect } of policies) {
    await giveWay();
    const rules = principals.map((principal) => {
      const [old, next] = [before.rowPredicate(policy.name, principal), after.rowPredicate(policy.name, principal)];
      const same = JSON.stringify(old) === JSON.stringify(next);
      const gained = same ? never : allOf(next, noneOf(old));
      const lost = same ? never : allOf(old, noneOf(next));
      return { user: principal.id, gained, lost };
    });
    for (const side of ["gained", "lost"] as const) {
      await addShift(reads, effect, {
        shift: effect[side],
        rules: rules.map((rule) => ({ user: rule.user, rows: rule[side] })),
      });
    }
  }
}

interface UserRows {
  readonly user: string;
  readonly rows: Expression;
}

async function addShift(
  reads: ConditionReads,
  { table }: PolicyEffect,
  { shift, rules }: { readonly shift: Shift; readonly rules: readonly UserRows[] },
): Promise<void> {
  const concerned = rules.filter(({ rows }) => !isNever(rows));
  if (table === null) {
    for (const { user } of concerned) addUser(shift, { user, rows: null, keys: [] });
    return;
  }
  const source = table as (typeof resourceTables)[keyof typeof resourceTables];
  const distinct = new Map(concerned.map(({ rows }) => [JSON.stringify(rows), rows]));
  const counts = await reads.countEach(source, [...distinct.values()]);
  const countOf = new Map([...distinct.keys()].map((text, index) => [text, counts[index] ?? 0]));
  for (const { user, rows } of concerned) {
    const count = countOf.get(JSON.stringify(rows)) ?? 0;
    // A user who gains or loses every row is counted even if there is none.
    if (count === 0 && !isAlways(rows)) continue;
    const named = shift.examples.length < dryRunExamplesMax && count > 0;
    const keys = named ? await reads.firstKeys(source, rows, dryRunExampleRowsMax) : [];
    addUser(shift, { user, rows: count, keys });
  }
}

/** Adds the gain or loss of one user; the first users become examples. */
export function addUser(shift: Shift, example: ExampleUser): void {
  shift.users += 1;
  shift.rows += example.rows ?? 0;
  if (shift.examples.length < dryRunExamplesMax) shift.examples.push(example);
}
