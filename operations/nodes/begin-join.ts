import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { type JoinAnswer, nodePaths } from "#domain/nodes/node-call.ts";
import { callNode } from "#platform/nodes/node-client.ts";
import { sealingJwk, signingJwk } from "#platform/nodes/node-keys.ts";
import { nodeName } from "#platform/settings/setting-schemas.ts";
import { schemaVersion } from "#store/schema/schema-version.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { nodeAddress } from "../kernel/text-input.ts";
import { sha256 } from "../proxies/engine/signatures.ts";
import { partsOfToken } from "./engine/join-token.ts";
import { requireNodeAddress } from "./engine/node-address.ts";
import { keepOwnKeys, ownNode, requireOwnKeys } from "./engine/own-node.ts";
import { readSigned, refusedAnswer } from "./engine/signed-answers.ts";

const answerMaxBytes = 1_048_576;
const nonceBytes = 16;
const publicKey = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const card = z.strictObject({
  name: nodeName,
  key: z.guid(),
  publicAddress: z.string().nullable(),
  signingKey: publicKey,
  sealingKey: publicKey,
});
const answerSchema = z.strictObject({ nonce: z.string(), by: card, joined: card, nodes: z.array(card) });

/** Nodes of the installation that this node has joined. */
export interface JoinedInstallation {
  /** Name of this node. */
  readonly name: string;
  /** Name of the node that has invited it. */
  readonly by: string;
  /** Names of the other nodes. */
  readonly others: readonly string[];
}

/** Makes the keys of this node before it joins, so that a repeated call shows the same ones. */
export const makeOwnKeys = defineOperation({
  name: "nodes.makeOwnKeys",
  callers: ["engine"],
  audit: { operation: "NDAD", when: "refusalOnly" },
  async run(context) {
    const { signingKey } = await keepOwnKeys(context);
    return { signingKey };
  },
});

/**
 * Joins this node to the installation of another one, by the token of an invitation. It asks the other node first, and believes its answer
 * only if it is signed by the key that the token names. The nodes of the installation are pinned; the record follows by pulls.
 * @throws NODE_TOKEN_INVALID, NODE_NOT_FRESH, NODE_WITHOUT_ADDRESS, NODE_AWAY, NODE_ANSWER_REFUSED, and the refusals of the other node
 */
export const beginJoin = defineOperation({
  name: "nodes.beginJoin",
  input: z.strictObject({ address: nodeAddress, token: z.string().min(1), publicAddress: z.string().nullable() }),
  callers: ["engine"],
  audit: { operation: "NDAD", describe: ({ address }) => ({ message: address }) },
  async prepare(context, { address, token, publicAddress }): Promise<JoinAnswer> {
    const { secret, fingerprint } = partsOfToken(token);
    const own = publicAddress ?? context.settings.publicAddress;
    if (own === null) throw new ServiceError("NODE_WITHOUT_ADDRESS", { target: "publicAddress" });
    requireNodeAddress(own);
    const keys = await requireOwnKeys(context);
    const nonce = context.ids.token(nonceBytes);
    const { store } = context;
    const row = await ownNode(context);
    const body = {
      name: store.node,
      token: secret,
      signingKey: signingJwk(keys.signingKey),
      sealingKey: sealingJwk(keys.sealingKey),
      publicAddress: own,
      schemaVersion: schemaVersion(),
      nodeKey: row?.key ?? null,
      isFresh: await isFresh(context),
      nonce,
    };
    const call = { address, path: nodePaths.join, name: store.node, keys, body, maxBytes: answerMaxBytes, waitMs: 0 };
    const { bytes } = await callNode(context, call);
    const answer = verified(bytes, fingerprint);
    if (answer.nonce !== nonce || answer.joined.name !== store.node || answer.joined.signingKey !== keys.signingKey)
      throw refusedAnswer("it answers another call");
    return answer;
  },
  async run({ store, clock }, _input, { by, nodes }): Promise<JoinedInstallation> {
    const pinnedAt = clock.now();
    for (const { name, key: nodeKey, publicAddress: metAt, signingKey, sealingKey } of [by, ...nodes]) {
      const known = await store.get("nodeLinks", name);
      if (known !== undefined && known.signingKey !== signingKey) throw refusedAnswer(`it has another key of ${name}`);
      await store.save("nodeLinks", {
        name,
        nodeKey,
        metAt,
        ...(known === undefined && { signingKey, sealingKey, pinnedAt }),
      });
    }
    return { name: store.node, by: by.name, others: nodes.map(({ name }) => name) };
  },
});

/** Returns true if the database has no rows of an installation: it was migrated and nothing else. */
async function isFresh({ store }: CallContext): Promise<boolean> {
  for (const table of ["nodes", "users", "targetSystems", "managedSystemPolicies", "nodeLinks"] as const)
    if ((await store.count(table)) > 0) return false;
  return true;
}

function verified(bytes: Buffer, fingerprint: string): JoinAnswer {
  const signingKey = ({ by }: JoinAnswer) => {
    if (sha256(by.signingKey) !== fingerprint) throw refusedAnswer("it comes from another node than the token names");
    return by.signingKey;
  };
  return readSigned({ call: "join", signingKey }, answerSchema, bytes.toString("utf8"));
}
