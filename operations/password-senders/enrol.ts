import { generateKeyPairSync } from "node:crypto";

import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import type { SenderSettings } from "#domain/password-sync/sender-call.ts";
import type { PublicKey } from "#domain/proxies/public-key.ts";
import { enrolmentTokenMaxCharacters } from "#domain/report-limits.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { enrolmentBy } from "../proxies/engine/keyed-callers.ts";
import { signingKeySchema } from "../proxies/engine/signatures.ts";
import { settingsOf } from "./engine/calling-sender.ts";

/**
 * Stores the key of a password sender that shows its one-time token, and makes the pair to which it seals passwords. The token is then used
 * up, except that the same sender may repeat the call with the same key, because its answer may have been lost.
 * @throws PROXY_TOKEN_INVALID
 */
export const enrolPasswordSender = defineOperation({
  name: "passwordSenders.enrol",
  input: z.strictObject({
    senderKey: keyInput,
    token: z.string().min(1).max(enrolmentTokenMaxCharacters),
    signingKey: signingKeySchema,
  }),
  callers: ["anonymous"],
  audit: {
    operation: "PSEN",
    named: ({ senderKey }) => ({ table: "passwordSenders", name: senderKey }),
    describe: ({ senderKey }) => ({ ident: senderKey }),
  },
  prepare: async () => newPair(),
  async run(context, { senderKey, token, signingKey }, pair): Promise<SenderSettings> {
    const { store, clock } = context;
    const now = clock.now();
    const sender = await store.lock("passwordSenders", senderKey);
    const by = sender && enrolmentBy(sender, { token, signingKey, now });
    if (sender === undefined || by === "refused") throw new ServiceError("PROXY_TOKEN_INVALID", { detail: senderKey });
    if (by === "first") {
      const receivingSecret = store.seal(pair.secret, {
        table: "passwordSenders",
        key: senderKey,
        column: "receivingSecret",
      });
      const keys = { signingKey, receivingKey: pair.receivingKey, receivingSecret };
      await store.save("passwordSenders", { key: senderKey, status: "enrolled", enrolledAt: now, ...keys });
    }
    const saved = await store.save("passwordSenders", { key: senderKey, lastSeenAt: now });
    return settingsOf(context, { ...saved, receivingKey: saved.receivingKey ?? pair.receivingKey });
  },
});

/** Pair to which a sender seals passwords. */
interface ReceivingPair {
  readonly receivingKey: PublicKey;
  readonly secret: Secret;
}

function newPair(): ReceivingPair {
  const { kty = "", crv = "", x = "", d = "" } = generateKeyPairSync("x25519").privateKey.export({ format: "jwk" });
  return { receivingKey: { kty, crv, x }, secret: new Secret(d) };
}
