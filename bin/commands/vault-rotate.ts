import { setTimeout as sleep } from "node:timers/promises";

import type { Command } from "commander";

import { keyTakenMs } from "#domain/limits.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { stopSignal } from "../lifecycle.ts";
import { createProgress, type Progress } from "../progress.ts";
import { passOver, type VaultPass } from "../vault-pass.ts";
import { type CallOperation, withService } from "../with-service.ts";

/** Adds `gatehouse vault rotate-key`. */
export function addRotateKey(vault: Command): void {
  vault
    .command("rotate-key")
    .description("Rotate the vault key while the service runs (an interrupted rotation is continued)")
    .option("--new", "add a key also where texts still wait for the current one")
    .action(async ({ new: always = false }: { new?: boolean }) => {
      const run = { progress: createProgress(process.stderr), stop: stopSignal(), always };
      await withService(({ call }) => rotate({ call, ...run }));
    });
}

interface Rotating {
  readonly call: CallOperation;
  readonly progress: Progress;
  readonly stop: AbortSignal;
  readonly always: boolean;
}

async function rotate(run: Rotating): Promise<void> {
  const kid = await currentKey(run);
  console.log(`current  ${kid}`);
  // Until then a process may still seal with the former key.
  await sleep(keyTakenMs, undefined, { signal: run.stop }).catch(() => undefined);
  const { done, broken } = await rewrapAll(run);
  if (run.stop.aborted) {
    throw new CliError("Stopped. Run 'gatehouse vault rotate-key' again: it goes on.", ExitCode.Interrupted);
  }
  console.log(`wrapped  ${done} text(s)`);
  if (broken.length === 0) return;
  throw new CliError(
    `${broken.length} sealed text(s) do not open and stay under older keys. 'gatehouse vault verify' names them.`,
  );
}

/** Returns the key to wrap all texts with: the current one if texts still have an older key, otherwise a new one. */
async function currentKey({ call, always }: Rotating): Promise<string> {
  const { vaultStatus } = await import("#operations/vault/vault-status.ts");
  const { addKey } = await import("#operations/vault/add-key.ts");
  const { keys, counts } = await call(vaultStatus, {});
  const older = new Set(keys.filter(({ state }) => state === "older").map(({ kid }) => kid));
  const current = keys.find(({ state }) => state === "current")?.kid;
  const waits = counts.some(({ kid }) => kid !== null && older.has(kid));
  return waits && !always && current !== undefined ? current : (await call(addKey, {})).kid;
}

/** Repeats passes over all texts until a pass finds none to wrap: the next pass finds texts that were added meanwhile. */
async function rewrapAll({ call, progress, stop }: Rotating): Promise<VaultPass> {
  const { rewrapTexts } = await import("#operations/vault/rewrap-texts.ts");
  return progress.step(
    "Wrapping",
    async (report) => {
      let all = 0;
      for (;;) {
        const before = all;
        const { done, broken } = await passOver((from) => call(rewrapTexts, from), {
          stop,
          onPage: (wrapped) => report(`${before + wrapped} texts`),
        });
        all += done;
        if (done === 0 || stop.aborted) return { done: all, broken };
      }
    },
    ({ done }) => `${done} texts`,
    () => !stop.aborted,
  );
}
