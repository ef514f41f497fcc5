import { setTimeout as sleep } from "node:timers/promises";

import type { NodeAsker } from "#activities/proxy/node-asker.ts";
import { retryWhileAway } from "#activities/proxy/outcome-sender.ts";
import { ProxyCallError } from "#activities/proxy/signed-calls.ts";
import { proxyNodeLookMs, proxyStopSeconds } from "#domain/limits.ts";
import { type AskedAddress, chosenAddress, type ChosenAddress } from "#domain/proxies/chosen-node.ts";
import { OperationResult } from "#domain/requests/operation-result.ts";
import type { Outcome } from "#domain/requests/order.ts";
import type { Logger } from "#platform/logs/log.ts";
import type { ProxySettings } from "#platform/settings/settings.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { serveNode, type StartedProxy } from "./serve-node.ts";

/** A proxy that knows several nodes. */
export interface ServingOptions {
  readonly proxy: StartedProxy;
  readonly asker: NodeAsker;
  /** Addresses of the nodes and the settings of their engines, that of its home first. */
  readonly ways: readonly { readonly address: string; readonly settings: ProxySettings }[];
  /** Announces the start: the proxy takes orders. */
  ready(): void;
}

/** Work for one node. */
interface Serving {
  readonly index: number;
  /** Ends the work, and waits until nothing of it goes on. */
  end(): Promise<void>;
  readonly hasEnded: () => boolean;
}

/** Milliseconds after which work that was told to end has ended. */
const endMs = (proxyStopSeconds + 10) * 1_000;

/**
 * Works for one of several nodes at a time until the signal fires. It asks all of them time and again which one that is. Before it begins at
 * another one, nothing of its work for the former goes on, and what it has done there and could not report is handed to the new one.
 */
export async function serveNodes(options: ServingOptions, signal: AbortSignal): Promise<void> {
  const { proxy, asker, ways } = options;
  const { log } = proxy;
  const kept: Outcome[] = [];
  const say = sayer(log, ways);
  const sayOthers = othersSayer(log, ways);
  let serving: Serving | undefined;
  try {
    while (!signal.aborted) {
      const asked = await asker.ask(signal);
      const current = serving?.index ?? null;
      const choice = choiceAmong(asked, asker.home(), current);
      say(choice, current);
      sayOthers(asked);
      if (serving?.hasEnded()) serving = undefined;
      if (choice.index !== null && choice.index !== serving?.index) {
        await serving?.end();
        serving = undefined;
        serving = begin(options, { index: choice.index, kept }, signal);
      }
      await sleep(proxyNodeLookMs, undefined, { signal });
    }
  } finally {
    await serving?.end();
  }
}

function choiceAmong(asked: readonly AskedAddress[], home: string | undefined, current: number | null): ChosenAddress {
  if (home !== undefined) return chosenAddress(asked, { home, current });
  const [first] = asked;
  return { index: null, reason: first !== undefined && "why" in first ? first.why : "its home has not answered yet" };
}

function begin(
  { proxy, asker, ways, ready }: ServingOptions,
  { index, kept }: { readonly index: number; readonly kept: Outcome[] },
  signal: AbortSignal,
): Serving {
  const { log } = proxy;
  const ending = new AbortController();
  const both = AbortSignal.any([signal, ending.signal]);
  const client = asker.client(index);
  const { settings } = ways[index] ?? proxy;
  let isOver = false;
  const running = (async () => {
    try {
      await handOver({ kept, log, send: (outcome) => client.outcomes([outcome], both) }, both);
      const keep = (outcomes: readonly Outcome[]) => kept.push(...outcomes.filter(isDone));
      await serveNode({ ...proxy, settings }, { client, keep, ready }, both);
    } catch (error) {
      if (!both.aborted) log.error({ err: error }, "The work for this node has ended; it is begun again.");
    } finally {
      isOver = true;
    }
  })();
  return {
    index,
    hasEnded: () => isOver,
    async end() {
      ending.abort();
      const hasEnded = await Promise.race([running.then(() => true), sleep(endMs, false, { ref: false })]);
      // Two nodes must never have work done at one target system at a time.
      if (!hasEnded)
        throw new CliError("The work for the former node does not end, so this process does.", ExitCode.Failed);
    },
  };
}

/** Returns true for a success; about any other result the next node finds out by looking at the target system. */
const isDone = ({ result }: Outcome): boolean => result === OperationResult.Success;

interface HandOver {
  readonly kept: Outcome[];
  readonly log: Logger;
  send(outcome: Outcome): Promise<unknown>;
}

/** Reports what was done for the former node to the one that has taken its work over; what that refuses it finds out by looking. */
async function handOver({ kept, log, send }: HandOver, signal: AbortSignal): Promise<void> {
  for (let outcome = kept[0]; outcome !== undefined; outcome = kept[0]) {
    const { operationKey, sends } = outcome;
    const one = outcome;
    try {
      await retryWhileAway({ log, signal }, () => send(one));
      log.info({ operationKey, sends }, "What was done for the former node was reported to this one.");
    } catch (error) {
      if (!(error instanceof ProxyCallError)) throw error;
      log.warn({ operationKey, sends }, `What was done for the former node is refused here: ${error.message}`);
    }
    kept.shift();
  }
}

/** Makes the function that logs a choice when it or its reason changes. */
function sayer(log: Logger, ways: ServingOptions["ways"]) {
  let last = "";
  return ({ index, reason }: ChosenAddress, current: number | null): void => {
    const said = `${index} ${reason}`;
    if (said === last) return;
    last = said;
    if (index !== null) log.info({ address: ways[index]?.address }, `The proxy works for this node: ${reason}.`);
    else if (current === null) log.warn(`The proxy works for no node: ${reason}.`);
    else log.warn({ address: ways[current]?.address }, `The proxy waits for its node: ${reason}.`);
  };
}

/** Makes the function that logs why another node than the home is of no use, when that changes. */
function othersSayer(log: Logger, ways: ServingOptions["ways"]) {
  const last = new Map<number, string>();
  return (asked: readonly AskedAddress[]): void => {
    for (const [index, one] of asked.entries()) {
      const why = "why" in one ? one.why : "";
      if (index > 0 && why !== "" && why !== last.get(index))
        log.warn({ address: ways[index]?.address }, `Another node could not take the work of the home over: ${why}.`);
      last.set(index, why);
    }
  };
}
