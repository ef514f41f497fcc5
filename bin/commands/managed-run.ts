import type { Command } from "commander";

import type { ShownRun } from "#operations/runs/read-runs.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { stopSignal } from "../lifecycle.ts";
import { wholeNumber } from "../option-values.ts";
import { poll } from "../poll.ts";
import { createProgress } from "../progress.ts";
import { rowLine } from "../row-line.ts";
import { type CallOperation, onService, withService } from "../with-service.ts";
import { managedOf } from "./managed-account.ts";

type Kind = "randomize" | "verify";

interface AskOptions {
  readonly policy?: string;
  readonly all?: true;
  readonly confirm?: true;
  readonly wait?: true;
}

/** Adds `randomize | verify | runs | run | conflicts` to `gatehouse managed`. */
export function addManagedRunCommands(managed: Command): void {
  addAsking(managed, "randomize", "Randomize passwords of managed accounts and print the key of the run");
  addAsking(managed, "verify", "Verify the stored passwords of managed accounts (nothing is changed)");
  managed
    .command("runs")
    .description("List the newest runs: key, kind, cause, status, progress")
    .option("--top <number>", "how many to show; 20 by default", wholeNumber)
    .option("--json", "print JSON")
    .action(async ({ top: limit, json }: { readonly top?: number; readonly json?: true }) => {
      const { listRuns } = await import("#operations/runs/read-runs.ts");
      const runs = await onService(listRuns, { limit });
      if (json) console.log(JSON.stringify(runs, null, 2));
      else for (const run of runs) console.log(lineOf(run));
    });
  addRun(managed);
  addConflicts(managed);
}

const lineOf = (run: ShownRun): string => rowLine([run.key, run.kind, run.reason, run.state, progressWords(run)]);

function progressWords({ kind, progress: { accounts, done, failed, leftOut, open } }: ShownRun): string {
  const words = kind === "verify" ? ["open", "do not"] : ["changed", "not changed"];
  const left = leftOut === 0 ? [] : [`${leftOut} left out`];
  return [`${done} of ${accounts} ${words[0]}`, `${failed} ${words[1]}`, ...left, `${open} to do`].join(", ");
}

function addAsking(managed: Command, kind: Kind, description: string): void {
  const command = managed
    .command(kind)
    .description(description)
    .argument("[target]", "id of the target system")
    .argument("[account]", "name or key of the account there")
    .option("--policy <id>", "all accounts under one policy")
    .option("--all", "all managed accounts")
    .option("--wait", "shows the progress and waits for the end; Ctrl-C ends the waiting only");
  if (kind === "randomize")
    command.option("--confirm", "says that many passwords may be changed, where the service asks");
  command.action(async (target: string | undefined, account: string | undefined, options: AskOptions) => {
    await withService(async ({ call }) => {
      const { key } = await asked(call, kind, { target, account, ...options });
      console.log(key);
      if (options.wait) await follow(call, key);
    });
  });
}

interface Asked extends AskOptions {
  readonly target: string | undefined;
  readonly account: string | undefined;
}

async function asked(call: CallOperation, kind: Kind, wanted: Asked): Promise<{ readonly key: string }> {
  const { target, account, policy, all, confirm } = wanted;
  const one = target !== undefined && account !== undefined;
  if (Number(one) + Number(policy !== undefined) + Number(all === true) !== 1 || (target !== undefined && !one))
    throw new CliError("Name one account as <target> <account>, or say --policy <id> or --all.", ExitCode.Usage);
  const asking = await import("#operations/managed-accounts/ask-for-runs.ts");
  const confirmed = confirm === true ? { confirm } : {};
  if (all) return call(asking.askForManagedAccounts, { kind, accountKeys: null, ...confirmed });
  if (policy !== undefined)
    return kind === "verify"
      ? call(asking.verifyManagedSystemPolicy, { key: policy })
      : call(asking.randomizeManagedSystemPolicy, { key: policy, ...confirmed });
  const { key } = await managedOf(call, target ?? "", account ?? "");
  return call(kind === "verify" ? asking.verifyManagedAccount : asking.randomizeManagedAccount, { key });
}

const pauseMs = 500;

/**
 * Shows the progress of a run until it has ended, or until Ctrl-C.
 * @throws CliError if an account has failed
 */
export async function follow(call: CallOperation, key: string): Promise<void> {
  const { showRun } = await import("#operations/runs/read-runs.ts");
  const stop = stopSignal();
  const progress = createProgress();
  const ended = await progress.step(
    "Run",
    (report) => {
      const look = async () => {
        const run = await call(showRun, { key });
        report(progressWords(run));
        return run;
      };
      return poll(look, ({ endedAt }) => endedAt !== null, { pauseMs, stop, onStop: () => progress.end() });
    },
    progressWords,
    ({ endedAt }) => endedAt !== null,
  );
  if (ended.endedAt === null) progress.say(`It goes on: gatehouse managed run ${key} --wait`);
  else if (ended.progress.failed > 0)
    throw new CliError(`${ended.progress.failed} account(s) failed: gatehouse managed run ${key}`, ExitCode.Failed);
}

interface RunOptions {
  readonly pause?: true;
  readonly resume?: true;
  readonly stop?: true;
  readonly wait?: true;
}

function addRun(managed: Command): void {
  managed
    .command("run")
    .description("Show a run with its failures, or pause, resume or stop it")
    .argument("<key>", "key of the run")
    .option("--pause", "lets it send nothing more")
    .option("--resume", "lets it go on")
    .option("--stop", "ends it; what it has not begun stays as it is")
    .option("--wait", "shows the progress and waits for the end")
    .action(async (key: string, { pause, resume, stop, wait }: RunOptions) => {
      if ([pause, resume, stop].filter(Boolean).length > 1)
        throw new CliError("--pause, --resume and --stop exclude each other.", ExitCode.Usage);
      await withService(async ({ call }) => {
        const changes = await import("#operations/runs/change-runs.ts");
        if (pause) await call(changes.pauseRun, { key });
        if (resume) await call(changes.resumeRun, { key });
        if (stop) await call(changes.stopRun, { key });
        if (wait) return follow(call, key);
        const { showRun } = await import("#operations/runs/read-runs.ts");
        console.log(JSON.stringify(await call(showRun, { key }), null, 2));
      });
    });
}

function addConflicts(managed: Command): void {
  managed
    .command("conflicts")
    .description("List managed accounts with an uncertain or conflicting password: target system, name, policy")
    .option("--settle", "verifies what is uncertain or in conflict, and waits; nothing is removed or overwritten")
    .action(async ({ settle }: { readonly settle?: true }) => {
      const { listManagedAccounts } = await import("#operations/managed-accounts/read-managed-accounts.ts");
      await withService(async ({ call }) => {
        if (settle) {
          const { settleManagedAccounts } = await import("#operations/managed-accounts/ask-for-runs.ts");
          await follow(call, (await call(settleManagedAccounts, {})).key).catch((error: unknown) => {
            if (!(error instanceof CliError)) throw error;
          });
        }
        const rows = await call(listManagedAccounts, { status: "conflict", limit: 1000 });
        for (const { targetSystemKey, name, policyId } of rows) console.log(rowLine([targetSystemKey, name, policyId]));
        if (rows.length === 0) console.log("No managed account is in conflict.");
        else process.exitCode = ExitCode.Failed;
      });
    });
}
