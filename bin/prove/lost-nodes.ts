import { randomInt } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { allOf, eq, gt, ne } from "#domain/query/condition.ts";
import { updateManagedSystemPolicy } from "#operations/managed-accounts/change-managed-system-policies.ts";
import { expelNode, pauseNode, resumeNode } from "#operations/nodes/change-nodes.ts";
import { takeOverNode } from "#operations/setup/take-over.ts";

import { proofCall } from "./accounts.ts";
import { changeKnown, type Course, eventually, judgeAt, judgeOf, shareOf } from "./course.ts";
import { enrolProxy, type ProvedNode } from "./nodes.ts";
import { createRandomizer } from "./randomizer.ts";
import { changeAll, settle } from "./rounds.ts";

/** A node to lose, and those that are left. */
export interface Losing {
  /** Node that takes over. */
  readonly heir: ProvedNode;
  readonly lost: ProvedNode;
  /** Nodes that work meanwhile, the heir among them. */
  readonly survivors: readonly ProvedNode[];
}

const waitMs = 50;
/** Longest time from the cut of a line until its node is lost. */
const cutMsMax = 3_000;

/** Loses a node in the middle of a round, behind a cut line; another one takes it over, and it comes back. */
export async function loseAndRegain(course: Course, losing: Losing): Promise<void> {
  const { heir, lost } = losing;
  await goDarkInARound(course, lost);
  await takeOver(course, losing, pauseNode);
  await lost.comeBack();
  lost.line.turn("passes");
  await proofCall(heir.parts)(resumeNode, { key: await keyOf(heir, lost) });
  // The lost node learns that it was taken over.
  await eventually(course, async () => {
    const { store } = lost.parts.service.context;
    const homes = await Promise.all(
      shareOf(course, lost).accounts.map(({ key }) => store.homes.of("managedAccounts", key)),
    );
    return homes.every((home) => home === heir.name);
  });
  await changeKnown(course);
}

/** Burns the disk of a node in the middle of a round, behind a cut line. Returns the keys of sent passwords that no other node has. */
export async function burn(course: Course, burning: Losing): Promise<readonly string[]> {
  const { lost, survivors } = burning;
  await goDarkInARound(course, lost);
  const { store } = lost.parts.service.context;
  const sent = new Set(
    (await store.select("vaultOrders", { where: allOf(eq("act", "set"), gt("sends", 0)) })).map(
      ({ entryKey }) => entryKey,
    ),
  );
  const own = await store.select("vaultEntries", {
    where: allOf(eq("createdNode", lost.name), ne("status", "failed")),
  });
  const wanted = own.map(({ key }) => key).filter((key) => sent.has(key));
  await lost.burn();
  const kept = await keptBy(survivors, lost);
  await takeOver(course, burning, expelNode);
  return wanted.filter((key) => !kept.has(key));
}

/** Returns the keys of all passwords of a node that others have. */
async function keptBy(others: readonly ProvedNode[], { name: createdNode }: ProvedNode): Promise<ReadonlySet<string>> {
  const kept = new Set<string>();
  for (const { parts } of others)
    for (const { key } of await parts.service.context.store.select("vaultEntries", { where: { createdNode } }))
      kept.add(key);
  return kept;
}

/** Cuts a node off while it changes passwords, and ends it without warning soon after it has changed one, or cannot. */
async function goDarkInARound(course: Course, node: ProvedNode): Promise<void> {
  const { randomizer } = shareOf(course, node).proving;
  const { signal } = course;
  node.line.turn("cut");
  const before = await randomizer.confirmed();
  await randomizer.begin();
  const end = performance.now() + cutMsMax;
  while (performance.now() < end && (await randomizer.confirmed()) === before)
    await sleep(waitMs, undefined, { signal });
  await sleep(randomInt(cutMsMax / 10), undefined, { signal });
  await node.goDark();
}

/** Takes a lost node over and changes all passwords of its accounts at the node that goes on. */
async function takeOver(course: Course, { heir, lost, survivors }: Losing, giveUp: typeof pauseNode): Promise<void> {
  const share = shareOf(course, lost);
  const call = proofCall(heir.parts);
  const { context } = heir.parts.service;
  const kept = await keptBy(survivors, lost);
  await eventually(course, async () => {
    const known = await keptBy([heir], lost);
    return [...kept].every((one) => known.has(one));
  });
  course.judged.push(...(await judgeAt(course, heir, [share])));
  const key = await keyOf(heir, lost);
  await call(giveUp, { key });
  for (let isLeft = true; isLeft;) ({ left: isLeft } = await call(takeOverNode, { key }));
  await call(updateManagedSystemPolicy, { key: lost.proofId, managedByNode: heir.name });
  const place = join(heir.folder, lost.proxyId);
  await enrolProxy(context, { proxyId: lost.proxyId, place, address: heir.parts.address });
  await heir.parts.keepProduct("proxy", lost.proxyId).ready();
  const randomizer = createRandomizer(context, lost.proofId);
  const judge = judgeOf(course.judges, heir);
  share.proving = { ...share.proving, randomizer, judge };
  share.proving.crashes.lastAt = performance.now();
  const settled = await settle(share.proving);
  course.judged.push(...settled);
  course.takenOver += share.accounts.length;
  share.isKnown = settled.every(({ state, opens }) => state === "C" && opens);
  if (share.isKnown) await changeAll(share.proving);
}

async function keyOf({ parts }: ProvedNode, { name }: ProvedNode): Promise<string> {
  const [row] = await parts.service.context.store.select("nodes", { where: { id: name } });
  return row?.key ?? "";
}
