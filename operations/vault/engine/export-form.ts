import { createHash } from "node:crypto";

import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { exportSharesMax, exportSharesMin } from "#domain/vault-export-limits.ts";

const count = z.int().min(exportSharesMin).max(exportSharesMax);

/** Schema of the first line of an export: the key or shares that open it, and the sealed contents (JWE, RFC 7516). */
export const exportForm = z.strictObject({
  gatehouseExport: z.literal(1),
  id: z.guid(),
  madeAt: z.string(),
  sealedTo: z.union([
    z.strictObject({ keyFingerprint: z.string() }),
    z.strictObject({ shares: count, threshold: count, fingerprints: z.array(z.string()) }),
  ]),
  sealed: z.string(),
});

/** First line of an export. */
export type ExportForm = z.infer<typeof exportForm>;

/** Schema of one share of an export's key, in its own file. */
export const shareForm = z.strictObject({
  gatehouseShare: z.literal(1),
  export: z.guid(),
  number: z.int().min(1),
  shares: count,
  threshold: count,
  share: z.base64url(),
  fingerprint: z.string(),
});

/** One share of the key of an export. */
export type ShareForm = z.infer<typeof shareForm>;

/**
 * Schema of the sealed contents of the first line: the texts by the names of their sources, the key of the following pages, and the ID,
 * which no one can exchange there.
 */
export const exportContents = z.strictObject({
  id: z.guid(),
  pageKey: z.base64url(),
  contents: z.record(z.string(), z.string()),
});

/** Returns the fingerprint that tells a share from others. */
export function shareFingerprint({
  export: id,
  number,
  share,
}: Pick<ShareForm, "export" | "number" | "share">): string {
  return createHash("sha256")
    .update(JSON.stringify([id, number, share]))
    .digest("base64url");
}

/** Makes the refusal of an export that cannot be made or opened, in words. */
export function refusedExport(message: string): ServiceError {
  return new ServiceError("VAULT_EXPORT_REFUSED", { message });
}
