import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { pidNamespace } from "#test/support/pid-namespace.ts";

import { claimDataFolder } from "./single-start.ts";

let folder: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-claim-"));
  chmodSync(folder, 0o700);
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

async function untilItSpeaks(command: readonly string[]): Promise<ChildProcess> {
  const [program = "", ...parts] = command;
  const child = spawn(program, parts, { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  await once(child.stdout, "data");
  return child;
}

const claimer = `
  import { claimDataFolder } from ${JSON.stringify(new URL("./single-start.ts", import.meta.url).href)};
  await claimDataFolder(process.argv[1]);
  console.log("claimed");
  setInterval(() => undefined, 1000);`;

/** Starts another process that claims the folder. */
const claimElsewhere = (within: readonly string[] = []) =>
  untilItSpeaks([...within, process.execPath, "--input-type=module", "--eval", claimer, "--", folder]);

test("a folder is claimed once; the refusal names folder, lock, process, host and the way out", async () => {
  const release = await claimDataFolder(folder);
  const { since } = JSON.parse(readFileSync(join(folder, "up.lock.holder"), "utf8")) as { since: string };
  await expect(claimDataFolder(folder)).rejects.toThrow(
    `Another 'gatehouse up' or 'gatehouse restore' works in '${folder}': process ${process.pid} on '${hostname()}' since ${since} holds the lock ${join(folder, "up.lock")}. End it, or set GATEHOUSE_DATA and HTTP_PORT.`,
  );
  release();
  expect(existsSync(join(folder, "up.lock.holder"))).toBe(false);
  (await claimDataFolder(folder))();
});

test("numbers of processes decide nothing: not that of a stranger whose command names gatehouse, and not one of another container", async () => {
  const log = join(folder, "gatehouse-up.log");
  writeFileSync(log, "a line\n");
  const stranger = await untilItSpeaks(["tail", "-f", log]);
  const note = { pid: stranger.pid, host: hostname(), since: "2030-01-01T00:00:00.000Z" };
  writeFileSync(join(folder, "up.pid"), String(stranger.pid));
  writeFileSync(join(folder, "up.lock.holder"), JSON.stringify(note));
  (await claimDataFolder(folder))();

  await claimElsewhere(pidNamespace());
  // A process id that no process has here.
  writeFileSync(join(folder, "up.lock.holder"), JSON.stringify({ ...note, pid: 2_147_483_646 }));
  await expect(claimDataFolder(folder)).rejects.toThrow("process 2147483646 on");
  rmSync(join(folder, "up.lock.holder"));
  await expect(claimDataFolder(folder)).rejects.toThrow("a process that is not known");
});

test("a claim ends with its process, which was killed a moment ago", async () => {
  const holder = await claimElsewhere();
  await expect(claimDataFolder(folder)).rejects.toThrow(`process ${holder.pid} on`);
  holder.kill("SIGKILL");
  (await claimDataFolder(folder))();
});
