import { CompactEncrypt, compactDecrypt, importJWK } from "jose";
import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { changedNameMaxCharacters } from "#domain/node-limits.ts";
import type { ReplicatedChange } from "#domain/replication/replicated-change.ts";
import { type NodeKeys, sealingJwk } from "#platform/nodes/node-keys.ts";
import { refused } from "#platform/nodes/read-answer.ts";
import type { SentSecret } from "#store/replication/replication.ts";

/** Most secrets of a change. */
const secretsMax = 8;
const type = "gatehouse-replication+jwe";

/** Seals the secrets of an answer to the key of the asking node: one JWE, which only that node can open. Null if there are none. */
export async function sealSecrets(secrets: readonly SentSecret[], sealingKey: string): Promise<string | null> {
  if (secrets.length === 0) return null;
  const opened = secrets.map(({ secret, ...place }) => ({ ...place, secret: secret.use((text) => text) }));
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(opened)))
    .setProtectedHeader({ alg: "ECDH-ES", enc: "A256GCM", typ: type })
    .encrypt(await importJWK({ ...sealingJwk(sealingKey) }, "ECDH-ES"));
}

const content = z.array(
  z.strictObject({
    origin: z.string(),
    seq: z.int().min(1),
    column: z.string().min(1).max(changedNameMaxCharacters),
    secret: z.string(),
  }),
);

/**
 * Opens the secrets of an answer. Each must belong to one of its changes.
 * @throws NODE_ANSWER_REFUSED
 */
export async function openSecrets(
  jwe: string | null,
  changes: readonly ReplicatedChange[],
  { sealingKey, sealingSecret }: NodeKeys,
): Promise<readonly SentSecret[]> {
  if (jwe === null) return [];
  const d = sealingSecret.use((text) => text);
  let opened: z.infer<typeof content>;
  try {
    const { plaintext, protectedHeader } = await compactDecrypt(
      jwe,
      await importJWK({ ...sealingJwk(sealingKey), d }, "ECDH-ES"),
      { keyManagementAlgorithms: ["ECDH-ES"], contentEncryptionAlgorithms: ["A256GCM"] },
    );
    if (protectedHeader.typ !== type) throw new Error("another type");
    const listed: unknown = JSON.parse(new TextDecoder().decode(plaintext));
    // The shape of each is only asked of as many as there can be.
    if (!Array.isArray(listed) || listed.length > changes.length * secretsMax) throw new Error("too many");
    opened = content.parse(listed);
  } catch {
    // The reason could quote a secret.
    throw refused("secrets");
  }
  const places = new Set(changes.map(({ origin, seq }) => `${origin} ${seq}`));
  if (!opened.every(({ origin, seq }) => places.has(`${origin} ${seq}`))) throw refused("secrets");
  return opened.map(({ secret, ...place }) => ({ ...place, secret: new Secret(secret) }));
}
