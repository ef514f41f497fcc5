import { createHash } from "node:crypto";

import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { exportSharesMax, exportSharesMin } from "#domain/vault-export-limits.ts";

const count = z.int().min(exportSharesMin).max(exportSharesMax);

/** The first line of an export: what it is sealed to, and the sealed contents (JWE, RFC 7516). */
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

/** An export in its file. */
export type ExportForm = z.infer<typeof exportForm>;

/** One share of the key of an export, in a file of its own. */
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

/** What is sealed in the first line: the texts by the names of their sources, the key of the pages behind it, and the id that nobody can exchange then. */
export const exportContents = z.strictObject({
  id: z.guid(),
  pageKey: z.base64url(),
  contents: z.record(z.string(), z.string()),
});

/** The fingerprint by which a share is told from another one. */
export function shareFingerprint({
  export: id,
  number,
  share,
}: Pick<ShareForm, "export" | "number" | "share">): string {
  return createHash("sha256")
    .update(JSON.stringify([id, number, share]))
    .digest("base64url");
}

/** An export that cannot be made or opened, in words. */
export function refusedExport(message: string): ServiceError {
  return new ServiceError("VAULT_EXPORT_REFUSED", { message });
}
