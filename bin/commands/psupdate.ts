import { userInfo } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

import type { Command } from "commander";

import type { Caller, ServiceContext } from "#operations/context.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { createProgress } from "../progress.ts";

/** Adds `gatehouse psupdate`, the nightly order on the database of this installation. */
export function addPsupdateCommand(program: Command): void {
  program
    .command("psupdate")
    .description("Discovers every enabled target system and associates what was found, one after the other.")
    .addHelpText(
      "after",
      "\nThe hub and the proxies must run: they do the work. A discovery that waits for a confirmation is left waiting.\n",
    )
    .action(async () => {
      const failed = await run();
      if (failed > 0) throw new CliError(`${failed} discoveries did not succeed.`, ExitCode.Failed);
    });
}

const pauseMs = 500;

async function run(): Promise<number> {
  const { readSettings } = await import("#platform/settings.ts");
  const { invoke } = await import("#operations/invoke.ts");
  const { listDiscoverable } = await import("#operations/discovery/psupdate.ts");
  const { composeService } = await import("../compose.ts");
  const { engineCaller } = await import("../engine-caller.ts");
  const service = await composeService(readSettings(), "cli", { dispatch: "nudge" });
  const caller = { ...engineCaller(`cli:${userInfo().username}`), module: "psupdate" as const };
  try {
    const targets = await invoke(listDiscoverable, service.context, caller, {});
    let failed = 0;
    for (const target of targets) if (!(await discoverOne(service.context, caller, target))) failed += 1;
    return failed;
  } finally {
    await service.close();
  }
}

async function discoverOne(context: ServiceContext, caller: Caller, target: string): Promise<boolean> {
  const { invoke } = await import("#operations/invoke.ts");
  const { discoverOnSchedule } = await import("#operations/discovery/discover-target-system.ts");
  const { discoveryOutcome } = await import("#operations/discovery/psupdate.ts");
  const progress = createProgress();
  try {
    const { key } = await invoke(discoverOnSchedule, context, caller, { key: target, trigger: "psupdate" });
    const outcome = await progress.step(
      target,
      async (report) => {
        for (;;) {
          const seen = await invoke(discoveryOutcome, context, caller, { key });
          report(`${seen.phase}, ${seen.listed} listed`);
          if (seen.phase === "ended" || seen.phase === "confirming") return seen;
          await sleep(pauseMs);
        }
      },
      ({ phase, listed, message }) => message ?? `${phase}, ${listed} listed`,
    );
    return outcome.result === "S";
  } catch (error) {
    // One target that cannot be discovered keeps no other from it.
    progress.say(`✘ ${target}: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}
