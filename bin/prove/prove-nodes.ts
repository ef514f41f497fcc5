import { setTimeout as sleep } from "node:timers/promises";

import { planCrashes, planDisturbances } from "#domain/vault/crash-plan.ts";

import { CliError } from "../cli-error.ts";
import { manageAccounts, type ProvedAccount } from "./accounts.ts";
import { createBorrowing } from "./borrowing.ts";
import { changeKnown, type Course, judgeAt, judgeOf, type Share } from "./course.ts";
import { crash, noCrashes } from "./crashes.ts";
import { createJudge, readTreeIn } from "./judge.ts";
import { openLending } from "./lending.ts";
import { lineStates } from "./link-relay.ts";
import { burn, type Losing, loseAndRegain } from "./lost-nodes.ts";
import { bringTogether, differingPlaces, dumpOf } from "./node-dump.ts";
import type { ProvedNode, ProvedNodes } from "./nodes.ts";
import { forgetPoints, reachedPoints } from "./points.ts";
import { killPauses, onePerAccount, type Proof, type ProofWish, soFar, vaultPoint } from "./proof.ts";
import { createRandomizer } from "./randomizer.ts";
import { changeAll, changeWhile, settle } from "./rounds.ts";

/**
 * Proves the promise on several nodes: passwords are changed at all of them while processes are killed and lines are disturbed. Then one
 * node is lost, taken over and comes back, and the disk of another one burns. All others must open all accounts, and have equal rows.
 */
export async function proveOnNodes({ nodes, directory }: ProvedNodes, wish: ProofWish): Promise<Proof> {
  const { progress } = wish;
  const ending = new AbortController();
  const signal = AbortSignal.any([wish.signal, ending.signal]);
  const judges = new Map(
    nodes.map((node) => {
      const { store } = node.parts.service.context;
      const readTree = readTreeIn(store);
      return [node, createJudge(store, directory.url, wish.reading?.(readTree) ?? readTree)];
    }),
  );
  try {
    const shares = await progress.step("Accounts", () => sharesOf({ nodes, directory }, { wish, judges, signal }));
    const course: Course = { wish, shares, judges, judged: [], signal, takenOver: 0 };
    for (const { name, parts } of nodes) {
      forgetPoints(parts.pointsFolder);
      wish.planting?.(name, parts.server["DATABASE_URL"] ?? "");
    }
    await progress.step("First passwords", () => Promise.all(shares.map(({ proving }) => changeAll(proving))));
    const seen = await disturbed(course);
    const [heir, lost, burned] = [nodes[0], nodes[1], nodes.at(-1)];
    if (heir === undefined || lost === undefined || burned === undefined || lost === burned)
      throw new CliError("There are too few nodes: one is lost, another one burns, and two must be left.");
    const others = (without: ProvedNode) => nodes.filter((node) => node !== without);
    await progress.step("Lost node", () => loseAndRegain(course, { heir, lost, survivors: others(lost) }));
    const burning = { heir, lost: burned, survivors: others(burned) };
    const unacknowledged = await progress.step(
      "Burned disk",
      () => burn(course, burning),
      ({ length }) => `${length} passwords on it alone`,
    );
    const end = await progress.step("Judgement", () => judgeAll(course, burning));
    return await foundOn(course, { ...seen, ...end, unacknowledged, heir });
  } finally {
    ending.abort();
    for (const judge of judges.values()) await judge.close();
  }
}

type Dividing = Pick<Course, "wish" | "judges" | "signal">;

/** Lets each node manage its share of the accounts. */
async function sharesOf(
  { nodes, directory }: Pick<ProvedNodes, "nodes" | "directory">,
  dividing: Dividing,
): Promise<readonly Share[]> {
  const { accounts: all, connector } = dividing.wish;
  const shares: Share[] = [];
  for (const [index, owner] of nodes.entries()) {
    const share = (at: number) => at % nodes.length === index;
    const place = { service: owner.parts.service, directory };
    const wanted = { accounts: all, connector, id: owner.proofId, proxyId: owner.proxyId, share };
    const accounts = await manageAccounts(place, { ...wanted, signal: dividing.signal });
    shares.push({ owner, accounts, proving: await provingOf(owner, accounts, dividing), isKnown: true });
  }
  return shares;
}

/** Makes the rounds of a node over its accounts, with check-outs of them. */
async function provingOf(
  owner: ProvedNode,
  accounts: readonly ProvedAccount[],
  { wish, judges, signal }: Dividing,
): Promise<Share["proving"]> {
  const { context } = owner.parts.service;
  const judge = judgeOf(judges, owner);
  const lending = await openLending(context, owner.proofId);
  const wanted = Math.ceil(wish.checkouts / wish.nodes);
  const borrowing = createBorrowing({ accounts, judge, lending: wish.lending?.(lending) ?? lending, wanted, signal });
  const randomizer = createRandomizer(context, owner.proofId);
  return { accounts, judge, randomizer, borrowing, crashes: noCrashes(), settleMs: wish.settleMs, signal };
}

interface Found extends Awaited<ReturnType<typeof disturbed>>, Awaited<ReturnType<typeof judgeAll>> {
  readonly unacknowledged: readonly string[];
  readonly heir: ProvedNode;
}

