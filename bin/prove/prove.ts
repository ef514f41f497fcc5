import { planCrashes } from "#domain/vault/crash-plan.ts";
import type { Environment } from "#platform/settings/settings.ts";

import type { Progress } from "../progress.ts";
import { manageAccounts, proofId } from "./accounts.ts";
import { type Crashes, crash, noCrashes } from "./crashes.ts";
import type { ProvedDatabase } from "./database.ts";
import { makeProofFolder, removeProofFolder, startInstallation, type ThrowawayInstallation } from "./installation.ts";
import { createJudge, type Judgement } from "./judge.ts";
import { forgetPoints, reachedPoints } from "./points.ts";
import { createRandomizer } from "./randomizer.ts";
import { changeAll, changeOn, changeWhile, settle } from "./rounds.ts";

/** What is to be proved. */
export interface ProofWish {
  readonly accounts: number;
  readonly randomizations: number;
  readonly kills: number;
  readonly seed: number;
  readonly database: ProvedDatabase;
  /** Whether a process is also to end at each failpoint. */
  readonly failpoints: boolean;
  /** The connector of the target. */
  readonly connector: string;
  /** Settings of the proxy beside the usual ones. */
  readonly proxySettings: Environment;
  /** Whether the folder stays in any case; without it, where the promise was broken. */
  readonly keep: boolean;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** What a proof has found out. */
export interface Proof {
  /** Each account opens with what the vault gives out, at every look, and none was uncertain at the end. */
  readonly kept: boolean;
  readonly seed: number;
  readonly database: ProvedDatabase;
  readonly accounts: number;
  /** Passwords that were changed and confirmed. */
  readonly randomizations: number;
  /** Kills by the name of what was killed. */
  readonly kills: Readonly<Record<string, number>>;
  /** Failpoints at which a process has ended. */
  readonly points: readonly string[];
  /** Failpoints that were planned and at which none has. */
  readonly pointsLeft: readonly string[];
  /** Looks at an account while its password was changed and processes were killed. */
  readonly looks: number;
  /** Accounts that nothing opened which the vault gave out, with their entries. */
  readonly lost: readonly Judgement[];
  /** Accounts of which the vault did not know the password a minute after the last kill. */
  readonly uncertain: readonly Judgement[];
  /** Where the installation lies, if it was kept. */
  readonly folder?: string;
}

/** The named failpoints of what changes passwords: of orders, of their outcomes, and of the transactions of runs. */
const vaultPoint = /^(?:api|hub|proxy) (?:vault|managed|proxies\.|orders? |outcomes |outbox )/;
const killPauseMsMax = 1_500;

/**
 * Proves the promise of the vault on an installation of its own: passwords of accounts are changed while processes are killed, and the directory is asked all the time
 * whether what the vault gives out opens them.
 * @throws CliError when a program is missing
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
  const judge = createJudge(context.store, installation.directory.url);
  try {
    const accounts = await progress.step(
      "Accounts",
      () => manageAccounts(installation, wish),
      ({ length }) => `${length} in the directory`,
    );
    const proving = { accounts, judge, randomizer: createRandomizer(context, proofId), signal };
    forgetPoints(installation.pointsFolder);
    await progress.step("First passwords", () => changeAll(proving));
    const reached = wish.failpoints ? reachedPoints(installation.pointsFolder) : [];
    const points = reached.filter((point) => vaultPoint.test(point));
    const plan = planCrashes({
      ...{ seed, kills, victims: [...installation.victims.keys()], points },
      pauseMsMax: killPauseMsMax,
    });
    const crashes = noCrashes();
    const crashing = crash({ installation, plan, crashes, signal });
    const { looks, broken } = await progress.step(
      "Kills",
      (report) => changeWhile(crashing, proving, () => report(`${crashesSoFar(crashes)}, …`)),
      () => crashesSoFar(crashes),
    );
    const ends = await progress.step("Judgement", () => settle(proving, crashes.lastAt));
    const randomizations = await changeOn(proving, wish.randomizations);
    const lost = onePerAccount([...broken, ...ends.filter(({ opens }) => !opens)]);
    const uncertain = ends.filter(({ state }) => state !== "C");
    const pointsLeft = plan.points.filter((point) => !crashes.points.includes(point));
    const isWhole = pointsLeft.length === 0 && randomizations >= wish.randomizations;
    return {
      ...{ kept: isWhole && lost.length + uncertain.length === 0, seed, database, accounts: accounts.length },
      ...{ randomizations, kills: crashes.kills, points: crashes.points, pointsLeft, looks, lost, uncertain },
    };
  } finally {
    ending.abort();
    await judge.close();
  }
}

function crashesSoFar({ kills, points }: Crashes): string {
  const killed = Object.values(kills).reduce((sum, count) => sum + count, 0);
  return `${killed} kills, ${points.length} failpoints`;
}

function onePerAccount(judgements: readonly Judgement[]): readonly Judgement[] {
  return [...new Map(judgements.map((judgement) => [judgement.account.key, judgement])).values()];
}
