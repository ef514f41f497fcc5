import type { Command } from "commander";

import { isRequestNumber } from "#domain/requests/request-number.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { addCsvOptions, type CsvOptions } from "../csv-output.ts";
import { entityPath, quotedText } from "../entity-path.ts";
import { stopSignal } from "../lifecycle.ts";
import { poll } from "../poll.ts";
import { createProgress } from "../progress.ts";
import type { RestClient } from "../rest-client.ts";
import { rowLine } from "../row-line.ts";
import { addSignInOptions, restClientOf, type SignInOptions } from "../sign-in-options.ts";
import { reportMassReset } from "./mass-reset-report.ts";

/** A mass reset as the REST API shows it, with the fields that these commands read. */
interface MassReset {
  readonly key: string;
  readonly number: string;
  readonly action: string;
  readonly passwordsKey: string | null;
  readonly state: string;
  readonly reason: string;
  readonly people: number;
  readonly accounts: number;
  readonly pausedBecause: string | null;
  readonly problem: string | null;
  readonly createdAt: string;
  readonly endedAt: string | null;
}

interface Counts {
  readonly accounts: number;
  readonly done: number;
  readonly failed: number;
  readonly leftOut: number;
  readonly open: number;
}

interface TargetRow extends Omit<Counts, "open"> {
  readonly targetSystemKey: string;
}

type Shown = MassReset & { readonly progress: Counts };

/**
 * Returns the key of a mass reset that is named by key or number.
 * @throws CliError if there is none
 */
export async function keyOfMassReset(rest: RestClient, given: string): Promise<string> {
  if (!isRequestNumber(given)) return given;
  const where = encodeURIComponent(`number eq ${quotedText(given)}`);
  const [found] = await rest.all<Pick<MassReset, "key">>(`/v2/massResets?$filter=${where}&$select=key`);
  if (found !== undefined) return found.key;
  throw new CliError(
    `No mass reset has the number '${given}', or you may not see it. gatehouse mass-reset list shows them.`,
  );
}

/** Adds `list | status | report` to `gatehouse mass-reset`. */
export function addMassResetReads(massReset: Command): void {
  addSignInOptions(
    massReset
      .command("list")
      .description("List mass resets: number, action, status, accounts or steps, time of creation, reason"),
  ).action(async (options: SignInOptions) => {
    const rest = await restClientOf(options);
    const rows = await rest.all<MassReset>("/v2/massResets?$orderby=createdAt desc,key");
    if (rows.length === 0) console.error("None.");
    for (const { number, action, state, accounts, createdAt, reason } of rows)
      console.log(
        rowLine([number, action, state, `${accounts} ${action === "reset" ? "accounts" : "steps"}`, createdAt, reason]),
      );
  });
  addSignInOptions(massReset.command("status").description("Show how far a mass reset is, by target system"))
    .argument("<key>", "key or number of the mass reset")
    .option("--wait", "show the progress and wait for the end; Ctrl-C ends the waiting only")
    .option("--json", "print JSON")
    .action(async (given: string, { wait, json, ...options }: SignInOptions & { wait?: true; json?: true }) => {
      const rest = await restClientOf(options);
      const key = await keyOfMassReset(rest, given);
      if (wait) return followMassReset(rest, key);
      await printStatus(rest, key, json === true);
    });
  addCsvOptions(
    addSignInOptions(
      massReset.command("report").description("List what came of each account or step, or of failed ones only"),
    ),
  )
    .argument("<key>", "key or number of the mass reset")
    .option("--failed", "accounts or steps that failed")
    .action(async (given: string, { failed, csv, raw, ...options }: SignInOptions & CsvOptions & { failed?: true }) => {
      const rest = await restClientOf(options);
      await reportMassReset(rest, await keyOfMassReset(rest, given), {
        failed,
        ...(csv && { csv }),
        ...(raw && { raw }),
      });
    });
}

async function shown(rest: RestClient, key: string): Promise<Shown> {
  const path = entityPath("massResets", key);
  const massReset = await rest.get<MassReset>(path);
  return { ...massReset, progress: await rest.get<Counts>(`${path}/progress`) };
}

async function printStatus(rest: RestClient, key: string, json: boolean): Promise<void> {
  const massReset = await shown(rest, key);
  const targets = await rest.all<TargetRow>(`${entityPath("massResets", key)}/targets`);
  if (json) {
    console.log(JSON.stringify({ ...massReset, targets }, null, 2));
    return;
  }
  console.log(`${massReset.number}: ${massReset.state}, ${progressWords(massReset)}`);
  if (massReset.problem !== null) console.log(massReset.problem);
  for (const { targetSystemKey, accounts, done, failed, leftOut } of targets)
    console.log(
      `  ${targetSystemKey || "(users)"}  ${done} of ${accounts} ${doneWord(massReset)}, ${failed} failed, ${leftOut} skipped`,
    );
  if (massReset.passwordsKey !== null)
    console.log(`First passwords: gatehouse mass-reset status ${massReset.passwordsKey}`);
}

const doneWord = ({ action }: Pick<MassReset, "action">) => (action === "reset" ? "reset" : "done");

function progressWords(massReset: Shown, left = ""): string {
  const { accounts, done, failed, leftOut, open } = massReset.progress;
  const skipped = leftOut === 0 ? [] : [`${leftOut} skipped`];
  return [`${done} of ${accounts} ${doneWord(massReset)}`, `${failed} failed`, ...skipped, `${open} to do${left}`].join(
    ", ",
  );
}

const pauseMs = 1_000;
/** States after which nothing happens by itself. */
const resting: ReadonlySet<string> = new Set(["paused", "stopped", "ended", "draft"]);

/**
 * Shows the progress of a mass reset until it has ended or is paused, or until Ctrl-C.
 * @throws CliError if an account has failed, or the mass reset is paused
 */
export async function followMassReset(rest: RestClient, key: string): Promise<void> {
  const stop = stopSignal();
  const progress = createProgress();
  const left = timeLeft();
  const isOver = ({ state, endedAt }: Shown) => endedAt !== null || (resting.has(state) && state !== "stopped");
  const last = await progress.step(
    "Mass reset",
    (told) => {
      const look = async () => {
        const massReset = await shown(rest, key);
        told(progressWords(massReset, left(massReset.progress)));
        return massReset;
      };
      return poll(look, isOver, { pauseMs, stop, onStop: () => progress.end() });
    },
    (massReset) => progressWords(massReset),
    ({ endedAt }) => endedAt !== null,
  );
  if (!isOver(last)) progress.say(`It goes on: gatehouse mass-reset status ${last.number} --wait`);
  else if (last.state === "paused")
    throw new CliError(
      `Paused: ${last.problem ?? "by a user"} Go on: gatehouse mass-reset resume ${last.number}`,
      ExitCode.Failed,
    );
  else if (last.progress.failed > 0)
    throw new CliError(
      `${last.progress.failed} ${last.action === "reset" ? "account" : "step"}(s) failed: gatehouse mass-reset report ${last.number} --failed`,
      ExitCode.Failed,
    );
}

/** Makes the function that says how long the rest will take, by the accounts that have ended since the first look. */
function timeLeft(): (counts: Counts) => string {
  let first: { readonly open: number; readonly atMs: number } | undefined;
  return ({ open }) => {
    const atMs = performance.now();
    first ??= { open, atMs };
    const ended = first.open - open;
    if (ended <= 0 || open === 0) return "";
    return ` (about ${durationWords(((atMs - first.atMs) / ended) * open)} left)`;
  };
}

function durationWords(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  if (minutes <= 1) return `${Math.max(1, Math.ceil(ms / 1_000))} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
