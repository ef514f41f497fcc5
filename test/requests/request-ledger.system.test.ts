import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createRandom } from "#domain/random.fixture.ts";
import type { LedgerFinding } from "#domain/requests/ledger/ledger-finding.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { cancel } from "#operations/requests/cancel.ts";
import { replayRequest } from "#operations/requests/replay-request.ts";
import { type Database, openDatabase } from "#store/database.ts";
import type { SqlRow, SqlValue } from "#store/sql/sql.ts";

import { callCommand } from "../support/commands.ts";
import { historyClasses, historySettings, historyTargets, liveHistory } from "../support/random-history.ts";
import { openRequestRoom, type RequestRoom } from "../support/request-room.ts";
import { testSize } from "../support/test-size.ts";

const histories = testSize(100, 1000);
const random = createRandom(13);
let room: RequestRoom;
let raw: Database;

beforeAll(async () => {
  room = await openRequestRoom({ targets: historyTargets, classes: historyClasses }, historySettings);
  raw = openDatabase({ databaseUrl: room.databaseUrl });
  await run("DROP TRIGGER `requestEvents_refuse_update`");
  await run("DROP TRIGGER `requestEvents_refuse_delete`");
});
afterAll(async () => {
  const each = raw.dialect.name === "mariadb" ? "FOR EACH ROW " : "";
  const refuse =
    raw.dialect.name === "sqlite"
      ? "SELECT RAISE(ABORT, 'requestEvents is append-only')"
      : "SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'requestEvents is append-only'";
  for (const event of ["update", "delete"])
    await run(
      `CREATE TRIGGER \`requestEvents_refuse_${event}\` BEFORE ${event} ON \`requestEvents\` ${each}BEGIN ${refuse}; END`,
    );
  // The changes of this test bypass the writer, so they are meant to be missing in the change log.
  await write("DELETE FROM `rowWatch` WHERE `tableName` = 'requestEvents'");
  await raw.close();
  await room.close();
});

const run = (statement: string) => raw.transactions.run(() => raw.run(statement));
const write = (statement: string, values: SqlValue[] = []) => raw.transactions.run(() => raw.write(statement, values));
const replayed = ({ key }: { readonly key: string }) =>
  invoke(replayRequest, room.context, engineCaller("cli", "check"), { key });
const findings = async (request: { readonly key: string }) => (await replayed(request)).findings;
const eventsOf = ({ key }: { readonly key: string }) =>
  raw.read("SELECT * FROM `requestEvents` WHERE `requestKey` = ? ORDER BY `sequence`", [key]);

/** Sets a column of a row without the writer, runs a function, and restores the column. */
async function whileSet<T>(
  at: { table: string; row: SqlRow; column: string },
  value: SqlValue,
  look: () => Promise<T>,
) {
  const { table, row, column } = at;
  const key = column === "key" ? value : (row["key"] as SqlValue);
  await write(`UPDATE \`${table}\` SET \`${column}\` = ? WHERE \`key\` = ?`, [value, row["key"] as SqlValue]);
  try {
    return await look();
  } finally {
    await write(`UPDATE \`${table}\` SET \`${column}\` = ? WHERE \`key\` = ?`, [row[column] as SqlValue, key]);
  }
}

/** Returns another value of a column of an event, one character or one number away; for its number one that no other event has. */
function flipped(column: string, value: unknown): SqlValue {
  if (typeof value === "number") return column === "sequence" ? value + 1000 : value ^ 1;
  const text = String(value);
  // Keys follow one another, so another end may be the key of another row.
  const at = column === "key" || column === "requestKey" ? 0 : random.below(text.length);
  return text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ 1) + text.slice(at + 1);
}

/** Returns the expected findings for an event in which a column was changed. */
function expected(row: SqlRow, column: string, value: SqlValue): readonly Partial<LedgerFinding>[] {
  const event = row["sequence"] as number;
  if (column === "requestKey") return [{ event, field: "*" }];
  if (column === "sequence") return [{ event: value as number, field: column }];
  return [{ event, field: column === "content" ? fieldChanged(row["content"] as string, String(value)) : column }];
}

