import { applicabilityStep, type AskedOperation } from "./applicability.ts";
import { familyOf, isOperationCode } from "./operation-codes.ts";
import type { OperationFamilyDefinition } from "./operation-families.ts";
import type { OperationResult } from "./operation-result.ts";
import type { TaskState } from "./task.ts";

/** An operation that has not ended, as it is on record. */
export interface WaitingOperation extends Pick<AskedOperation, "retries" | "askedAttempt" | "applicability"> {
  readonly key: string;
  readonly sequence: number;
  readonly code: string;
  readonly dependsOn: readonly string[];
  readonly result: OperationResult | null;
  readonly sends: number;
  readonly sentAt: number | null;
  readonly nextTryAt: number | null;
  readonly errorCode: string | null;
  readonly proxyServer: string | null;
  /** State of the task, if implementers perform it. */
  readonly task: TaskState | null;
}

/** Context of an operation. */
export interface OperationSurroundings {
  /** Operations of the request that have not ended. */
  readonly unfinished: readonly Pick<WaitingOperation, "key" | "sequence" | "code">[];
  /** Time of the last report of the operation's proxy if it takes no orders; undefined if it takes some, null if it never reported. */
  readonly proxyAwaySince?: number | null | undefined;
  /** Version of the connector with which the request has begun on the target; left out unless its proxy has other versions too. */
  readonly connectorVersion?: string | undefined;
}

const askedWords = "It waits for the plug-in of its target system, which says whether it still applies.";
const atTarget: OperationFamilyDefinition = { by: "target" };

/** Words about tasks, by their state. */
const taskWords: Readonly<Record<TaskState, string>> = {
  calculating: "It waits until a plug-in has named its implementers.",
  offered: "It waits until an implementer accepts its task.",
  accepted: "It waits until the implementer who has accepted its task completes it.",
  unassigned: "It waits until a workflow manager assigns its task: nobody is left to implement it.",
  unconfirmed: "It was completed, and waits until a discovery of the target system shows it.",
  closed: "It has been done.",
};

/** Returns in words what an operation that has not ended waits for. */
export function waitOf(operation: WaitingOperation, around: OperationSurroundings): string {
  return applicabilityStep(operation, true) === "wait" ? askedWords : waitUnasked(operation, around);
}

function waitUnasked(operation: WaitingOperation, around: OperationSurroundings): string {
  const { code, result, sends, sentAt, nextTryAt, errorCode, proxyServer, task } = operation;
  if (result === null) return waitForOthers(operation, around);
  if (task !== null) return taskWords[task];
  if (nextTryAt !== null) return waitForTry({ proxyServer, errorCode, nextTryAt }, around);
  const { by, waitWords = "It waits until it has been done." } = isOperationCode(code) ? familyOf(code) : atTarget;
  if (by !== "target") return waitWords;
  if (sends > 0) return `It was sent to the proxy '${proxyServer}' at ${moment(sentAt ?? 0)}, whose answer is awaited.`;
  return `It waits until the proxy '${proxyServer}' fetches it${awayWords(around)}.`;
}

type PlannedTry = Pick<WaitingOperation, "proxyServer" | "errorCode"> & { readonly nextTryAt: number };

function waitForTry({ proxyServer, errorCode, nextTryAt }: PlannedTry, { connectorVersion }: OperationSurroundings) {
  if (errorCode === null && connectorVersion !== undefined)
    return `Its request has begun with version ${connectorVersion} of the connector: it waits for a process of the proxy '${proxyServer}' with this version, and is offered again at ${moment(nextTryAt)}.`;
  const why = errorCode === null ? "" : ` after the failure '${errorCode}'`;
  return `It waits for its next try at ${moment(nextTryAt)}${why}.`;
}

function waitForOthers({ dependsOn }: WaitingOperation, { unfinished }: OperationSurroundings): string {
  const before = unfinished.filter(({ key }) => dependsOn.includes(key));
  if (before.length === 0) return "It is handed out next.";
  const names = before.map(({ sequence, code }) => `${sequence} (${code})`).join(", ");
  return `It waits until the operations that it depends on have ended: ${names}.`;
}

function awayWords({ proxyAwaySince }: OperationSurroundings): string {
  if (proxyAwaySince === undefined) return "";
  if (proxyAwaySince === null) return ", which has never reported";
  return `, which takes no orders now and has reported last at ${moment(proxyAwaySince)}`;
}

function moment(at: number): string {
  return new Date(at).toISOString();
}
