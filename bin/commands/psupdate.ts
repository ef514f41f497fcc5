import type { Command } from "commander";

import { type ImportCounts, noImports } from "#domain/discovery/import-rules.ts";
import { nightlyProxiesMax } from "#domain/limits.ts";
import { ModuleName } from "#domain/module-name.ts";
import { inParallel } from "#platform/in-parallel.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { importedWords } from "../imported-words.ts";
import { stopSignal } from "../lifecycle.ts";
import { poll } from "../poll.ts";
import { createProgress, type Progress } from "../progress.ts";
import { type CallOperation, onThisMachine } from "../with-service.ts";

/** Adds `gatehouse psupdate`, the nightly run on the database of this installation. */
export function addPsupdateCommand(program: Command): void {
  program
    .command("psupdate")
    .description(
      "Run discovery of all enabled target systems, associate accounts, apply the import rules, and enforce roles",
    )
    .addHelpText("after", notes)
    .action(runNightly);
}

const notes = `
The hub and the proxies must run: they do the work. The target systems of one proxy are discovered one after the other, those of
different proxies side by side, ${nightlyProxiesMax} proxies at a time; where a proxy takes no orders that is told and its target systems are left out. A
discovery that waits for a confirmation is left waiting. Ctrl-C begins nothing more; what is under way goes on.

Example:
  gatehouse psupdate
`;

const pauseMs = 500;

/** Tools of the run. */
interface Nightly {
  readonly call: CallOperation;
  readonly progress: Progress;
  readonly stop: AbortSignal;
}

async function runNightly(): Promise<void> {
  await onThisMachine(({ call }) => nightlyOrder({ call, progress: createProgress(), stop: stopSignal() }), {
    module: ModuleName.Psupdate,
  });
}

async function nightlyOrder(run: Nightly): Promise<void> {
  const { listDiscoverable } = await import("#operations/discovery/psupdate.ts");
  const targets = await run.call(listDiscoverable, {});
  const left = new Set(targets.map(({ id }) => id));
  let [failed, goOn] = [0, 0];
  const byProxy = Map.groupBy(targets, ({ proxy }) => proxy);
  await inParallel([...byProxy.values()], nightlyProxiesMax, async (ofOneProxy) => {
    for (const { id } of ofOneProxy) {
      if (run.stop.aborted) return;
      left.delete(id);
      const end = await discoverOne(run, id);
      if (end === "goesOn") goOn += 1;
      if (end === "failed") failed += 1;
    }
  });
  if (run.stop.aborted) throw interrupted([...left], goOn);
  await importAll(run);
  const waiting = await enforceRoles(run);
  if (run.stop.aborted) throw interrupted([], 0);
  if (failed > 0) throw new CliError(`${failed} of ${targets.length} discoveries did not succeed.`, ExitCode.Failed);
  if (waiting.length > 0) throw new CliError(`${waiting.join(" and ")} waits for a confirmation.`, ExitCode.Failed);
}

function interrupted(left: readonly string[], goOn: number): CliError {
  const words = left.length === 0 ? "" : ` Not begun: ${left.join(", ")}.`;
  const subject = goOn === 1 ? "The discovery that is under way goes on" : "The discoveries that are under way go on";
  return new CliError(`${subject}; nothing more is begun.${words}`, ExitCode.Interrupted);
}

/** Result of one target system as far as the run has followed it. */
type End = "succeeded" | "failed" | "goesOn";

async function discoverOne({ call, progress, stop }: Nightly, target: string): Promise<End> {
  const { discoverOnSchedule } = await import("#operations/discovery/discover-target-system.ts");
  const { discoveryOutcome } = await import("#operations/discovery/psupdate.ts");
  try {
    const { key } = await call(discoverOnSchedule, { key: target, trigger: "psupdate" });
    const outcome = await progress.step(
      target,
      (report) => {
        const look = async () => {
          const seen = await call(discoveryOutcome, { key });
          report(`${seen.phase}, ${seen.listed} listed`);
          if (seen.message !== null) throw new CliError(seen.message);
          return seen;
        };
        const ends = { pauseMs, stop, onStop: () => progress.end() };
        return poll(look, ({ phase }) => phase === "ended" || phase === "confirming", ends);
      },
      ({ phase, listed, imported }) =>
        phase === "confirming"
          ? `waits: gatehouse discover ${key} --confirm or --abort`
          : [`${phase}, ${listed} listed`, importedWords(imported) || []].flat().join(", "),
      ({ phase }) => phase === "ended",
    );
    if (stop.aborted && outcome.phase !== "ended") return "goesOn";
    return outcome.result === "S" ? "succeeded" : "failed";
  } catch (error) {
    // A target that cannot be discovered does not stop the others.
    progress.say(`✘ ${target}: ${error instanceof Error ? error.message : String(error)}`);
    return "failed";
  }
}

/** Gives and takes roles, then compares access with them; returns the utilities whose removals wait for a confirmation. */
async function enforceRoles({ call, progress, stop }: Nightly): Promise<readonly string[]> {
  const { enforce } = await import("../follow-enforcement.ts");
  for (const kind of ["autores", "rbacenforce"] as const) {
    if (stop.aborted) return [];
    const { state, key } = await enforce({ call, progress, stop }, { kind, userKeys: null });
    if (state !== "confirming") continue;
    progress.say(`${kind} waits: gatehouse ${kind} --confirm ${key}`);
    // Access is not compared with roles that are not up to date.
    return [kind];
  }
  return [];
}

/** Applies the rules to objects that no discovery has reached, such as those of target systems that are listed manually. */
async function importAll({ call, progress }: Nightly): Promise<void> {
  const { applyImportRules } = await import("#operations/import-rules/apply-import-rules.ts");
  await progress.step(
    "Import rules",
    async (report) => {
      const all: Record<keyof ImportCounts, number> = { ...noImports };
      for (;;) {
        const { counts, more } = await call(applyImportRules, {});
        for (const name of Object.keys(all) as (keyof ImportCounts)[]) all[name] += counts[name];
        report(importedWords(all));
        if (!more) return all;
      }
    },
    (all) => importedWords(all) || "nothing to change",
  );
}
