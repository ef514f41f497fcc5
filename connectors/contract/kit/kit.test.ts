import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { describe, expect, test } from "vitest";

import sqlite from "#connectors/sqlite/sqlite.ts";
import { start } from "#test/support/sqlite-target.ts";

import { type Connector, defineConnector, type Operations } from "../index.ts";
import { testConnector } from "./command.ts";
import type { KitResult } from "./rule.ts";
import { kitRules } from "./rules.ts";
import { runKit, runRule } from "./run-kit.ts";

const path = (relative: string) => fileURLToPath(new URL(`../../../${relative}`, import.meta.url));
const original = sqlite.definition.operations as Required<Operations<unknown>>;

const sabotages: readonly (readonly [rule: string, operations: Partial<Operations<unknown>>])[] = [
  [
    "delete removes the object, and deleting it again succeeds",
    { delete: () => Promise.reject(new Error("no such row")) },
  ],
  [
    "a listing shows every object once, in pages no larger than asked",
    {
      async *list(session, request, call) {
        for await (const page of original.list(session, request, call)) {
          yield page;
          return;
        }
      },
    },
  ],
  [
    "a discovery lists the groups and accounts that schema has, each whole and of its type, and the members of each group",
    {
      async *list(session, request, call) {
        for await (const page of original.list(session, request, call))
          yield { items: request.type === "group" ? [] : page.items };
      },
    },
  ],
  ["adminVerify does not count towards the lockout", { adminVerify: original.verify }],
  [
    "a wrong password is an answer of verify, not an error",
    { verify: () => Promise.reject(new Error("Invalid credentials")) },
  ],
  [
    "get of an absent object gives undefined",
    { get: async () => ({ id: "1", type: "account", name: "somebody", attributes: {} }) },
  ],
  [
    "names that differ only in case are one name, unless schema says caseExact of name: for get as for create",
    {
      async get(session, request, call) {
        const found = await original.get(session, request, call);
        return found?.name === request.ref.name ? found : undefined;
      },
    },
  ],
  ["disable stops the account, enable opens it again, and both may be repeated", { disable: async () => {} }],
];

describe("the contract kit", () => {
  test.each(sabotages)("finds a connector that breaks: %s", async (rule, operations) => {
    const target = await start();
    const broken = defineConnector({
      ...sqlite.definition,
      operations: { ...sqlite.definition.operations, ...operations },
    });
    const found = kitRules.find(({ name }) => name === rule) ?? expect.fail(`no rule "${rule}"`);
    const result = await runRule(found, broken, target);
    await target.stop();
    expect(result).toMatchObject({ rule, ok: false, leftOut: false });
    expect(result.message).not.toBe("");
  });

  test("leaves out what a connector does not offer and says so", async () => {
    const target = await start();
    const { serverInfo } = sqlite.definition.operations;
    const poor: Connector = defineConnector({ ...sqlite.definition, operations: { serverInfo } });
    const results: KitResult[] = [];
    for await (const result of runKit(poor, target)) results.push(result);
    await target.stop();
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(results.find(({ rule }) => rule.startsWith("delete removes"))).toMatchObject({
      leftOut: true,
      message: "the connector does not offer create, get, delete",
    });
  });
});

describe("the command", () => {
  test("prints TAP and ends with 0 when every rule holds", async () => {
    const lines: string[] = [];
    expect(
      await testConnector(path("connectors/sqlite/sqlite.ts"), path("test/support/sqlite-target.ts"), (line) =>
        lines.push(line),
      ),
    ).toBe(0);
    expect(lines[0]).toBe("TAP version 14");
    expect(lines[1]).toBe(`1..${lines.filter((line) => /^(not )?ok /.test(line)).length}`);
    expect(lines.at(-1)).toMatch(/^\d\d passed, 0 failed$/);
    const skipped = lines.flatMap((line) => / - (.*) # SKIP /.exec(line)?.[1] ?? []);
    expect(skipped.length).toBeGreaterThan(0);
    // The rules left out are in the last lines, after their reason.
    const told = lines.slice(lines.indexOf(`# ${skipped.length} of ${kitRules.length} rules do not apply`));
    for (const rule of skipped) expect(told).toContain(`#   ${rule}`);
    expect(told).toContain("# the address holds no URL:");
  });

  test("ends with 1 when a rule does not hold, with the reason", async () => {
    const folder = mkdtempSync(join(tmpdir(), "kit-"));
    const target = join(folder, "target.ts");
    // A password that the target refuses although its sample calls it good.
    writeFileSync(
      target,
      `export async function start() { return { address: { file: ${JSON.stringify(join(folder, "x.sqlite"))}, passwordLengthMin: 100 }, credentials: [], samples: { authenticates: false }, stop() {} }; }`,
    );
    const lines: string[] = [];
    expect(await testConnector(path("connectors/sqlite/sqlite.ts"), target, (line) => lines.push(line))).toBe(1);
    rmSync(folder, { recursive: true });
    expect(lines.join("\n")).toMatch(
      /not ok \d+ - a password given with create holds\n {2}---\n {2}message: "The password is too short/,
    );
  });

  test("ends with 2 and one line when connector or target cannot be loaded", async () => {
    const lines: string[] = [];
    expect(
      await testConnector("./no-such-connector.ts", path("test/support/sqlite-target.ts"), (line) => lines.push(line)),
    ).toBe(2);
    expect(
      await testConnector(path("test/support/sqlite-target.ts"), path("test/support/sqlite-target.ts"), (line) =>
        lines.push(line),
      ),
    ).toBe(2);
    expect(
      await testConnector(path("connectors/sqlite/sqlite.ts"), path("connectors/sqlite/sqlite.ts"), (line) =>
        lines.push(line),
      ),
    ).toBe(2);
    expect(lines).toHaveLength(3);
    expect(lines.every((line) => line.startsWith("Bail out! "))).toBe(true);
  });
});