/** Returns the findings about all nodes. */
async function foundOn(course: Course, { heir, ends, unequal, unacknowledged, ...seen }: Found): Promise<Proof> {
  const { wish, shares, takenOver } = course;
  const { seed, database, accounts, nodes: count } = wish;
  const judged = [...course.judged, ...ends];
  const lost = onePerAccount(judged.filter(({ opens }) => !opens));
  const tooMany = onePerAccount(judged.filter(({ givesTooMany }) => givesTooMany));
  const uncertain = onePerAccount(ends.filter(({ state }) => state !== "C"));
  const brokenCheckouts = shares.flatMap(({ proving }) => proving.borrowing.broken);
  const checkouts = shares.reduce((sum, { proving }) => sum + proving.borrowing.count(), 0);
  const randomizations = await changedAt(heir);
  const wrong = [lost, tooMany, uncertain, brokenCheckouts, unacknowledged, unequal];
  const isWhole = seen.pointsLeft.length === 0 && checkouts >= wish.checkouts && randomizations >= wish.randomizations;
  return {
    kept: isWhole && wrong.every(({ length }) => length === 0),
    seed,
    database,
    accounts,
    randomizations,
    kills: sumOf(shares.map(({ proving }) => proving.crashes.kills)),
    points: shares.flatMap(({ proving }) => proving.crashes.points),
    pointsLeft: seen.pointsLeft,
    lost,
    tooMany,
    uncertain,
    looks: seen.looks,
    checkouts,
    brokenCheckouts,
    dependants: 0,
    brokenDependants: [],
    nodes: { count, cuts: seen.cuts, takenOver, unacknowledged, unequal },
  };
}

/** Returns the number of passwords that all nodes have changed, as one of them knows it. */
function changedAt({ parts }: ProvedNode): Promise<number> {
  return parts.service.context.store.count("vaultEntries", { origin: "randomized", status: "C" });
}

/** Changes passwords at all nodes while processes are killed and lines are disturbed, and judges all accounts afterwards. */
async function disturbed(course: Course) {
  const { shares, wish, signal } = course;
  const { progress, seed, kills } = wish;
  const crashesOf = ({ proving }: Share) => proving.crashes;
  const plans = shares.map((share, index) => {
    const { pointsFolder, victims } = share.owner.parts;
    const reached = wish.failpoints ? reachedPoints(pointsFolder) : [];
    // Each node reaches the same points: each has its share of them.
    const points = reached
      .filter((point) => vaultPoint.test(point))
      .filter((_point, at) => at % shares.length === index);
    const starting = [...victims].flatMap(([name, { killStarting }]) => (killStarting === undefined ? [] : [name]));
    const part = Math.floor((kills + index) / shares.length);
    const sized = { seed: seed + index, kills: part, victims: [...victims.keys()], points, starting };
    return { share, pointsFolder, plan: planCrashes({ ...sized, ...killPauses }) };
  });
  const killing = plans.map(({ share, pointsFolder, plan }) =>
    crash({
      installation: { pointsFolder, victims: share.owner.parts.victims },
      plan,
      crashes: crashesOf(share),
      signal,
    }),
  );
  let cuts = 0;
  const cutting = disturbLines(course, () => (cuts += 1));
  const isOver = calmAfter(Promise.all([...killing, cutting]), shares);
  const words = () => shares.map((share) => soFar(crashesOf(share), share.proving.borrowing)).join("; ");
  const seen = await progress.step(
    "Kills and cuts",
    (report) => Promise.all(shares.map(({ proving }) => changeWhile(isOver, proving, () => report(`${words()}, …`)))),
    () => `${words()}; ${cuts} cuts`,
  );
  for (const { proving } of shares) await proving.borrowing.end();
  const settled = await Promise.all(shares.map(({ proving }) => settle(proving)));
  for (const { proving } of shares) await proving.borrowing.judgeReturned();
  course.judged.push(...seen.flatMap(({ broken }) => broken), ...settled.flat());
  const pointsLeft = plans.flatMap(({ share, plan }) =>
    plan.points
      .filter((point) => !crashesOf(share).points.includes(point))
      .map((point) => `${share.owner.name} ${point}`),
  );
  return { looks: seen.reduce((sum, { looks }) => sum + looks, 0), cuts, pointsLeft };
}

/** Waits for the end of kills and cuts, from which on no password may be unknown for long. */
async function calmAfter(disturbing: Promise<unknown>, shares: readonly Share[]): Promise<void> {
  await disturbing;
  for (const { proving } of shares) proving.crashes.lastAt = performance.now();
}

async function disturbLines({ shares, wish, signal }: Course, cut: () => void): Promise<void> {
  const lines = new Map(shares.map(({ owner }) => [owner.name, owner.line]));
  const { seed, kills: disturbances } = wish;
  const plan = planDisturbances({ seed, disturbances, lines: [...lines.keys()], states: lineStates, ...killPauses });
  try {
    for (const { line, state, pauseMs } of plan) {
      await sleep(pauseMs, undefined, { signal });
      lines.get(line)?.turn(state);
      if (state !== "passes") cut();
    }
  } finally {
    for (const line of lines.values()) line.turn("passes");
  }
}

/** Changes passwords until there were enough, stops everything, brings the nodes together, and judges all accounts at each of them. */
async function judgeAll(course: Course, { heir, survivors }: Losing) {
  do await changeKnown(course);
  while ((await changedAt(heir)) < course.wish.randomizations && course.shares.some(({ isKnown }) => isKnown));
  await Promise.all(survivors.map((node) => node.goDark()));
  await bringTogether(survivors.map(({ parts }) => parts.service.context.store));
  const ends = (await Promise.all(survivors.map((node) => judgeAt(course, node, course.shares)))).flat();
  const dumps: ReadonlyMap<string, string>[] = [];
  for (const { name, parts, database } of survivors)
    dumps.push(await dumpOf({ name, store: parts.service.context.store, database }));
  const [first, ...others] = dumps;
  const unequal = others.flatMap((dump) => (first === undefined ? [] : differingPlaces(first, dump)));
  return { ends, unequal: [...new Set(unequal)] };
}

function sumOf(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const count of counts) for (const [name, number] of Object.entries(count)) sum[name] = (sum[name] ?? 0) + number;
  return sum;
}
