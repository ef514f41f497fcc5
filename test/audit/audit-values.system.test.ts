// @databases sqlite mariadb
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { analyticsOpenDays, auditedRowsMax, auditedValueMaxCharacters } from "#domain/audit-limits.ts";
import { oneOf } from "#domain/query/condition.ts";
import { ManualClock } from "#platform/clock.ts";
import { openDatabase } from "#store/database.ts";

import { openTestStore, type TestStore } from "../support/store.ts";

const start = Date.UTC(2030, 0, 1, 12);
const clock = new ManualClock(start);
const dayMs = 86_400_000;
let opened: TestStore;

beforeAll(async () => {
  opened = await openTestStore({ clock });
});
afterAll(() => opened.close());

const chain = async () => {
  while ((await opened.store.auditChain.extend()) > 0);
};

async function audited(ident: string, run: () => Promise<unknown>) {
  await opened.store.transaction(async () => {
    await run();
    await opened.store.audit({ sessid: "s", operation: "ACPS", result: "S", ident });
  });
  const [row] = await opened.store.select("sesslog_full", { where: { ident } });
  return row?.changes;
}

async function figures(sql: string, values: readonly string[] = []) {
  const database = openDatabase({ databaseUrl: opened.databaseUrl });
  try {
    return (await database.read(sql, values)).map((row) => ({ ...row }));
  } finally {
    await database.close();
  }
}

