import { ServiceError } from "#domain/errors.ts";
import { packedMaxBytes } from "#domain/node-limits.ts";
import { callNode } from "#platform/nodes/node-client.ts";
import { packing, unpack } from "#platform/nodes/packing.ts";
import { type AskedFor, readAnswer } from "#platform/nodes/read-answer.ts";
import type { Answer } from "#store/replication/replication.ts";

import type { CallContext, ServiceContext } from "../../kernel/context.ts";
import { requirePart } from "./calling-node.ts";
import { type KnownNode, knownNode } from "./known-node.ts";
import { requireOwnKeys } from "./own-node.ts";
import { openSecrets } from "./seal-secrets.ts";

const secondMs = 1_000;

/** Call of another node for changes, or for a page of its record. */
export interface ChangesCall {
  /** Name of the other node. */
  readonly name: string;
  readonly path: string;
  readonly body: object;
  readonly asked: Pick<AskedFor, "epoch" | "position" | "vector" | "max">;
  /** Seconds that the other node may wait before it answers. */
  readonly waitSeconds: number;
}

/** Verified answer, and how far the clock of the other node is ahead. */
export interface AnsweredCall {
  readonly answer: Answer;
  readonly skewMs: number | undefined;
  /** Version of the schema of the other node. */
  readonly schema: number;
}

/**
 * Calls another node, and verifies and opens its answer.
 * @throws NODE_UNKNOWN, NODE_PAUSED, NODE_EXPELLED, NODE_WITHOUT_ADDRESS, NODE_AWAY, NODE_ANSWER_REFUSED
 */
export async function askForChanges(
  context: CallContext,
  { name, path, body, asked, waitSeconds }: ChangesCall,
): Promise<AnsweredCall> {
  const { store } = context;
  const { publicAddress: address, signingKey } = await partner(context, name);
  if (address === null) throw new ServiceError("NODE_WITHOUT_ADDRESS", { detail: name });
  const keys = await requireOwnKeys(context);
  const skewMs = (await store.get("nodeLinks", name))?.skewMs ?? 0;
  const answered = await callNode(context, {
    address,
    path,
    name: store.node,
    keys,
    body,
    skewMs,
    maxBytes: packedMaxBytes,
    waitMs: waitSeconds * secondMs,
  });
  const bytes = answered.encoding === packing ? await unpack(answered.bytes) : answered.bytes;
  const { nonce } = answered;
  const read = await readAnswer(bytes, { from: name, signingKey, to: store.node, nonce, ...asked });
  const secrets = await openSecrets(read.secrets, read.changes, keys);
  const { changes, epoch: logEpoch, position, vector, schema } = read;
  return { answer: { from: name, logEpoch, changes, secrets, position, vector }, skewMs: answered.skewMs, schema };
}

/**
 * Returns the node with which this one exchanges changes now.
 * @throws NODE_UNKNOWN, NODE_PAUSED, NODE_EXPELLED
 */
export async function partner(context: Pick<ServiceContext, "store">, name: string): Promise<KnownNode> {
  const node = await knownNode(context, name);
  if (node === undefined) throw new ServiceError("NODE_UNKNOWN", { target: "name" });
  requirePart(node);
  return node;
}