function fieldChanged(before: string, after: string): string {
  let changed: Record<string, unknown>;
  try {
    changed = JSON.parse(after) as Record<string, unknown>;
  } catch {
    return "facts";
  }
  const facts = JSON.parse(before) as Record<string, unknown>;
  if (Object.keys(changed).join() !== Object.keys(facts).join()) return "facts";
  return Object.keys(facts).find((name) => JSON.stringify(facts[name]) !== JSON.stringify(changed[name])) ?? "*";
}

const columns = ["key", "requestKey", "sequence", "kind", "happenedAt", "actor", "content", "checks", "hash", "mac"];

it(
  `${histories} random histories replay to their outcomes, and one changed character in any event is found and named`,
  async () => {
    const outcomes = new Set<string>();
    const told = new Set<string>();
    for (let history = 0; history < histories; history++) {
      const request = await liveHistory(room, random);
      const { status } = await room.row(request);
      outcomes.add(status);
      expect(await replayed(request)).toMatchObject({ status, replayed: status, findings: [] });
      expect(await room.store.count("requestAuthorizers", { requestKey: request.key, waits: true })).toBe(0);
      const events = await eventsOf(request);
      for (const { kind, content } of events) {
        told.add(kind as string);
        if (kind === "decided" && !String(content).includes('"operations":null')) told.add("decided alone");
      }
      const row = random.pick(events);
      const changeable = [...columns, "signature"].filter((column) => row[column] !== null);
      const column = random.pick(changeable);
      const value = flipped(column, row[column]);
      const found = await whileSet({ table: "requestEvents", row, column }, value, () => findings(request));
      expect(found, `${column} of event ${String(row["sequence"])}: ${value}`).toEqual(
        expect.arrayContaining(expected(row, column, value).map((finding) => expect.objectContaining(finding))),
      );
    }
    expect([...outcomes].toSorted()).toEqual(["C", "D", "E", "K"]);
    const acts = ["commented", "decided alone", "edited", "overridden", "unapproved", "joined", "left", "replaced"];
    expect(acts.filter((kind) => !told.has(kind))).toEqual([]);
  },
  testSize(120_000, 900_000),
);

