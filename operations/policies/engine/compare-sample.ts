import { dryRunExampleRowsMax, dryRunSampleRowsMax, dryRunSampleUsersMax } from "#domain/limits.ts";
import { oneOf } from "#domain/query/condition.ts";
import { giveWay } from "#platform/loop-turns.ts";
import { type ResourceField, type ResourceName, policyResources } from "#policies/resources.ts";
import type { CallersReads } from "#store/callers-reads.ts";
import { relationOf, sourceOf, sourceOfTable } from "#store/query/sources.ts";
import { primaryKeyOf } from "#store/rows.ts";
import type { TableName } from "#store/tables.ts";

import { addUser, type ComparedPolicy } from "./compare-rights.ts";
import { principalsOf } from "./principals.ts";
import { resourceTables } from "./resource-tables.ts";

type Facts = Readonly<Record<string, unknown>>;

/** Compares a right that is no rule on rows: some users are asked of some rows, one by one. */
export async function compareSample(
  reads: Pick<CallersReads, "select">,
  { policy, before, after, effect }: ComparedPolicy,
): Promise<void> {
  effect.kind = "sample";
  const users = await reads.select("users", { orderBy: [["key", "asc"]], limit: dryRunSampleUsersMax });
  const principals = await principalsOf(reads, users);
  const { resource, name } = policy;
  const sample = resource === null ? { key: "", facts: [{}] } : await sampleRows(reads, resource);
  for (const principal of principals) {
    await giveWay();
    const gained: string[] = [];
    const lost: string[] = [];
    for (const facts of sample.facts) {
      const question = { principal, resource: facts };
      const [was, is] = [before.decide(name, question).allowed, after.decide(name, question).allowed];
      if (was !== is) (is ? gained : lost).push((facts[sample.key] ?? "") as string);
    }
    for (const [shift, keys] of [[effect.gained, gained] as const, [effect.lost, lost] as const]) {
      if (keys.length === 0) continue;
      const example = { rows: resource === null ? null : keys.length, keys: keys.slice(0, dryRunExampleRowsMax) };
      addUser(shift, { user: principal.id, ...example });
    }
  }
}

async function sampleRows(
  reads: Pick<CallersReads, "select">,
  resource: ResourceName,
): Promise<{ key: string; facts: readonly Facts[] }> {
  // Views are read by reads alone, whose policies are rules on rows.
  const table = resourceTables[resource] as TableName;
  const rows: readonly Facts[] = await reads.select(table, { limit: dryRunSampleRowsMax });
  const fields: [string, ResourceField][] = Object.entries(policyResources[resource]);
  let facts = rows;
  for (const [name, field] of fields) {
    if (field.type !== "list" || field.relation === undefined) continue;
    const lists = await relatedValues(reads, { table, relation: field.relation, column: field.column }, rows);
    facts = facts.map((row, index) => ({ ...row, [name]: lists[index] ?? [] }));
  }
  return { key: primaryKeyOf(table), facts };
}

interface Related {
  readonly table: TableName;
  readonly relation: string;
  readonly column: string;
}

async function relatedValues(
  reads: Pick<CallersReads, "select">,
  { table, relation, column }: Related,
  rows: readonly Facts[],
) {
  const { source, from, to } = relationOf(sourceOfTable(table), relation);
  const owners = rows.map((row) => row[from]);
  const keys = owners.filter((owner) => typeof owner === "string");
  const related: readonly Facts[] = await reads.select(sourceOf(source).table as TableName, { where: oneOf(to, keys) });
  const byOwner = Map.groupBy(related, (row) => row[to]);
  return owners.map((owner) => (byOwner.get(owner) ?? []).map((row) => row[column]));
}
