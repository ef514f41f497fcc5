import { setTimeout as sleep } from "node:timers/promises";

import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import { type LdapPassThrough, startLdapPassThrough } from "#test/support/ldap-pass-through.ts";
import { startVaultDirectory, type VaultDirectory } from "#test/support/vault-directory.ts";

import { requirePasswords } from "./require-passwords.ts";
import { type BenchVault, startBenchVault } from "./vault.ts";

/** Database and number of accounts of a run. */
export interface HangingRun {
  readonly name: string;
  readonly databaseUrl: string | undefined;
  readonly accounts: number;
}

const targets = 3;
const hanging = "HANGS";
const pauseMs = 100;
const msPerSecond = 1000;

interface Target {
  readonly id: string;
  readonly room: VaultDirectory;
  readonly managed: ReadonlyMap<string, string>;
}

/**
 * Measures one run over three directories, one of which hangs from the start: the time of the others, and the memory of hub and
 * proxy. Then the third directory answers again, and every account of the three must have the password that the vault gives out.
 */
export async function benchHanging({ name, databaseUrl, accounts }: HangingRun): Promise<string> {
  const vault = await startBenchVault(databaseUrl);
  const rooms: VaultDirectory[] = [];
  let way: LdapPassThrough | undefined;
  try {
    const managed: Target[] = [];
    for (let number = 1; number <= targets; number += 1) {
      const room = await startVaultDirectory(Math.floor((accounts + number - 1) / targets));
      rooms.push(room);
      const isLast = number === targets;
      if (isLast)
        way = await startLdapPassThrough({ host: "127.0.0.1", port: Number(new URL(room.directory.url).port) });
      const url = way === undefined ? room.directory.url : `ldap://127.0.0.1:${way.port}`;
      const id = isLast ? hanging : `QUICK${number}`;
      const directory = { ...room.directory, url };
      managed.push({ id, room, managed: await vault.manage({ id, directory, accounts: room.accounts }) });
    }
    return `randomize on ${name}, ${await besideHanging(vault, managed, way as LdapPassThrough)}`;
  } finally {
    await vault.stop();
    await way?.stop();
    for (const room of rooms) await room.stop();
  }
}

async function besideHanging(vault: BenchVault, all: readonly Target[], way: LdapPassThrough): Promise<string> {
  const quick = all.filter(({ id }) => id !== hanging);
  const sizeOf = (some: readonly Target[]) => some.reduce((sum, { managed }) => sum + managed.size, 0);
  way.turn("hangs");
  const startedMs = performance.now();
  const secondsSince = () => (performance.now() - startedMs) / msPerSecond;
  const run = await vault.begin();
  await done(vault, run, quick);
  const seconds = secondsSince();
  if (way.passwords() > 0) throw new Error("the directory that hangs was reached");
  way.turn("open");
  await vault.ended(run);
  const whole = secondsSince();
  for (const { room, managed } of all)
    await requirePasswords(room, await vault.passwordsOf(run, managed), managed.size);
  const rate = (sizeOf(quick) / seconds).toFixed(1);
  const memory = `hub ${vault.peakMib("hub")} MiB, proxy ${vault.peakMib("proxy")} MiB at most`;
  const what = `${sizeOf(all)} accounts on ${all.length} targets of which one hangs`;
  return `${what}: the ${sizeOf(quick)} of the others in ${seconds.toFixed(1)} s (${rate}/s), all in ${whole.toFixed(1)} s; ${memory}`;
}

/** Waits until a run has nothing left to do on some targets. */
async function done({ store }: BenchVault, run: string, some: readonly Target[]): Promise<void> {
  const targetKeys = oneOf(
    "targetSystemKey",
    some.map(({ id }) => id),
  );
  const open = allOf(eq("runKey", run), targetKeys, eq("result", null));
  // Before its first step the run has not recorded all of its accounts.
  while (((await store.get("runs", run))?.startedAt ?? null) === null) await sleep(pauseMs);
  while ((await store.count("vaultOrders", open)) > 0) await sleep(pauseMs);
}