describe("the values before and after", () => {
  it("tell of each changed row which columns were what", async () => {
    const { store } = opened;
    const added = await audited("added", () => store.save("userClasses", { id: "C", description: "old words" }));
    expect(added).toEqual({
      rows: [
        {
          table: "userClasses",
          key: "C",
          operation: "insert",
          columns: { id: { new: "C" }, description: { new: "old words" } },
        },
      ],
    });
    expect(await audited("changed", () => store.save("userClasses", { id: "C", description: "new words" }))).toEqual({
      rows: [
        {
          table: "userClasses",
          key: "C",
          operation: "update",
          columns: {
            description: {
              old: "old words",
              new: "new words",
            },
          },
        },
      ],
    });
    expect(await audited("nothing", () => store.save("userClasses", { id: "C", description: "new words" }))).toBeNull();
    expect(await audited("removed", () => store.remove("userClasses", "C"))).toMatchObject({
      rows: [{ operation: "remove", columns: { description: { old: "new words" } } }],
    });
  });

  it("stand in the first of rows that are written together, which are on the chain as any other", async () => {
    const { store } = opened;
    const idents = Array.from({ length: 40 }, (_, index) => `together-${index}`);
    await store.transaction(async () => {
      await store.save("userClasses", { id: "together", description: "words" });
      const of = { sessid: "s", operation: "ACPS", result: "S" } as const;
      await store.auditAll(idents.map((ident) => ({ ...of, ident, message: "x".repeat(5_000) })));
    });
    const rows = await store.select("sesslog_full", { where: oneOf("ident", idents), orderBy: [["key", "asc"]] });
    expect(rows.map(({ ident }) => ident)).toEqual(idents);
    expect(new Set(rows.map(({ seq }) => seq))).toHaveLength(40);
    expect(rows[0]?.changes).toMatchObject({ rows: [{ table: "userClasses", key: "together" }] });
    expect(rows.slice(1).every(({ changes }) => changes === null)).toBe(true);
    await chain();
    const [from, to] = [
      await store.auditCheck.startOf(store.node, null),
      await store.auditCheck.endOf(store.node, null),
    ];
    expect((await store.auditCheck.walk(from, to)).findings).toEqual([]);
  });

  it("show secrets and hashes by their keyed fingerprint only: the same for the same, never the value", async () => {
    const { store } = opened;
    const credential = (key: string, text: string) =>
      store.save("targetSystemCredentials", {
        key,
        targetSystemId: "T",
        administratorId: "root",
        useOrder: 1,
        lastChanged: start,
        password: store.seal(new Secret(text), {
          table: "targetSystemCredentials",
          key,
          column: "password",
        }),
      });
    const first = await audited("sealed", () => credential("k1", "canary-1"));
    const again = await audited("sealed again", () => credential("k1", "canary-1"));
    const other = await audited("sealed otherwise", () => credential("k1", "canary-2"));
    const password = (changes: typeof first) => changes?.rows[0]?.columns["password"];
    expect(password(first)?.new).toMatch(/^[0-9a-f]{12}\.[\w-]{43}$/);
    expect(password(again)).toEqual({ old: password(first)?.new, new: password(first)?.new });
    expect(password(other)?.old).toBe(password(first)?.new);
    expect(password(other)?.new).not.toBe(password(first)?.new);
    const hashed = await audited("hash", () => store.save("users", { key: "u", id: "ada", passwordHash: "canary-3" }));
    expect(hashed?.rows[0]?.columns["passwordHash"]?.new).toMatch(/^[0-9a-f]{12}\./);
    expect(JSON.stringify([first, again, other, hashed])).not.toContain("canary");
  });

  it("show the digests of earlier passwords by their keyed fingerprint only", async () => {
    const { store } = opened;
    const add = (key: string, digestHash: string) =>
      store.add("passwordDigests", { key, accountKey: "a1", number: 1, digestHash });
    const first = await audited("first password", () => add("d1", "canary-4"));
    const same = await audited("the same", () => add("d2", "canary-4"));
    const other = await audited("another", () => add("d3", "canary-5"));
    const [digest, again, another] = [first, same, other].map((one) => one?.rows[0]?.columns["digestHash"]?.new);
    expect(digest).toMatch(/^[0-9a-f]{12}\.[\w-]{43}$/);
    expect(again).toBe(digest);
    expect(another).not.toBe(digest);
    expect(JSON.stringify([first, same, other])).not.toContain("canary");
  });

  it("let a secret be replaced that no key opens any more", async () => {
    const at = { table: "targetSystemCredentials", key: "k1", column: "password" };
    const broken = await audited("broken", () =>
      opened.store.save("targetSystemCredentials", { key: "k1", password: "v1|lost" }),
    );
    expect(broken?.rows[0]?.columns["password"]?.new).toBe("[not to be opened]");
    const mended = await audited("mended", () =>
      opened.store.save("targetSystemCredentials", { key: "k1", password: opened.store.seal(new Secret("new"), at) }),
    );
    expect(mended?.rows[0]?.columns["password"]?.old).toBe("[not to be opened]");
  });

  it("stay small, and leave out what other rows of the audit tell", async () => {
    const { store } = opened;
    const changes = await audited("many", async () => {
      for (let index = 0; index < auditedRowsMax + 5; index++)
        await store.save("userClasses", { id: `M${index}`, description: "x".repeat(400) });
      await store.save("revokedTokens", { jti: "j", family: null, expiresAt: 1 });
    });
    expect(changes?.rows).toHaveLength(auditedRowsMax);
    expect(changes?.more).toBe(5);
    const long = await audited("long", () =>
      store.save("userAttributes", {
        key: "a",
        userKey: "u",
        name: "n",
        value: "y".repeat(auditedValueMaxCharacters + 9),
      }),
    );
    expect(long?.rows[0]?.columns["value"]?.new).toBe(`${"y".repeat(auditedValueMaxCharacters)}…`);
  });

  it("belong to the call that was committed, not to one that was undone", async () => {
    const { store } = opened;
    const failing = store.transaction(async () => {
      await store.save("userClasses", { id: "undone", description: "never" });
      throw new Error("undo");
    });
    await expect(failing).rejects.toThrow("undo");
    expect(await audited("after", () => Promise.resolve())).toBeNull();
  });
});

