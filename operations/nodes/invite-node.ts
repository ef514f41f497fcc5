import { z } from "zod";

import type { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { enrolmentTokenMinutes } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import { nodeName } from "#platform/settings/setting-schemas.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { sha256 } from "../proxies/engine/signatures.ts";
import { tokenOf } from "./engine/join-token.ts";
import { knownNode } from "./engine/known-node.ts";
import { requireOwnKeys } from "./engine/own-node.ts";

const minuteMs = 60_000;

/** Invitation of a node. The token is shown only once; only the hash of its secret part is stored. */
export interface NodeInvitation {
  readonly name: string;
  readonly token: Secret;
  readonly expiresAt: number;
}

/**
 * Makes the one-time token with which a node of a name joins the installation. A node that joins gets everything, secrets included. The
 * token also tells the joining node the key of this one, so that neither believes a stranger.
 * @throws FORBIDDEN, NODE_NAME_TAKEN, NODE_EXPELLED, NODE_WITHOUT_KEYS
 */
export const inviteNode = defineOperation({
  name: "nodes.invite",
  input: z.strictObject({ name: nodeName }),
  callers: ["user", "engine"],
  proof: "fresh",
  policies: [{ name: policyOf.action("nodes/invite") }],
  audit: { operation: "NDIN", describe: ({ name }) => ({ ident: name }) },
  async run(context, { name }): Promise<NodeInvitation> {
    const { store, clock, ids, caller } = context;
    const { signingKey } = await requireOwnKeys(context);
    if (name === store.node) throw new ServiceError("NODE_NAME_TAKEN", { target: "name" });
    if ((await knownNode(context, name))?.state === "expelled")
      throw new ServiceError("NODE_EXPELLED", { target: "name" });
    const secret = ids.token();
    const expiresAt = clock.now() + enrolmentTokenMinutes * minuteMs;
    await store.save("nodeInvitations", {
      name,
      tokenHash: sha256(secret),
      expiresAt,
      invitedByKey: caller.kind === "user" ? caller.key : null,
      usedBy: null,
    });
    return { name, token: tokenOf(secret, signingKey), expiresAt };
  },
});