describe("a ledger", () => {
  let request: { key: string };
  beforeAll(async () => {
    request = await room.submit([{ code: "ACUA", targetSystemKey: "T1", attributes: { mail: "a@b.c" } }]);
    await room.decide("bob", request, { phase: 1, decision: "approve", comment: "as agreed" });
    await room.step(request);
    const [operation] = await room.operations(request);
    await room.answer(operation?.key ?? "", { result: "S", object: { id: "1", name: "ada", attributes: {} } });
    await room.step(request);
  });

  it("tells all that the outcome follows from, in the order in which it happened", async () => {
    const told = (await eventsOf(request)).map((row) => [
      row["kind"],
      row["actor"],
      JSON.parse(row["content"] as string) as unknown,
    ]);
    const [ada, bob] = [room.keyOf("ada"), room.keyOf("bob")];
    const [phase] = await room.store.select("requestPhases", { where: { requestKey: request.key } });
    expect(told).toMatchObject([
      [
        "submitted",
        ada,
        { requester: ada, recipient: ada, phases: 1, operations: [{ attributes: { mail: ["a@b.c"] } }] },
      ],
      [
        "opened",
        ada,
        {
          phase: 1,
          targetSystem: "T1",
          ruleKey: phase?.ruleKey,
          ruleVersion: 1,
          minApprovals: 1,
          maxDenials: 1,
          rule: `all(maxDenials(1, user('${bob}')), any(1, user('${bob}')))`,
          conditions: [],
          excluded: [],
          carried: [],
          people: [
            {
              user: bob,
              via: [`user('${bob}')`],
              veto: false,
              inputRequired: false,
            },
          ],
        },
      ],
      ["decided", bob, { phase: 1, user: bob, answer: "approve", reason: "as agreed" }],
      ["status", null, { from: "W", to: "X" }],
      ["result", null, { result: "S", object: "1" }],
      ["ended", null, { outcome: "C" }],
    ]);
    expect((await replayed(request)).signed).toMatchObject({ publicKey: { kty: "OKP", crv: "Ed25519" } });
  });

  it("is written once where a call is refused, and where a step runs twice", async () => {
    const before = (await eventsOf(request)).length;
    await expect(room.decide("bob", request, { phase: 1, decision: "deny" })).rejects.toThrow();
    const again = invoke(cancel, room.context, room.as("ada"), { key: request.key });
    await expect(again).rejects.toMatchObject({ code: "REQUEST_FINAL" });
    await room.step(request);
    expect(await eventsOf(request)).toHaveLength(before);
  });

  const changes = [
    ["decisions", "decision", "deny", 3, "answer"],
    ["decisions", "comment", "as agreeD", 3, "reason"],
    ["requestPhases", "minApprovals", 2, 2, "minApprovals"],
    ["requestPhases", "rule", "all(any(0))", 2, "rule"],
    ["requestPhases", "state", "denied", 2, "outcome"],
    ["requestPhases", "reasonRequired", "both", 2, "reasonRequired"],
    ["decisions", "override", 1, 3, "override"],
    ["decisions", "voidedBecause", "unapproved", 3, "voided"],
    ["requestAuthorizers", "veto", 1, 2, "people"],
    ["requestOperations", "attributes", '{"mail":["a@b.d"]}', 1, "operations/1/attributes"],
    ["requestOperations", "result", "F", 5, "result"],
    ["reqbatch", "status", "D", 6, "outcome"],
    ["reqbatch", "recipientKey", "somebody", 1, "recipient"],
  ] as const;
  it.each(changes)(
    "names the event and the field of what was changed in %s: %s",
    async (table, column, value, event, field) => {
      const owner = table === "reqbatch" ? "key" : "requestKey";
      const [row] = await raw.read(`SELECT * FROM \`${table}\` WHERE \`${owner}\` = ?`, [request.key]);
      const found = await whileSet({ table, row: row as SqlRow, column }, value, () => findings(request));
      expect(found.map((finding) => [finding.event, finding.field])).toEqual([[event, field]]);
    },
  );

  it("is replayed by the command, which fails where anything was changed", async () => {
    const env = { GATEHOUSE_DATA: room.folder, DATABASE_URL: room.databaseUrl };
    const replay = (...words: string[]) => callCommand(["request", "replay", request.key, ...words], { env });
    const whole = await replay();
    expect([whole.code, whole.output]).toEqual([0, expect.stringMatching(/6 event\(s\), signed at its end\..* C/)]);
    const row = (await eventsOf(request))[2] as SqlRow;
    const content = String(row["content"]).replace("approve", "abprove");
    const changed = await whileSet({ table: "requestEvents", row, column: "content" }, content, () => replay());
    expect([changed.code, changed.output]).toEqual([1, expect.stringMatching(/event 3 +decided +answer/)]);
  });

  it("misses its last event, and a decision of which it does not tell", async () => {
    const [last] = (await eventsOf(request)).slice(-1);
    const away = { table: "requestEvents", row: last as SqlRow, column: "requestKey" };
    expect(await whileSet(away, "nobody", () => findings(request))).toMatchObject([{ kind: "ended", field: "*" }]);
    const strange = { key: "strange", requestKey: request.key, requestPhaseKey: "p", phase: 1, decidedAt: 1 };
    await room.store.transaction(() =>
      room.store.add("decisions", { ...strange, userKey: room.keyOf("cy"), decision: "approve" }),
    );
    expect(await findings(request)).toMatchObject([{ event: null, field: "decisions" }]);
  });
});

it("a request from before there were ledgers goes on without one, and says so", async () => {
  const request = await room.submit([{ code: "ACUA", targetSystemKey: "T1" }]);
  await write("DELETE FROM `requestEvents` WHERE `requestKey` = ?", [request.key]);
  await room.decide("bob", request, { phase: 1, decision: "deny" });
  await room.step(request);
  expect([(await room.row(request)).status, await eventsOf(request)]).toEqual(["D", []]);
  await expect(replayed(request)).rejects.toMatchObject({ code: "LEDGER_MISSING" });
});
