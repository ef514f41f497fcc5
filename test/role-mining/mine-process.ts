import { createHash } from "node:crypto";

import { handleAnalysis } from "#activities/hub/analyses.ts";
import { ModuleName } from "#domain/module-name.ts";
import { madeUpAccess } from "#domain/role-mining/made-up-access.fixture.ts";
import { addAnalysis } from "#operations/analyses/add-analysis.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { openDatabase } from "#store/database.ts";

import { beginOwnShare } from "../support/own-share.ts";
import { peakMemoryMB } from "../support/peak-memory.ts";
import { openTestService } from "../support/service.ts";

// A process of its own: it fills a database, searches it for roles twice, and says how long that took and what was found.

const [people = 0, grants = 0] = process.argv.slice(2).map(Number);
const entitlements = 5000;
const rowsAtOnce = 20_000;
const stamps = "'load', 'node1', 1, '{}'";
const keyOf = (kind: string, number: number) =>
  `00000000-000${kind}-4000-8000-${number.toString(16).padStart(12, "0")}`;

const service = await openTestService();
const database = openDatabase({ databaseUrl: service.databaseUrl });
const { held } = madeUpAccess(11, { people, entitlements, roles: 200, grants });

/** Inserts rows, each a list of values, by few statements and without the change log. */
async function insert(table: string, columns: readonly string[], rows: readonly (readonly unknown[])[]): Promise<void> {
  const values = columns.map((_, index) => `json_extract(value, '$[${index}]')`).join(", ");
  const names = [...columns, "lastUpdatedModule", "lastUpdatedNode", "version", "_v"].map((name) => `\`${name}\``);
  const text = `INSERT INTO \`${table}\` (${names.join(", ")}) SELECT ${values}, ${stamps} FROM json_each(?)`;
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await database.transactions.run(() => database.write(text, [JSON.stringify(rows.slice(from, from + rowsAtOnce))]));
}

for (const table of ["users", "groups", "grants"])
  await database.transactions.run(() => database.write(`DROP TRIGGER IF EXISTS \`${table}_INSERT\``));
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);
await insert(
  "users",
  ["key", "id", "superuser", "locked", "disabled", "failures", "tokenVersion", "fromSource", "externalIncomplete"],
  numbers(people).map((person) => [keyOf("1", person), `p${person}`, 0, 0, 0, 0, 0, 0, 0]),
);
const groupColumns = ["key", "targetSystemKey", "stableId", "longId", "shortId", "displayId", "managed"];
await insert(
  "groups",
  groupColumns,
  numbers(entitlements).map((number) => [keyOf("2", number), "T", ...numbers(4).map(() => `g${number}`), 1]),
);
const grantColumns = ["key", "kind", "userKey", "targetSystemKey", "accountKey", "groupKey", "because", "from"];
for (let person = 0, count = 0; person < people; person += 1000) {
  const rows: unknown[][] = [];
  for (let one = person; one < Math.min(people, person + 1000); one += 1)
    for (const item of held.items.subarray(held.starts[one], held.starts[one + 1]))
      rows.push([
        keyOf("3", (count += 1)),
        "membership",
        keyOf("1", one),
        "T",
        keyOf("4", one),
        keyOf("2", item),
        "discovered",
        0,
      ]);
  await insert("grants", grantColumns, rows);
}

/** Searches for roles as a hub does; returns what was found, without the keys that each analysis has of its own. */
async function search(): Promise<string> {
  const { context } = service;
  const engine = engineCaller(ModuleName.Cli, "mining");
  const { key } = await invoke(addAnalysis, context, engine, { kind: "roleMining", input: { rolesMax: 50 } });
  await context.store.moments.lease(1, "analysis");
  await handleAnalysis(context, key, new AbortController().signal);
  const analysis = await context.store.get("analyses", key);
  if (analysis?.state !== "ended") throw new Error(`the search has not ended: ${analysis?.errorMessage}`);
  const suggestions = await context.store.select("roleSuggestions", {
    where: { analysisKey: key },
    orderBy: [["sequence", "asc"]],
  });
  const found = suggestions.map((one) => ({ ...one, key: null, analysisKey: null }));
  return JSON.stringify([analysis.summary, found]);
}

const begun = performance.now();
const ownShare = beginOwnShare();
const first = await search();
// As it would be on a machine that does nothing else.
const ms = Math.round((performance.now() - begun) * ownShare());
const second = await search();
const digest = (text: string) => createHash("sha256").update(text).digest("hex");
const memoryMB = peakMemoryMB(process.pid) ?? 0;
console.log(
  JSON.stringify({
    ms,
    memoryMB,
    grants: held.items.length,
    digests: [digest(first), digest(second)],
    first: first.slice(0, 300),
  }),
);
await database.close();
await service.close();