describe("the headers of sessions", () => {
  const headers = (key: string) => figures("SELECT * FROM `sessionLogs` WHERE `key` = ?", [key]);

  it("begin at sign-in, count their rows, and end by their end", async () => {
    const { store } = opened;
    await store.transaction(async () => {
      await store.sessions.start({
        sessid: "f1",
        door: "password",
        userKey: "u",
        clientId: "web",
        ip: "::1",
        startedAt: clock.now(),
        expiresAt: clock.now() + 1e3,
      });
      await store.audit({ sessid: "f1", operation: "LGIN", result: "S", actor: "u" });
    });
    expect(await headers("f1")).toMatchObject([{ door: "password", clientId: "web", entries: 0, endedAt: null }]);
    await store.transaction(() => store.audit({ sessid: "f1", operation: "RQSB", result: "F", actor: "u" }));
    await chain();
    expect(await headers("f1")).toMatchObject([{ entries: 2, failures: 1, actor: "u", ip: "::1" }]);
    await store.transaction(() => store.sessions.end("f1", "logout", clock.now() + 5));
    await store.transaction(() => store.sessions.end("f1", "revoked", clock.now() + 9));
    clock.advance(2000);
    expect(await store.sessions.expire(clock.now())).toBe(0);
    expect(await headers("f1")).toMatchObject([{ endedAt: clock.now() - 1995, endReason: "logout" }]);
  });

  it("end by their time when nobody ends them", async () => {
    const { store } = opened;
    const expiresAt = clock.now() + 1000;
    await store.transaction(() =>
      store.sessions.start({
        sessid: "f2",
        door: "code",
        userKey: "u",
        clientId: "web",
        ip: null,
        startedAt: clock.now(),
        expiresAt,
      }),
    );
    expect(await store.sessions.expire(expiresAt - 1)).toBe(0);
    expect(await store.sessions.expire(expiresAt + 60_000)).toBe(1);
    expect(await headers("f2")).toMatchObject([{ endedAt: expiresAt, endReason: "expired" }]);
  });
});

describe("the figures of a day", () => {
  const day = (operation: string) =>
    figures(
      "SELECT `count`, `distinctUsers`, `p50`, `p95`, `closed` FROM `sessionLogAnalytics` WHERE `operation` = ?",
      [operation],
    );
  const append = (actor: string | null, durationMs: number | null) =>
    opened.store.transaction(() =>
      opened.store.audit({ sessid: "d", operation: "CHKI", result: "S", actor, durationMs }),
    );

  it("grow row by row, whatever the batches were", async () => {
    for (const [actor, durationMs] of [
      ["a", 4],
      ["a", 2],
      ["b", 9],
      [null, null],
    ] as const) {
      await append(actor, durationMs);
      await chain();
    }
    expect(await day("CHKI")).toEqual([{ count: 4, distinctUsers: 2, p50: 4, p95: 9, closed: 0 }]);
  });

  it("are closed when the day is long over, and right all the same when a row comes late", async () => {
    const late = clock.now();
    expect(await opened.store.closeDays()).toBe(0);
    clock.advance((analyticsOpenDays + 1) * dayMs);
    await chain();
    expect(await opened.store.closeDays()).toBe(1);
    expect(await figures("SELECT * FROM `sessionLogDayActors`")).toEqual([]);
    expect(await figures("SELECT * FROM `sessionLogDayDurations`")).toEqual([]);
    clock.set(late);
    await append("a", 3);
    await append("c", 100);
    await chain();
    expect(await day("CHKI")).toEqual([{ count: 6, distinctUsers: 3, p50: 4, p95: 100, closed: 1 }]);
  });

  it("are those of all rows together", async () => {
    const [summary] = await figures("SELECT * FROM `sessionLogSummary`");
    const [counted] = await figures(
      "SELECT COUNT(*) AS `entries`, COUNT(DISTINCT `sessid`) AS `sessions`, COUNT(DISTINCT `actor`) AS `distinctUsers`, " +
        "MIN(`time`) AS `firstAt`, MAX(`time`) AS `lastAt` FROM `sesslog_full`",
    );
    expect(summary).toMatchObject(counted ?? {});
  });
});
