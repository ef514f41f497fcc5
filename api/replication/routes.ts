import {
  blockBodyMaxBytes,
  pullBodyMaxBytes,
  rangesBodyMaxBytes,
  rowsBodyMaxBytes,
  snapshotBodyMaxBytes,
} from "#domain/node-limits.ts";
import { nodePaths, type SignedAnswer } from "#domain/nodes/node-call.ts";
import type { Operation } from "#operations/kernel/define-operation.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { answerBlockCheck } from "#operations/nodes/answer-block-check.ts";
import { verifyNodeCall } from "#operations/nodes/engine/calling-node.ts";
import { type GivenChanges, packAnswer } from "#operations/nodes/engine/pack-answer.ts";
import { giveChanges } from "#operations/nodes/give-changes.ts";
import { giveRanges } from "#operations/nodes/give-ranges.ts";
import { giveRows } from "#operations/nodes/give-rows.ts";
import { giveSnapshot } from "#operations/nodes/give-snapshot.ts";
import { joinNode } from "#operations/nodes/join-node.ts";
import { packing } from "#platform/nodes/packing.ts";

import { enrolRoute, incoming, routeOfSigned } from "../keyed-routes.ts";
import type { RouteDefinition } from "../route.ts";

/** The routes that other nodes call; the calls are signed as those of proxies are. */
export const replicationRoutes: readonly RouteDefinition[] = [
  enrolRoute(nodePaths.join, joinNode),
  packedRoute(nodePaths.changes, pullBodyMaxBytes, giveChanges),
  packedRoute(nodePaths.snapshot, snapshotBodyMaxBytes, giveSnapshot),
  signedAnswerRoute(nodePaths.ranges, rangesBodyMaxBytes, giveRanges),
  packedRoute(nodePaths.rows, rowsBodyMaxBytes, giveRows),
  signedAnswerRoute(nodePaths.blocks, blockBodyMaxBytes, answerBlockCheck),
];

/** Makes a route that answers a node with changes or rows: packed, signed and sealed to that node. */
function packedRoute<Input, Prepared>(
  path: string,
  bodyMaxBytes: number,
  operation: Operation<Input, GivenChanges, Prepared>,
): RouteDefinition {
  return nodeRoute(path, bodyMaxBytes, async ({ context, caller, body }) => {
    const given = await invoke(operation, context, caller, body);
    const headers = { "content-type": "application/x-ndjson", "content-encoding": packing };
    return { status: 200, headers, body: await packAnswer(context, given) };
  });
}

/** Makes a route that answers a node with one signed object. */
function signedAnswerRoute<Input, Prepared>(
  path: string,
  bodyMaxBytes: number,
  operation: Operation<Input, SignedAnswer, Prepared>,
): RouteDefinition {
  return nodeRoute(path, bodyMaxBytes, async ({ context, caller, body }) => ({
    status: 200,
    body: await invoke(operation, context, caller, body),
  }));
}

function nodeRoute(path: string, bodyMaxBytes: number, handler: RouteDefinition["handler"]): RouteDefinition {
  return routeOfSigned({
    path,
    bodyMaxBytes,
    signedBy: (call) => verifyNodeCall(call.context, incoming(call)),
    handler,
  });
}
