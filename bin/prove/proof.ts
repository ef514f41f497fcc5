import type { Environment } from "#platform/settings/settings.ts";

import type { Progress } from "../progress.ts";
import type { Borrowing, BrokenCheckout } from "./borrowing.ts";
import type { Crashes } from "./crashes.ts";
import type { ProvedDatabase } from "./database.ts";
import type { BrokenDependant } from "./dependants.ts";
import type { Restoring } from "./installation.ts";
import type { Judgement, ReadTree } from "./judge.ts";
import type { Lending } from "./lending.ts";
import type { Restored } from "./restored.ts";

/** Size and options of a proof. */
export interface ProofWish {
  readonly accounts: number;
  /** Number of accounts on a second target system that have the passwords of as many of these. */
  readonly dependants: number;
  readonly randomizations: number;
  readonly kills: number;
  readonly seed: number;
  readonly database: ProvedDatabase;
  /** Number of nodes: 1, or at least 3. */
  readonly nodes: number;
  /** Value of VAULT ACKNOWLEDGED BY if there are several nodes; 2 by default. */
  readonly acknowledgedBy?: 1 | 2;
  /** Milliseconds within which nodes must know all passwords; by default those allowed for each account. */
  readonly settleMs?: number;
  /** Runs for each of several nodes before passwords are changed; optional. */
  readonly planting?: (node: string, database: string) => void;
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
  /** Findings about several nodes; absent if there was one. */
  readonly nodes?: NodesFound;
  /** Folder of the installation, if it was kept. */
  readonly folder?: string;
}

/** Findings about several nodes. */
export interface NodesFound {
  readonly count: number;
  /** Number of times that a line between nodes was disturbed. */
  readonly cuts: number;
  /** Number of accounts of lost nodes that another one has taken over. */
  readonly takenOver: number;
  /** Keys of passwords that a burned node had sent to their target and that no other node has. */
  readonly unacknowledged: readonly string[];
  /** Rows that are not equal on all nodes, by table and key. */
  readonly unequal: readonly string[];
}

/** Pattern of the failpoints in code that changes passwords: operations, their outcomes, and the transactions of runs. */
export const vaultPoint = /^(?:api|hub|proxy) (?:vault|managed|proxies\.|orders? |outcomes |outbox )/;

/** Longest pauses before a kill, and before a kill during a start; a process needs longer to be ready. */
export const killPauses = { pauseMsMax: 1_500, againMsMax: 500 } as const;

/** Writes in words how far the crashes and check-outs have come. */
export function soFar({ kills, points }: Crashes, borrowing: Borrowing): string {
  const killed = Object.values(kills).reduce((sum, count) => sum + count, 0);
  return `${killed} kills, ${points.length} failpoints, ${borrowing.count()} check-outs`;
}

/** Returns the last of the judgements of each account. */
export function onePerAccount(judgements: readonly Judgement[]): readonly Judgement[] {
  return [...new Map(judgements.map((judgement) => [judgement.account.key, judgement])).values()];
}
