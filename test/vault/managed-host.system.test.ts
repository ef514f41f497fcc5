import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { afterEach, beforeEach, expect, test } from "vitest";

import { systemClock } from "#platform/clock.ts";

import { type GatehouseProcess, runGatehouse, startGatehouse } from "../support/gatehouse.ts";
import { filedPassword, type HostRoom, openHostRoom, passwordFilePrograms } from "../support/host-room.ts";
import { testSize } from "../support/test-size.ts";

const timeout = testSize(120_000, 900_000);
const kills = testSize(4, 50);
const weekMs = 7 * 86_400_000;
const movedClock = fileURLToPath(new URL("../support/moved-clock.ts", import.meta.url));

/** A managed host as its operator has it: its folder, its programs, and the commands of the README. */
interface Host {
  readonly key: string;
  readonly folder: string;
  /** Environment of its commands. */
  readonly env: Readonly<Record<string, string>>;
  /** Command that asks once. */
  readonly once: readonly string[];
}

let room: HostRoom;
beforeEach(async () => {
  room = await openHostRoom(systemClock);
}, timeout);
afterEach(() => room.close());

async function enrolled(account: string): Promise<Host> {
  const { hostKey: key, token } = await room.invite(account);
  const folder = join(room.folder, key);
  mkdirSync(folder, { mode: 0o700 });
  const { set, verify } = passwordFilePrograms(folder);
  const env = {
    API_ADDRESS: room.address,
    GATEHOUSE_TEST_CLOCK: join(folder, "ahead"),
    NODE_OPTIONS: `--import=${movedClock}`,
  };
  const enrolment = await runGatehouse(["host", "enrol", key, "--data", folder], { env, input: token });
  expect(enrolment).toEqual({ code: 0, output: expect.stringContaining("is enrolled; its keys are in") });
  return { key, folder, env, once: ["host", "run", "--data", folder, "--set", set, "--verify", verify, "--once"] };
}

/** Starts a change of the password, which the host fetches. */
async function askForChange(account: string): Promise<void> {
  const path = `/v2/managedAccounts(${room.accounts.get(account) ?? ""})/randomize`;
  const { status } = await room.send("POST", path, { as: "root" });
  expect(status).toBe(202);
}

/** Returns true if a password that the vault gives out opens the account now. */
const isOpened = async (account: string, folder: string) => (await room.given(account, folder)).opens.includes(true);

/** Moments at which a host is killed: early, with an order in its hands, while its program runs, after that has set the password. */
const moments: readonly ((folder: string) => () => boolean)[] = [
  () => after(350),
  (folder) => appeared(join(folder, "in-hand.json")),
  (folder) => appeared(join(folder, "program.json")),
  (folder) => changed(folder),
];

const after = (ms: number) => {
  const end = performance.now() + ms;
  return () => performance.now() > end;
};
const writtenAt = (file: string) => (existsSync(file) ? statSync(file).mtimeMs : 0);
const appeared = (file: string) => {
  const before = writtenAt(file);
  return () => writtenAt(file) > before;
};
const changed = (folder: string) => {
  const before = filedPassword(folder);
  return () => filedPassword(folder) !== before;
};

/** Kills a host when its moment has come; returns false if it had finished its work before. */
async function killedAt(running: GatehouseProcess, hasCome: () => boolean): Promise<boolean> {
  const isOver = () => running.child.exitCode !== null;
  while (!hasCome() && !isOver()) await sleep(2);
  running.child.kill("SIGKILL");
  return (await running.ended()) === "SIGKILL";
}

test(
  `a host that is killed ${kills} times, also while its program sets the password, and whose clock jumps by a week: an entry opens always`,
  async () => {
    const host = await enrolled("root");
    expect(await runGatehouse(host.once, host)).toMatchObject({ code: 0 });
    expect(await room.given("root", host.folder)).toEqual({ state: "C", opens: [true] });
    const paused = { env: { ...host.env, PAUSE: "0.3" } };
    const passwords = new Set<string | undefined>();
    for (let kill = 0, rounds = 0; kill < kills; rounds += 1) {
      expect(rounds).toBeLessThan(3 * kills);
      // An unfinished order is completed first if the password itself has to change.
      if (kill % moments.length === moments.length - 1) await runGatehouse(host.once, host);
      await askForChange("root");
      writeFileSync(join(host.folder, "ahead"), String(((kill % 3) - 1) * weekMs));
      const running = startGatehouse(host.once, paused);
      const moment = moments[kill % moments.length] as (typeof moments)[number];
      // An unfinished order may end at once; then the next round tries again.
      if (await killedAt(running, moment(host.folder))) kill += 1;
      expect(await isOpened("root", host.folder)).toBe(true);
      // An abandoned program sets the password meanwhile.
      await sleep(kill % 8 < 4 ? 0 : 700);
      expect(await isOpened("root", host.folder)).toBe(true);
      passwords.add(filedPassword(host.folder));
    }
    expect(passwords.size).toBeGreaterThan(1);
    expect(await runGatehouse(host.once, host)).toMatchObject({ code: 0 });
    expect(await room.given("root", host.folder)).toEqual({ state: "C", opens: [true] });
  },
  timeout,
);

test(
  "two processes of one host do not run side by side, and one that is stopped ends with its program",
  async () => {
    const host = await enrolled("root");
    const [, , ...options] = host.once.slice(0, -1);
    const running = startGatehouse(["host", "run", ...options], { env: { ...host.env, PAUSE: "30" } });
    await expect.poll(async () => (await room.given("root", host.folder)).state, { timeout: 30_000 }).toBe("U");
    const second = await runGatehouse(host.once, host);
    expect(second).toEqual({
      code: 1,
      output: expect.stringContaining("Another process of this managed host runs in"),
    });
    running.child.kill("SIGTERM");
    expect(await running.ended()).toBe(0);
    await sleep(200);
    expect(filedPassword(host.folder)).toBeUndefined();
    expect(await runGatehouse(host.once, host)).toMatchObject({ code: 0 });
    expect(await room.given("root", host.folder)).toEqual({ state: "C", opens: [true] });
  },
  timeout,
);
