import { columnStamp } from "#domain/replication/column-stamps.ts";
import { conflictName, conflictTable } from "#domain/replication/conflicts.ts";
import { isFormer } from "#domain/replication/origin.ts";
import type { ReplicatedChange } from "#domain/replication/replicated-change.ts";
import { type Claim, ranksOf } from "#domain/replication/shown-names.ts";

import { hashOf, type ModelNode } from "./model-node.ts";
import { type ModelTable, tablesAt } from "./model-tables.ts";
import type { ModelWorld } from "./model-world.ts";
import type { PlantedFault } from "./planted-faults.ts";

const tables = Object.entries(tablesAt[2]) as [ModelTable, (typeof tablesAt)[2][ModelTable] & object][];

/** Returns what is wrong with the nodes after the quiet, in words. */
export function faultsOf(world: ModelWorld, fault?: PlantedFault): string[] {
  const [first, ...others] = world.nodes;
  if (first === undefined) return ["there is no node"];
  return [
    ...world.nodes.flatMap(holesIn),
    ...others.flatMap((other) => differences(first, other, fault)),
    ...world.nodes.flatMap((node) => [...missingAt(node, world), ...fallen(node, world), ...namesTwice(node, fault)]),
    ...conflictsTwice(first),
    ...listedInVain(first, world),
    ...unlisted(first, world),
  ];
}

function holesIn({ name, disk }: ModelNode): string[] {
  const held = [...disk.held].map(([origin, reason]) => `${name} holds ${origin}: ${reason}`);
  const next = new Map<string, number>();
  const holes = disk.log.flatMap(({ origin, seq }) => {
    const expected = next.get(origin) ?? seq;
    next.set(origin, seq + 1);
    return seq === expected ? [] : [`${name} has ${origin} ${seq} instead of ${expected}`];
  });
  const ends = [...next].flatMap(([origin, end]) =>
    disk.vector[origin] === end - 1
      ? []
      : [`${name} knows ${origin} up to ${disk.vector[origin]}, and has it up to ${end - 1}`],
  );
  return [...held, ...holes, ...ends];
}

function differences(one: ModelNode, other: ModelNode, fault: PlantedFault | undefined): string[] {
  const [here, there] = [dumpOf(one, fault), dumpOf(other, fault)];
  return [...new Set([...here.keys(), ...there.keys()])].flatMap((at) =>
    here.get(at) === there.get(at) ? [] : [`${at}: ${one.name} ${here.get(at)}, ${other.name} ${there.get(at)}`],
  );
}

function dumpOf(node: ModelNode, fault: PlantedFault | undefined): Map<string, string> {
  const dump = new Map<string, string>();
  for (const [name, { primaryKey, columns }] of tables) {
    for (const key of node.living(name)) {
      const { values = {}, stamps = {}, tenure } = node.row(name, key) ?? {};
      const all = Object.keys(columns).map((column) => [
        column,
        values[column],
        columnStamp(stamps, primaryKey, column),
      ]);
      dump.set(`${name} ${key}`, JSON.stringify([all, tenure ?? null]));
    }
  }
  for (const [key, { shown }] of shownNames(node, fault)) dump.set(`name of ${key}`, shown);
  dump.set("vector", JSON.stringify(Object.entries(node.disk.vector).toSorted()));
  return dump;
}

/** Returns the names under which users and versions of policies are shown. */
function shownNames(node: ModelNode, fault: PlantedFault | undefined) {
  const claims = (["users", "policyVersions"] as const).flatMap((table) =>
    node.living(table).map((key) => claimOf(node, table, key)),
  );
  const names = new Set(claims.map(({ name }) => name));
  const groups = [...Map.groupBy(claims, ({ name }) => name).values()];
  if (fault === "ids are ranked by arrival")
    return new Map(
      groups.flatMap((group) => group.map(({ key, name }, rank) => [key, { shown: `${name}~${rank}`, rank }] as const)),
    );
  return new Map(groups.flatMap((group) => [...ranksOf(group, (name) => names.has(name))]));
}

function claimOf(node: ModelNode, table: "users" | "policyVersions", key: string): Claim {
  const { values = {}, stamps = {} } = node.row(table, key) ?? {};
  const column = table === "users" ? "id" : "number";
  const name = table === "users" ? String(values["id"]) : `${values["name"]} ${values["number"]}`;
  return { key, name, stamp: columnStamp(stamps, "key", column) };
}

function namesTwice(node: ModelNode, fault: PlantedFault | undefined): string[] {
  const shown = [...shownNames(node, fault).values()].map((rank) => rank.shown);
  return shown.filter((name, at) => shown.indexOf(name) !== at).map((name) => `${node.name} shows ${name} twice`);
}

