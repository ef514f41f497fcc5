import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { packedMaxBytes, rangesAnswerMaxBytes, rangesMax } from "#domain/node-limits.ts";
import { nodePaths, type RangesAnswer, type RangesCall, type RowsCall } from "#domain/nodes/node-call.ts";
import { compareKeys } from "#domain/replication/key-order.ts";
import { callNode, type NodeAnswer } from "#platform/nodes/node-client.ts";
import { packing, unpack } from "#platform/nodes/packing.ts";
import { readAnswer, refused } from "#platform/nodes/read-answer.ts";
import { vectorShape } from "#platform/nodes/wire-shapes.ts";
import type { ComparedRows } from "#store/replication/compared.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import { requirePart } from "./calling-node.ts";
import type { KnownNode } from "./known-node.ts";
import { requireSameVersion } from "./node-version.ts";
import { requireOwnKeys } from "./own-node.ts";
import { readSigned, refusedAnswer } from "./signed-answers.ts";

type Parts = Pick<ServiceContext, "store" | "clock" | "ids">;

const hashCharacters = 22;
const rangesShape: z.ZodType<RangesAnswer> = z.strictObject({
  nonce: z.string(),
  from: z.string(),
  to: z.string(),
  schema: z.int().min(0),
  vector: vectorShape.nullable(),
  hashes: z.array(z.string().length(hashCharacters)).min(1).max(rangesMax),
});

/**
 * Asks another node for hashes of ranges of keys.
 * @throws NODE_WITHOUT_ADDRESS, NODE_AWAY, NODE_ANSWER_REFUSED, NODE_VERSION
 */
export async function askRanges(
  parts: Parts,
  node: KnownNode,
  body: RangesCall,
): Promise<Pick<RangesAnswer, "hashes" | "vector">> {
  const { bytes, nonce } = await ask(parts, node, { path: nodePaths.ranges, body, maxBytes: rangesAnswerMaxBytes });
  const answer = readSigned({ call: "ranges", signingKey: () => node.signingKey }, rangesShape, bytes.toString("utf8"));
  if (answer.from !== node.name) throw refusedAnswer("it comes from another node");
  if (answer.to !== parts.store.node) throw refusedAnswer("it is for another node");
  if (answer.nonce !== nonce) throw refusedAnswer("it answers another call");
  requireSameVersion({ name: node.name, schema: answer.schema });
  if (answer.hashes.length > body.ends.length) throw refusedAnswer("it has more hashes than were asked for");
  return answer;
}

/**
 * Asks another node for the rows of a range of keys. They are only compared: nothing of them is written.
 * @throws NODE_WITHOUT_ADDRESS, NODE_AWAY, NODE_ANSWER_REFUSED
 */
export async function askRows(parts: Parts, node: KnownNode, body: RowsCall): Promise<ComparedRows> {
  const answered = await ask(parts, node, { path: nodePaths.rows, body, maxBytes: packedMaxBytes });
  const bytes = answered.encoding === packing ? await unpack(answered.bytes) : answered.bytes;
  const { name: from, signingKey } = node;
  const asked = { from, signingKey, to: parts.store.node, nonce: answered.nonce, epoch: 0, position: 0, vector: {} };
  const { changes, position, vector, secrets } = await readAnswer(bytes, { ...asked, max: body.max });
  if (secrets !== null) throw refused("secrets");
  let before = body.after;
  for (const { table, key, operation } of changes) {
    const isNext = compareKeys(key, before) > 0 && (body.upTo === null || compareKeys(key, body.upTo) <= 0);
    if (table !== body.table || operation !== "insert" || !isNext) throw refused("shape");
    before = key;
  }
  if (position !== 0 && changes.length === 0) throw refused("count");
  return { rows: changes, isWhole: position === 0, vector };
}

interface Question {
  readonly path: string;
  readonly body: object;
  readonly maxBytes: number;
}

async function ask(parts: Parts, node: KnownNode, question: Question): Promise<NodeAnswer> {
  const { store } = parts;
  requirePart(node);
  const { name, publicAddress: address } = node;
  if (address === null) throw new ServiceError("NODE_WITHOUT_ADDRESS", { detail: name });
  const skewMs = (await store.get("nodeLinks", name))?.skewMs ?? 0;
  const keys = await requireOwnKeys(parts);
  return callNode(parts, { address, name: store.node, keys, skewMs, waitMs: 0, ...question });
}
