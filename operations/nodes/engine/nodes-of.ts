import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { blockAnswerMaxBytes, blockCheckMs, blockSubjectsMax, nodeHeardMs } from "#domain/node-limits.ts";
import { takesPart } from "#domain/node-states.ts";
import { type BlockCheckAnswer, type BlockCheckCall, nodePaths, type ResetSubject } from "#domain/nodes/node-call.ts";
import { standsBy } from "#domain/nodes/stands-by.ts";
import type { NodeOfProxy } from "#domain/proxies/chosen-node.ts";
import { callNode } from "#platform/nodes/node-client.ts";
import { signAsNode } from "#platform/nodes/node-keys.ts";
import type { BlockAnswers, Nodes } from "#platform/nodes/nodes.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import { requirePart } from "./calling-node.ts";
import { type KnownNode, knownNode, otherNodes } from "./known-node.ts";
import { ownKeys, ownNode, requireOwnKeys } from "./own-node.ts";
import { readSigned, refusedAnswer } from "./signed-answers.ts";

type Parts = Pick<ServiceContext, "store" | "clock" | "ids" | "log">;

/** Makes the view of the installation that a process has: the rows tell which nodes were heard, and the others can be asked. */
export function nodesOf(parts: Parts): Nodes {
  return {
    available: () => heardNodes(parts),
    others: () => livingOthers(parts),
    trusted: () => takingPart(parts),
    all: () => allNodes(parts),
    async own() {
      const { store } = parts;
      const keys = await store.get("nodeKeys", store.node);
      return keys && { name: store.node, signingKey: keys.signingKey };
    },
    async sign(text) {
      const keys = await ownKeys(parts);
      return keys === undefined ? null : signAsNode(keys, text);
    },
    standsBy: () => reasonToStandBy(parts),
    blocksReset: (subjects) => askAll(parts, subjects),
  };
}

async function knownOthers(parts: Parts): Promise<readonly KnownNode[]> {
  const nodes = await Promise.all((await otherNodes(parts)).map((name) => knownNode(parts, name)));
  return nodes.filter((node) => node !== undefined);
}

async function livingOthers(parts: Parts): Promise<readonly string[]> {
  return (await knownOthers(parts)).filter(({ state }) => state !== "expelled").map(({ name }) => name);
}

async function takingPart(parts: Parts): Promise<readonly KnownNode[]> {
  return (await knownOthers(parts)).filter(({ state }) => takesPart(state));
}

async function allNodes(parts: Parts): Promise<readonly NodeOfProxy[]> {
  const { store } = parts;
  const keys = await store.get("nodeKeys", store.node);
  const own = await ownNode(parts);
  const others = (await knownOthers(parts)).map(({ name, state, signingKey }) => ({ name, state, signingKey }));
  if (keys === undefined || own === undefined) return others;
  return [{ name: store.node, state: own.state, signingKey: keys.signingKey }, ...others];
}

/** Returns the own node and those that take part and were heard a moment ago: each calls the others at least every 20 seconds. */
async function heardNodes(parts: Parts): Promise<ReadonlySet<string>> {
  const { store, clock } = parts;
  const now = clock.now();
  // A time that lies ahead is from before the clock was set back.
  const isHeard = (at: number | null) => at !== null && Math.abs(now - at) <= nodeHeardMs;
  const heard = (await store.select("nodeLinks")).filter(
    ({ lastSeenAt, lastSuccessAt }) => isHeard(lastSeenAt) || isHeard(lastSuccessAt),
  );
  const known = await Promise.all(heard.map(({ name }) => knownNode(parts, name)));
  return new Set([store.node, ...known.flatMap((node) => (node?.state === "active" ? [node.name] : []))]);
}

/** Returns the reason for which this node performs nothing at target systems now; undefined if it may. */
export async function reasonToStandBy(parts: Pick<Parts, "store" | "clock">): Promise<string | undefined> {
  const { store, clock } = parts;
  const links = await store.select("nodeLinks");
  const known = await Promise.all(links.map(({ name }) => knownNode(parts, name)));
  return standsBy(
    links.filter((_, index) => known[index]?.state === "active"),
    clock.now(),
  );
}

/** Asks all other nodes at once. An expelled one is no node of the installation any more. */
async function askAll(parts: Parts, subjects: readonly ResetSubject[]): Promise<BlockAnswers> {
  const calls: BlockCheckCall[] = [];
  for (let from = 0; from < subjects.length; from += blockSubjectsMax)
    calls.push({ subjects: subjects.slice(from, from + blockSubjectsMax) });
  const answers = await Promise.all(
    (await otherNodes(parts)).map(async (name) => ({ name, answer: await askOne(parts, name, calls) })),
  );
  return {
    isBlocked: answers.some(({ answer }) => answer === "blocked"),
    silent: answers.flatMap(({ name, answer }) => (answer === "silent" ? [name] : [])),
  };
}

async function askOne(
  parts: Parts,
  name: string,
  calls: readonly BlockCheckCall[],
): Promise<"blocked" | "free" | "silent"> {
  try {
    const node = await knownNode(parts, name);
    if (node?.state === "expelled") return "free";
    const answers = await Promise.all(calls.map((call) => ask(parts, node, call)));
    return answers.some(({ blocked }) => blocked) ? "blocked" : "free";
  } catch (error) {
    // What is not known is a warning at the operation; the reason is for those who look after the nodes.
    parts.log.warn({ err: error, node: name }, "A node could not be asked for blocks of password resets.");
    return "silent";
  }
}

const answerShape: z.ZodType<BlockCheckAnswer> = z.strictObject({
  nonce: z.string(),
  from: z.string(),
  to: z.string(),
  blocked: z.boolean(),
});

async function ask(parts: Parts, node: KnownNode | undefined, body: BlockCheckCall): Promise<BlockCheckAnswer> {
  const { store } = parts;
  if (node === undefined) throw new ServiceError("NODE_UNKNOWN", { target: "name" });
  requirePart(node);
  const { name, publicAddress: address } = node;
  if (address === null) throw new ServiceError("NODE_WITHOUT_ADDRESS", { detail: name });
  const { bytes, nonce } = await callNode(parts, {
    address,
    path: nodePaths.blocks,
    name: store.node,
    keys: await requireOwnKeys(parts),
    body,
    skewMs: (await store.get("nodeLinks", name))?.skewMs ?? 0,
    maxBytes: blockAnswerMaxBytes,
    waitMs: 0,
    withinMs: blockCheckMs,
  });
  const answer = readSigned({ call: "blocks", signingKey: () => node.signingKey }, answerShape, bytes.toString("utf8"));
  if (answer.from !== name) throw refusedAnswer("it comes from another node");
  if (answer.to !== store.node) throw refusedAnswer("it is for another node");
  if (answer.nonce !== nonce) throw refusedAnswer("it answers another call");
  return answer;
}
