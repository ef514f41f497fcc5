import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";

import type { CallContext } from "../context.ts";
import { defineOperation } from "../define-operation.ts";
import type { ExportForm } from "./engine/export-form.ts";
import { exportSharesMax, exportSharesMin } from "./engine/export-limits.ts";
import { exportSources } from "./engine/export-sources.ts";
import { sealToRecipient, sealToShares } from "./engine/seal-export.ts";

const count = z.int().min(exportSharesMin).max(exportSharesMax);
const input = z.union([z.strictObject({ recipient: z.string() }), z.strictObject({ shares: count, threshold: count })]);
type ExportInput = z.infer<typeof input>;

/** An export of the vault, sealed. */
export interface VaultExport {
  readonly form: ExportForm;
  /** Where it is sealed to shares: the text of each, in the order of their numbers. */
  readonly shares: readonly Secret[];
}

/**
 * Seals what opens the vault without this installation: to a public key, or to shares of which some open it.
 * @throws VAULT_EXPORT_REFUSED
 */
export const exportVault = defineOperation<ExportInput, VaultExport, VaultExport>({
  name: "vault.export",
  input,
  callers: ["engine"],
  audit: {
    operation: "VKEX",
    describe: (_input, output) =>
      output === undefined ? {} : { ident: output.form.id, message: sealedToWords(output.form) },
  },
  // Sealing takes time, so outside of the transaction; without the audit row nobody gets it.
  prepare: (context, to) => seal(context, to),
  run: (_context, _input, sealed) => Promise.resolve(sealed),
});

async function seal(context: CallContext, to: ExportInput): Promise<VaultExport> {
  const contents = Object.fromEntries(exportSources.map(({ name, read }) => [name, read(context)]));
  const parts = { id: context.ids.guid(), madeAt: new Date(context.clock.now()).toISOString(), contents };
  if ("recipient" in to) return { form: await sealToRecipient(parts, to.recipient), shares: [] };
  const { form, shares } = await sealToShares(parts, to);
  return { form, shares: shares.map((share) => new Secret(`${JSON.stringify(share, null, 2)}\n`)) };
}

function sealedToWords({ sealedTo }: ExportForm): string {
  return "threshold" in sealedTo
    ? `${sealedTo.threshold} of ${sealedTo.shares} shares`
    : `key ${sealedTo.keyFingerprint}`;
}
