import { setTimeout as sleep } from "node:timers/promises";

import { CliError } from "../cli-error.ts";
import type { ProvedAccount } from "./accounts.ts";
import type { Crashes } from "./crashes.ts";
import type { Judge, Judgement } from "./judge.ts";
import type { ProvedNode } from "./nodes.ts";
import type { ProofWish } from "./proof.ts";
import { changeAll, type Proving } from "./rounds.ts";

/** Accounts of one node, and the node that looks after them now. */
export interface Share {
  readonly owner: ProvedNode;
  readonly accounts: readonly ProvedAccount[];
  /** Rounds at the node that looks after them. */
  proving: Proving & { readonly crashes: Crashes };
  /** False once the vault has not known one of their passwords: not all of them can be changed then. */
  isKnown: boolean;
}

/** Work on several nodes, as far as it has come. */
export interface Course {
  readonly wish: ProofWish;
  readonly shares: readonly Share[];
  readonly judged: Judgement[];
  /** Judges of the accounts as each node shows them. */
  readonly judges: ReadonlyMap<ProvedNode, Judge>;
  readonly signal: AbortSignal;
  takenOver: number;
}

const waitMs = 50;
const patienceMs = 60_000;

/** Changes all passwords that the vault knows once, node by node. */
export async function changeKnown({ shares }: Course): Promise<void> {
  for (const { proving, isKnown } of shares) if (isKnown) await changeAll(proving);
}

/** Judges all accounts of shares as a node shows them. */
export async function judgeAt(
  { judges }: Course,
  node: ProvedNode,
  shares: readonly Share[],
): Promise<readonly Judgement[]> {
  const found: Judgement[] = [];
  for (const { accounts } of shares)
    for (const account of accounts) found.push(await judgeOf(judges, node).judge(account, 0));
  return found;
}

/** Returns the judge of the accounts as a node shows them. */
export function judgeOf(judges: Course["judges"], node: ProvedNode): Judge {
  const judge = judges.get(node);
  if (judge === undefined) throw new CliError(`The node ${node.name} has no judge.`);
  return judge;
}

/** Returns the accounts that a node had first. */
export function shareOf({ shares }: Course, node: ProvedNode): Share {
  const share = shares.find(({ owner }) => owner === node);
  if (share === undefined) throw new CliError(`The node ${node.name} has no accounts.`);
  return share;
}

/** Waits until something is so, at most a minute. What it never becomes, the judgement finds. */
export async function eventually({ signal, wish }: Course, isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + (wish.settleMs ?? patienceMs);
  while (performance.now() < end && !(await isSo())) await sleep(waitMs, undefined, { signal });
}
