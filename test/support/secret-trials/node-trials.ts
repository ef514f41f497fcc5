import type { Operation } from "#operations/kernel/define-operation.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { answerBlockCheck } from "#operations/nodes/answer-block-check.ts";
import { beginJoin } from "#operations/nodes/begin-join.ts";
import { giveChanges } from "#operations/nodes/give-changes.ts";
import { giveRanges } from "#operations/nodes/give-ranges.ts";
import { giveRows } from "#operations/nodes/give-rows.ts";
import { giveSnapshot } from "#operations/nodes/give-snapshot.ts";
import { joinNode } from "#operations/nodes/join-node.ts";
import { pullChanges } from "#operations/nodes/pull-changes.ts";
import { pullSnapshot } from "#operations/nodes/pull-snapshot.ts";
import { recordFailedPull } from "#operations/nodes/record-failed-pull.ts";
import { makeNodeKeys, sealingJwk, signingJwk } from "#platform/nodes/node-keys.ts";

import { callerOf } from "../service.ts";
import { met, type SecretTrial } from "./trial-room.ts";

const stranger = callerOf({ key: "", id: "", superuser: false }, { kind: "anonymous", key: null });

const ofService =
  <I, O, P>(operation: Operation<I, O, P>, input: object): SecretTrial =>
  async (room) =>
    met({ outside: (await room.run(operation, input)).code === "FORBIDDEN" });

/** Trials of the ways to other nodes. */
export const nodeTrials: Readonly<Record<string, SecretTrial>> = {
  async "nodes.invite managedPassword"(room) {
    const refused = await room.post("carl", "nodes/invite", { name: "thief" });
    const { status } = await room.post("root", "nodes/invite", { name: "berlin" });
    return met({ needsRight: refused.status === 403 && status === 200 });
  },
  async "nodes.join managedPassword"(room) {
    const { signingKey, sealingKey } = makeNodeKeys();
    const input = {
      name: "thief",
      token: "none",
      signingKey: signingJwk(signingKey),
      sealingKey: sealingJwk(sealingKey),
      publicAddress: "https://thief.example",
      schemaVersion: 1,
      nodeKey: null,
      isFresh: true,
      nonce: "nonce",
    };
    const refused = await invoke(joinNode, room.context, stranger, input).then(
      () => "joined",
      (error: unknown) => (error as { readonly code?: string }).code,
    );
    return met({ needsRight: refused === "NODE_TOKEN_INVALID" });
  },
  "nodes.beginJoin managedPassword": ofService(beginJoin, {
    address: "https://iam.example",
    token: "none",
    publicAddress: null,
  }),
  "nodes.answerBlockCheck managedPassword": ofService(answerBlockCheck, {
    subjects: [{ userKey: null, accountKey: null }],
  }),
  "nodes.giveChanges managedPassword": ofService(giveChanges, {
    logEpoch: 0,
    position: 0,
    vector: {},
    without: [],
    max: 1,
    waitSeconds: 0,
  }),
  "nodes.giveRanges managedPassword": ofService(giveRanges, { table: "users", after: "", ends: [null] }),
  "nodes.giveRows managedPassword": ofService(giveRows, { table: "users", after: "", upTo: null, max: 1 }),
  "nodes.giveSnapshot managedPassword": ofService(giveSnapshot, {
    phase: "rows",
    logEpoch: 0,
    position: 0,
    table: "",
    key: "",
    max: 1,
  }),
  "nodes.pullSnapshot managedPassword": ofService(pullSnapshot, { name: "n2" }),
  "nodes.pull managedPassword": ofService(pullChanges, { name: "n2", waitSeconds: 0 }),
  "nodes.recordFailedPull managedPassword": ofService(recordFailedPull, { name: "n2", error: "none" }),
};
