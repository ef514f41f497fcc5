import { planCrashes } from "#domain/vault/crash-plan.ts";

import { manageAccounts, proofId } from "./accounts.ts";
import { createBorrowing } from "./borrowing.ts";
import { type Crashes, crash, killUp, noCrashes } from "./crashes.ts";
import { addDependants, judgeDependants } from "./dependants.ts";
import { makeProofFolder, removeProofFolder, startInstallation, type ThrowawayInstallation } from "./installation.ts";
import { createJudge, readTreeIn } from "./judge.ts";
import { openLending } from "./lending.ts";
import { startNodes } from "./nodes.ts";
import { forgetPoints, reachedPoints } from "./points.ts";
import { killPauses, onePerAccount, type Proof, type ProofWish, soFar, vaultPoint } from "./proof.ts";
import { proveOnNodes } from "./prove-nodes.ts";
import { createRandomizer } from "./randomizer.ts";
import { judgeRestored, type Restored } from "./restored.ts";
import { changeAll, changeOn, changeWhile, type Proving, type Seen, settle } from "./rounds.ts";

/** Number of kills of single processes for each kill of `up`. */
const killsForUp = 10;

type Report = (words: string) => void;

/**
 * Proves the promise of the vault on an installation of its own: passwords of accounts are changed while processes are killed, and
 * the directory is continuously asked whether the passwords that the vault gives out open them.
 * @throws CliError if a program is missing
 */
export async function prove(wish: ProofWish): Promise<Proof> {
  const { progress, signal } = wish;
  const folder = makeProofFolder();
  progress.say(`Working in ${folder}; seed ${wish.seed}.`);
  let stop: (() => Promise<void>) | undefined;
  let isKept = wish.keep;
  const begin = async () => {
    if (wish.nodes > 1) {
      const { acknowledgedBy = 2 } = wish;
      const start = (report: Report) => startNodes(folder, { ...wish, acknowledgedBy, report });
      const several = await progress.step("Installation", start, ({ nodes }) => `${nodes.length} nodes`);
      ({ stop } = several);
      return () => proveOnNodes(several, wish);
    }
    const one = await progress.step("Installation", (report) => startInstallation(folder, { ...wish, report }));
    ({ stop } = one);
    return () => proveOn(one, wish);
  };
  try {
    const run = await begin();
    const proof = await run();
    isKept ||= !proof.kept;
    return isKept ? { ...proof, folder } : proof;
  } catch (error) {
    isKept ||= !signal.aborted && stop !== undefined;
    throw error;
  } finally {
    await stop?.();
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
      ...killPauses,
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
