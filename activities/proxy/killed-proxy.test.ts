import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import type { Outcome } from "#domain/requests/order.ts";
import { faultCounts, planFaults } from "#test/support/fault-directory.ts";

const script = fileURLToPath(new URL("../../test/support/order-process.ts", import.meta.url));

test("orders of processes that are killed before and after the target acted are each done exactly once", () => {
  const folder = mkdtempSync(join(tmpdir(), "killed-proxy-"));
  const address = { file: join(folder, "directory.sqlite"), unique: false };
  planFaults(address.file, [
    { capability: "create", name: "user1", nth: 1, fault: { kind: "crash", when: "after" } },
    { capability: "create", name: "user2", nth: 1, fault: { kind: "crash", when: "before" } },
    { capability: "create", name: "user3", nth: 1, fault: { kind: "lostAnswer" } },
    { capability: "get", name: "user1", nth: 1, fault: { kind: "crash", when: "after" } },
  ]);
  const sends = new Map([
    ["user0", 0],
    ["user1", 0],
    ["user2", 0],
    ["user3", 0],
  ]);
  let killed = 0;
  for (let round = 0; round < 10 && sends.size > 0; round += 1) {
    for (const [name, before] of sends) sends.set(name, before + 1);
    const orders = [...sends].map(([name, count]) => ({
      connector: "fault",
      address,
      operationKey: name,
      object: {
        name,
        attributes: {},
      },
      sends: count,
    }));
    const { stdout, signal } = spawnSync(process.execPath, [script, JSON.stringify(orders)], { encoding: "utf8" });
    if (signal === "SIGKILL") killed += 1;
    const outcomes = stdout.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Outcome]));
    for (const { operationKey, result } of outcomes) if (result === "S") sends.delete(operationKey);
  }
  expect(sends.size).toBe(0);
  expect(killed).toBe(3);
  expect(Object.fromEntries(faultCounts(address.file, "create"))).toEqual({ user0: 1, user1: 1, user2: 1, user3: 1 });
  rmSync(folder, { recursive: true });
});
