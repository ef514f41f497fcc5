import { openSync, writeSync } from "node:fs";

import { ServiceError } from "#domain/errors.ts";
import { openDatabase } from "#store/database.ts";

import { partsEach } from "./written.ts";

// A process of its own whose callers write transactions concurrently and record each answer as soon as they have it.
const [databaseUrl = "", answersFile = "", first = "0", callers = "0", times = "0"] = process.argv.slice(2);
// A small log is written back to the database, and started again, many times in a short run.
const database = openDatabase({ databaseUrl, logBytesMax: 32 * 1024 });
const answers = openSync(answersFile, "a");
const paddingBytesMax = 300;
let refused = 0;
let reason: string | undefined;

async function call(caller: number): Promise<void> {
  for (let number = 1; number <= Number(times);) {
    try {
      await database.transactions.run(() => write(caller, number));
      writeSync(answers, `${caller} ${number}\n`);
    } catch (error) {
      // Nothing was changed, and only the share of the machine decides about it.
      if (error instanceof ServiceError && error.code === "DATABASE_BUSY") continue;
      refused += 1;
      reason ??= String((error as Error).cause ?? error);
    }
    number += 1;
  }
}

async function write(caller: number, number: number): Promise<void> {
  for (let part = 0; part < partsEach; part++) {
    const padding = "p".repeat((caller * 131 + number * 197 + part * 89) % paddingBytesMax);
    await database.write("INSERT INTO things VALUES (?, ?, ?, ?)", [caller, number, part, padding]);
  }
  await database.write("UPDATE callers SET latest = ? WHERE caller = ?", [number, caller]);
}

process.once("message", () => {
  const calls = Array.from({ length: Number(callers) }, (_, index) => call(Number(first) + index));
  void Promise.all(calls).then(() => process.send?.({ refused, reason }));
});
process.send?.("ready");
