import { compactDecrypt, importJWK } from "jose";
import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { passwordMaxBytes } from "#domain/limits.ts";
import { sealedPasswordType, type SealedPassword } from "#domain/password-sync/sender-call.ts";
import { canonicalJson } from "#domain/requests/order.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import type { EnrolledSender } from "./calling-sender.ts";

const content = z.looseObject({
  password: z
    .string()
    .min(1)
    .refine((text) => Buffer.byteLength(text) <= passwordMaxBytes)
    // As in the bodies of calls: a target system would get another text.
    .refine((text) => text.isWellFormed() && !text.includes("\u0000")),
});

/**
 * Opens a password that a sender has sealed. The sealed text must be about the same account, and the same report, as its call: `bound` is all
 * that it holds besides the password.
 * @throws SEALED_PASSWORD_INVALID
 */
export async function openPassword(
  { store }: Pick<ServiceContext, "store">,
  { key, receivingKey, receivingSecret }: EnrolledSender,
  { jwe, bound }: { readonly jwe: string; readonly bound: Omit<SealedPassword, "password" | "sender"> },
): Promise<Secret> {
  const at = { table: "passwordSenders", key, column: "receivingSecret" } as const;
  const d = store.unseal(receivingSecret, at).use((text) => text);
  try {
    const opened = await compactDecrypt(jwe, await importJWK({ ...receivingKey, d }, "ECDH-ES"), {
      keyManagementAlgorithms: ["ECDH-ES"],
      contentEncryptionAlgorithms: ["A256GCM"],
    });
    if (opened.protectedHeader.typ !== sealedPasswordType) throw invalid("another type");
    const { password, ...rest } = content.parse(JSON.parse(new TextDecoder().decode(opened.plaintext)));
    if (canonicalJson(rest) !== canonicalJson({ ...bound, sender: key })) throw invalid("about another call");
    return new Secret(password);
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    // The reason could quote the password.
    throw invalid("not readable");
  }
}

function invalid(detail: string): ServiceError {
  return new ServiceError("SEALED_PASSWORD_INVALID", { target: "jwe", detail });
}
