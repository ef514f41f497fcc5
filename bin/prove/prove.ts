import { planCrashes } from "#domain/vault/crash-plan.ts";
import type { Environment } from "#platform/settings/settings.ts";

import type { Progress } from "../progress.ts";
import { manageAccounts, proofId } from "./accounts.ts";
import { type Borrowing, type BrokenCheckout, createBorrowing } from "./borrowing.ts";
import { type Crashes, crash, killUp, noCrashes } from "./crashes.ts";
import type { ProvedDatabase } from "./database.ts";
import { addDependants, type BrokenDependant, judgeDependants } from "./dependants.ts";
import {
  makeProofFolder,
  removeProofFolder,
  type Restoring,
  startInstallation,
  type ThrowawayInstallation,
} from "./installation.ts";
import { createJudge, type Judgement, type ReadTree, readTreeIn } from "./judge.ts";
import { type Lending, openLending } from "./lending.ts";
import { forgetPoints, reachedPoints } from "./points.ts";
import { createRandomizer } from "./randomizer.ts";
import { judgeRestored, type Restored } from "./restored.ts";
import { changeAll, changeOn, changeWhile, type Proving, type Seen, settle } from "./rounds.ts";

/** Size and options of a proof. */
export interface ProofWish {
  readonly accounts: number;
  /** Number of accounts on a second target system that have the passwords of as many of these. */
  readonly dependants: number;
  readonly randomizations: number;
  readonly kills: number;
  readonly seed: number;
  readonly database: ProvedDatabase;
  /** True if a process is also to end at each failpoint. */
  readonly failpoints: boolean;
  /** Connector of the target. */
  readonly connector: string;
  /** Settings of the proxy beside the usual ones. */
  readonly proxySettings: Environment;
  /** True to keep the folder in any case; otherwise only if the promise was broken. */
  readonly keep: boolean;
  /** Minimum number of check-outs that are revealed and checked in meanwhile. */
  readonly checkouts: number;
  /** True to restore a backup at the end, with the directory in its current state; SQLite only. */
  readonly restore: boolean;
  /** Runs between that restore and the start after it; optional. */
  readonly restoring?: Restoring;
  /** Wraps the access of the check-outs to the service; optional. */
  readonly lending?: (lending: Lending) => Lending;
  /** Wraps the access of the judge to the vault; optional. */
  readonly reading?: (readTree: ReadTree) => ReadTree;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** Findings of a proof. */
export interface Proof {
  /**
   * True if the promise was kept. At every look each account opened with a password that the vault gave out, and there were no more
   * passwords than may be right. None was uncertain at the end.
   */
  readonly kept: boolean;
  readonly seed: number;
  readonly database: ProvedDatabase;
  readonly accounts: number;
  /** Number of passwords that were changed and confirmed. */
  readonly randomizations: number;
  /** Number of kills by the name of the process. */
  readonly kills: Readonly<Record<string, number>>;
  /** Failpoints at which a process has ended. */
  readonly points: readonly string[];
  /** Planned failpoints at which no process has ended. */
  readonly pointsLeft: readonly string[];
  /** Number of looks at an account while its password was changed and processes were killed. */
  readonly looks: number;
  /** Accounts that no password given out by the vault opened, with their entries. */
  readonly lost: readonly Judgement[];
  /** Accounts for which the vault gave out more passwords than may be right, with their entries. */
  readonly tooMany: readonly Judgement[];
  /** Accounts whose password the vault did not know a minute after the last kill, or two minutes if others depend on them. */
  readonly uncertain: readonly Judgement[];
  /** Number of accounts that depend on others. */
  readonly dependants: number;
  /** Dependants that do not have the password of their account at the end, by the vault or by the directory. */
  readonly brokenDependants: readonly BrokenDependant[];
  /** Number of check-outs that were revealed and checked in. */
  readonly checkouts: number;
  /** Check-outs whose password did not open the account, was known to an earlier holder, or was not changed after the check-in. */
  readonly brokenCheckouts: readonly BrokenCheckout[];
  /** Findings about the restored vault; absent if none was restored. */
  readonly restored?: Restored;
  /** Folder of the installation, if it was kept. */
  readonly folder?: string;
}

/** Pattern of the failpoints in code that changes passwords: operations, their outcomes, and the transactions of runs. */
const vaultPoint = /^(?:api|hub|proxy) (?:vault|managed|proxies\.|orders? |outcomes |outbox )/;
const killPauseMsMax = 1_500;
/** Number of kills of single processes for each kill of `up`. */
const killsForUp = 10;
/** Maximum pause before a kill during a start; a process needs longer to be ready. */
const againPauseMsMax = 500;

/**
 * Proves the promise of the vault on an installation of its own: passwords of accounts are changed while processes are killed, and
 * the directory is continuously asked whether the passwords that the vault gives out open them.
 * @throws CliError if a program is missing
 */
export async function prove(wish: ProofWish): Promise<Proof> {
  const { progress, signal } = wish;
  const folder = makeProofFolder();
  progress.say(`Working in ${folder}; seed ${wish.seed}.`);
  let installation: ThrowawayInstallation | undefined;
  let isKept = wish.keep;
  try {
    installation = await progress.step("Installation", (report) => startInstallation(folder, { ...wish, report }));
    const proof = await proveOn(installation, wish);
    isKept ||= !proof.kept;
    return isKept ? { ...proof, folder } : proof;
  } catch (error) {
    isKept ||= !signal.aborted && installation !== undefined;
    throw error;
  } finally {
    await installation?.stop();
    if (isKept) progress.say(`Kept: ${folder}`);
    else removeProofFolder(folder);
  }
}

async function proveOn(installation: ThrowawayInstallation, wish: ProofWish): Promise<Proof> {
  const { progress, seed, kills, database } = wish;
  const ending = new AbortController();
  const signal = AbortSignal.any([wish.signal, ending.signal]);
  const { context } = installation.service;
  const readTree = readTreeIn(context.store);
  const judge = createJudge(context.store, installation.directory.url, wish.reading?.(readTree) ?? readTree);
  try {
    const { accounts, dependants } = await accountsOf(installation, wish);
    const crashes = noCrashes();
    const lending = await openLending(context, proofId);
    const borrowing = createBorrowing({
      accounts,
      judge,
      wanted: wish.checkouts,
      signal,
      lending: wish.lending?.(lending) ?? lending,
    });
    const proving = { accounts, judge, randomizer: createRandomizer(context, proofId), borrowing, crashes, signal };
    forgetPoints(installation.pointsFolder);
    await progress.step("First passwords", () => changeAll(proving));
    const reached = wish.failpoints ? reachedPoints(installation.pointsFolder) : [];
    const points = reached.filter((point) => vaultPoint.test(point));
    const plan = planCrashes({
      seed,
      kills,
      victims: [...installation.victims.keys()],
      points,
      starting: startingOf(installation),
      pauseMsMax: killPauseMsMax,
      againMsMax: againPauseMsMax,
    });
    const crashing = crash({ installation, plan, crashes, signal });
    const { looks, broken } = await progress.step(
      "Kills",
      (report) => changeWhile(crashing, proving, () => report(`${soFar(crashes, borrowing)}, …`)),
      () => soFar(crashes, borrowing),
    );
    const later = await killsOfUp(installation, proving, wish);
    await borrowing.end();
    const ends = await progress.step("Judgement", () => settle(proving));
    const brokenDependants = await judgeDependants({ store: context.store, judge, readTree, dependants, signal });
    await borrowing.judgeReturned();
    const randomizations = await changeOn(proving, wish.randomizations);
    const judged = [...broken, ...later.broken, ...ends];
    const restored = await restoredOf(installation, proving, wish);
    const lost = onePerAccount(judged.filter(({ opens }) => !opens));
    const tooMany = onePerAccount(judged.filter(({ givesTooMany }) => givesTooMany));
    const uncertain = ends.filter(({ state }) => state !== "C");
    const pointsLeft = plan.points.filter((point) => !crashes.points.includes(point));
    const checkouts = borrowing.count();
    const isWhole = pointsLeft.length === 0 && randomizations >= wish.randomizations && checkouts >= wish.checkouts;
    const wrong = [
      ...lost,
      ...tooMany,
      ...uncertain,
      ...borrowing.broken,
      ...brokenDependants,
      ...(restored?.wrong ?? []),
    ];
    return {
      kept: isWhole && wrong.length === 0,
      seed,
      database,
      accounts: accounts.length,
      randomizations,
      kills: crashes.kills,
      points: crashes.points,
      pointsLeft,
      lost,
      tooMany,
      uncertain,
      looks: looks + later.looks,
      checkouts,
      brokenCheckouts: borrowing.broken,
      dependants: dependants.length,
      brokenDependants,
      ...(restored && { restored }),
    };
  } finally {
    ending.abort();
    await judge.close();
  }
}

async function accountsOf(installation: ThrowawayInstallation, wish: ProofWish) {
  const { progress } = wish;
  const accounts = await progress.step(
    "Accounts",
    () => manageAccounts(installation, wish),
    ({ length }) => `${length} in the directory`,
  );
  const dependants = await progress.step(
    "Dependants",
    () => addDependants(installation, accounts, wish),
    ({ length }) => `${length} on a second target system`,
  );
  const depended = new Set(dependants.map(({ account }) => account.key));
  return {
    accounts: accounts.map((account) => ({ ...account, hasDependants: depended.has(account.key) })),
    dependants,
  };
}

/** Continues changing passwords while `gatehouse up`, which runs everything from then on, is killed. */
async function killsOfUp(
  installation: ThrowawayInstallation,
  proving: Proving & { readonly crashes: Crashes },
  { kills, progress }: Pick<ProofWish, "kills" | "progress">,
): Promise<Seen> {
  if (kills === 0) return { looks: 0, broken: [] };
  const { crashes, borrowing, signal } = proving;
  return progress.step(
    "Kills of up",
    async (report) => {
      const up = await installation.putUnderUp();
      const killing = killUp(up, { kills: Math.ceil(kills / killsForUp), crashes, signal });
      return changeWhile(killing, proving, () => report(`${soFar(crashes, borrowing)}, …`));
    },
    () => soFar(crashes, borrowing),
  );
}

async function restoredOf(
  installation: ThrowawayInstallation,
  proving: Proving,
  { restore, restoring, progress }: ProofWish,
): Promise<Restored | undefined> {
  if (!restore) return undefined;
  return progress.step(
    "Restore",
    () => judgeRestored(installation, proving, restoring),
    ({ known, doubted }) => `${known} known, ${doubted} doubted`,
  );
}

function startingOf({ victims }: ThrowawayInstallation): readonly string[] {
  return [...victims].flatMap(([name, { killStarting }]) => (killStarting === undefined ? [] : [name]));
}

function soFar({ kills, points }: Crashes, borrowing: Borrowing): string {
  const killed = Object.values(kills).reduce((sum, count) => sum + count, 0);
  return `${killed} kills, ${points.length} failpoints, ${borrowing.count()} check-outs`;
}

function onePerAccount(judgements: readonly Judgement[]): readonly Judgement[] {
  return [...new Map(judgements.map((judgement) => [judgement.account.key, judgement])).values()];
}
