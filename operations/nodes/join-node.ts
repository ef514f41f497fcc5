import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { nodeNonceMaxCharacters } from "#domain/node-limits.ts";
import { takesPart } from "#domain/node-states.ts";
import type { JoinAnswer, NodeCard, SignedAnswer } from "#domain/nodes/node-call.ts";
import { enrolmentTokenMaxCharacters } from "#domain/report-limits.ts";
import type { NodeKeys } from "#platform/nodes/node-keys.ts";
import { nodeName } from "#platform/settings/setting-schemas.ts";
import { schemaVersion } from "#store/schema/schema-version.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { nodeAddress } from "../kernel/text-input.ts";
import { sameHash, sealingKeySchema, sha256, signingKeySchema } from "../proxies/engine/signatures.ts";
import { type KnownNode, knownNode, otherNodes, pinNode } from "./engine/known-node.ts";
import { nodeNamed, ownNode, requireOwnKeys } from "./engine/own-node.ts";
import { signAnswer } from "./engine/signed-answers.ts";
import { wakeReplication } from "./engine/wake-replication.ts";

/**
 * Takes a node into the installation that shows the one-time token of its invitation, and tells it the keys and addresses of all nodes. The
 * token is then used up, except that the same node may repeat the call with the same keys, because its answer may have been lost. A name
 * belongs to the keys with which it first joined, for ever.
 * @throws NODE_TOKEN_INVALID, NODE_NAME_TAKEN, NODE_NOT_FRESH, NODE_VERSION, NODE_WITHOUT_ADDRESS, INPUT_INVALID
 */
export const joinNode = defineOperation({
  name: "nodes.join",
  input: z.strictObject({
    name: nodeName,
    token: z.string().min(1).max(enrolmentTokenMaxCharacters),
    signingKey: signingKeySchema,
    sealingKey: sealingKeySchema,
    publicAddress: nodeAddress,
    schemaVersion: z.int().min(0),
    /** Key of its own row if it has one: it was a node before. */
    nodeKey: z.guid().nullable(),
    isFresh: z.boolean(),
    nonce: z.string().min(1).max(nodeNonceMaxCharacters),
  }),
  callers: ["anonymous"],
  audit: {
    operation: "NDJN",
    named: ({ name }) => ({ table: "nodeInvitations", name }),
    describe: ({ name, publicAddress }) => ({ ident: name, message: publicAddress }),
  },
  async run(context, { name, token, nonce, ...input }): Promise<SignedAnswer> {
    const signingKey = input.signingKey.x;
    await useToken(context, { name, token, signingKey });
    if (input.schemaVersion !== schemaVersion()) throw new ServiceError("NODE_VERSION", { target: "schemaVersion" });
    const keys = await requireOwnKeys(context);
    const facts = { signingKey, sealingKey: input.sealingKey.x, publicAddress: input.publicAddress };
    const { nodeKey, isFresh } = input;
    const row = await admit(context, { name, nodeKey, isFresh, schemaVersion: input.schemaVersion, keys: facts });
    return signAnswer("join", await answerTo(context, row, { nonce, keys }), keys);
  },
});

interface ShownToken {
  readonly name: string;
  readonly token: string;
  readonly signingKey: string;
}

async function useToken({ store, clock }: CallContext, { name, token, signingKey }: ShownToken): Promise<void> {
  const invitation = await store.lock("nodeInvitations", name);
  const isRight =
    invitation !== undefined &&
    invitation.expiresAt > clock.now() &&
    (invitation.usedBy === null || invitation.usedBy === signingKey) &&
    sameHash(invitation.tokenHash, sha256(token));
  if (!isRight) throw new ServiceError("NODE_TOKEN_INVALID", { detail: name });
  if (invitation.usedBy === null) await store.save("nodeInvitations", { name, usedBy: signingKey });
}

interface Joining {
  readonly name: string;
  readonly nodeKey: string | null;
  readonly isFresh: boolean;
  readonly schemaVersion: number;
  readonly keys: { readonly signingKey: string; readonly sealingKey: string; readonly publicAddress: string };
}

/** Records the joining node, a new one or one that comes back with the keys that it had. */
async function admit(context: CallContext, joining: Joining): Promise<Row<"nodes">> {
  const { store, ids, clock } = context;
  const { name, schemaVersion: schema, keys } = joining;
  const known = await knownNode(context, name);
  const row = await nodeNamed(context, name);
  requireNameFree(store.node, joining, known);
  if (!joining.isFresh && row?.key !== joining.nodeKey) throw new ServiceError("NODE_NOT_FRESH");
  const facts = { ...keys, state: "joining", schemaVersion: schema } as const;
  const saved =
    row === undefined
      ? await store.add("nodes", { key: ids.guid(), id: name, registeredAt: clock.now(), ...facts })
      : await store.save("nodes", { key: row.key, ...facts });
  const isPinned = known?.isPinned ?? false;
  await pinNode(context, { name, nodeKey: saved.key, state: "joining", isPinned, ...keys });
  await wakeReplication(context, { id: name });
  return saved;
}

/** Requires that a name belongs to no other node: not to this one, to an expelled one, nor to one with other keys. */
function requireNameFree(own: string, { name, keys }: Joining, known: KnownNode | undefined): void {
  if (name === own) throw new ServiceError("NODE_NAME_TAKEN", { target: "name" });
  if (known === undefined) return;
  if (known.state === "expelled") throw new ServiceError("NODE_EXPELLED", { target: "name" });
  if (known.signingKey !== keys.signingKey || known.sealingKey !== keys.sealingKey)
    throw new ServiceError("NODE_NAME_TAKEN", { target: "name" });
}

async function answerTo(
  context: CallContext,
  { id: name }: Row<"nodes">,
  { nonce, keys }: { readonly nonce: string; readonly keys: NodeKeys },
): Promise<JoinAnswer> {
  const own = await ownNode(context);
  if (typeof own?.publicAddress !== "string") throw new ServiceError("NODE_WITHOUT_ADDRESS");
  const { signingKey, sealingKey } = keys;
  const cards: NodeCard[] = [];
  for (const other of await otherNodes(context)) {
    const node = await knownNode(context, other);
    if (node !== undefined && takesPart(node.state)) cards.push(cardOf(node));
  }
  const joined = cards.find((card) => card.name === name);
  if (joined === undefined) throw new ServiceError("INTERNAL", { detail: `the joined node ${name} is not known` });
  const by = { name: own.id, key: own.key, publicAddress: own.publicAddress, signingKey, sealingKey };
  return { nonce, by, joined, nodes: cards.filter((card) => card !== joined) };
}

function cardOf({ name, nodeKey: key, publicAddress, signingKey, sealingKey }: KnownNode): NodeCard {
  return { name, key, publicAddress, signingKey, sealingKey };
}