/** Returns the rows of the vault and of the audit that a node lacks although their maker still had them after its last restore. */
function missingAt(node: ModelNode, { made }: ModelWorld): string[] {
  return [...made.values()].flatMap(({ table, key, operation }) =>
    (table === "audit" || table === "vaultEntries") && operation === "insert" && node.row(table, key) === undefined
      ? [`${node.name} lacks ${table} ${key}`]
      : [],
  );
}

function fallen(node: ModelNode, { made }: ModelWorld): string[] {
  return [...made.values()].flatMap(({ table, key, values }) =>
    table === "vaultEntries" && values["status"] === "C" && node.row(table, key)?.values["status"] !== "C"
      ? [`${node.name} has ${key} no longer confirmed`]
      : [],
  );
}

function conflictsTwice(node: ModelNode): string[] {
  const places = node.living(conflictTable).map((key) => {
    const { table, key: row, column } = node.row(conflictTable, key)?.values ?? {};
    return `${table} ${row} ${column}`;
  });
  return places.filter((place, at) => places.indexOf(place) !== at).map((place) => `${place} has two conflicts`);
}

/**
 * Returns the conflicts about values that were written one after the other, each by somebody who had seen the one before. Those of rows
 * that a take-over has replaced, or of which a restore has burned changes or brought some back, may be any.
 */
function listedInVain(node: ModelNode, { made, burned }: ModelWorld): string[] {
  return node.living(conflictTable).flatMap((id) => {
    const { table, key, column } = node.row(conflictTable, id)?.values ?? {};
    if (tablesAt[2][table as ModelTable]?.class !== "shared" || burned.has(`${table}\n${key}`)) return [];
    const writes = [...made.values()].filter(
      (change) =>
        change.table === table &&
        change.key === key &&
        (change.operation === "remove" || Object.hasOwn(change.values, String(column))),
    );
    if (writes.some(({ origin }) => isFormer(origin, node.disk.vector))) return [];
    const stampIn = (stamps: ReplicatedChange["stamps"]) => columnStamp(stamps, "key", String(column));
    const ordered = writes.toSorted((one, other) => (stampIn(one.stamps) < stampIn(other.stamps) ? -1 : 1));
    const isChain = ordered.every(
      ({ base = {} }, at) => at === 0 || stampIn(base) === stampIn(ordered[at - 1]?.stamps ?? {}),
    );
    return isChain && ordered.length > 0 ? [`${String(table)} ${String(key)} ${String(column)} is no conflict`] : [];
  });
}

/** Returns the values that somebody wrote, that nobody who overwrote them had seen, and that no conflict lists. */
function unlisted(node: ModelNode, { made, burned }: ModelWorld): string[] {
  // A change of one lane may outlive a restore that has burned what it had seen of the other.
  const changes = [...made.values()].filter(
    ({ table, key }) => table !== conflictTable && hasConflicts(table) && !burned.has(`${table}\n${key}`),
  );
  const byRow = Map.groupBy(changes, ({ table, key }) => `${table}\n${key}`);
  return [...byRow.values()].flatMap((ofRow) => ofRow.flatMap((change) => unlistedOf(node, change, ofRow)));
}

const hasConflicts = (table: string): boolean =>
  ["shared", "owned"].includes(tablesAt[2][table as ModelTable]?.class ?? "");

function unlistedOf(node: ModelNode, change: ReplicatedChange, ofRow: readonly ReplicatedChange[]): string[] {
  const { table, key, values, stamps } = change;
  const row = node.row(table as ModelTable, key);
  return Object.entries(values).flatMap(([column, value]) => {
    const stamp = columnStamp(stamps, "key", column);
    const isSeen = ofRow.some(
      ({ base, values: after, operation }) =>
        base !== undefined &&
        (operation === "remove" || Object.hasOwn(after, column)) &&
        columnStamp(base, "key", column) === stamp,
    );
    // A value that several wrote is lost only with the last of them.
    const isShared = ofRow.some((other) => other !== change && other.values[column] === value);
    const isKept = row?.removed === undefined && row?.values[column] === value;
    if (column === "key" || isSeen || isShared || isKept) return [];
    const conflict = node.row(conflictTable, hashOf(conflictName({ table, key, column })));
    const isListed = String(conflict?.values["lostStamp"] ?? "") >= stamp;
    return isListed ? [] : [`${table} ${key} ${column}: ${value} was lost and is not listed`];
  });
}
