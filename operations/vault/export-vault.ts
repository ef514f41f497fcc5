import { randomBytes } from "node:crypto";

import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { exportSharesMax, exportSharesMin } from "#domain/vault-export-limits.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { exportedEntries } from "./engine/export-entries.ts";
import type { ExportForm } from "./engine/export-form.ts";
import { sealPage } from "./engine/export-pages.ts";
import { exportSources } from "./engine/export-sources.ts";
import { sealToRecipient, sealToShares } from "./engine/seal-export.ts";

/** Writes one line of an export, with the number of passwords so far; an error ends the export. */
export type WriteLine = (line: string, entries: number) => void;

const count = z.int().min(exportSharesMin).max(exportSharesMax);
const write = z.custom<WriteLine>((value) => typeof value === "function");
const input = z.union([
  z.strictObject({ recipient: z.string(), write }),
  z.strictObject({ shares: count, threshold: count, write }),
]);
type ExportInput = z.infer<typeof input>;

/** An export of the vault, whose sealed lines have been written. */
export interface VaultExport {
  readonly form: ExportForm;
  /** Texts of the shares, in the order of their numbers; empty without shares. */
  readonly shares: readonly Secret[];
  /** Number of its passwords. */
  readonly entries: number;
  /** Keys of the entries whose password could not be unsealed; they are exported without one. */
  readonly unopened: readonly string[];
}

/**
 * Seals every entry of the vault, and everything that opens the vault without this installation, to a public key, or to shares of which
 * some open it. The lines are written a page at a time; the caller must discard them if the call fails.
 * @throws VAULT_EXPORT_REFUSED
 */
export const exportVault = defineOperation<ExportInput, VaultExport, VaultExport>({
  name: "vault.export",
  input,
  callers: ["engine"],
  audit: {
    operation: "VKEX",
    describe: (_input, output) =>
      output === undefined
        ? {}
        : { ident: output.form.id, message: `${output.entries} passwords, ${sealedToWords(output.form)}` },
  },
  // Sealing takes time, so it runs outside of the transaction; without the audit row the caller discards the result.
  prepare: (context, to) => seal(context, to),
  run: (_context, _input, sealed) => Promise.resolve(sealed),
});

async function seal(context: CallContext, to: ExportInput): Promise<VaultExport> {
  const contents = Object.fromEntries(exportSources.map(({ name, read }) => [name, read(context)]));
  const pageKey = new Secret(randomBytes(32).toString("base64url"));
  const made = { id: context.ids.guid(), madeAt: new Date(context.clock.now()).toISOString() };
  const parts = { ...made, pageKey, contents };
  const { form, shares } =
    "recipient" in to
      ? { form: await sealToRecipient(parts, to.recipient), shares: [] }
      : await sealToShares(parts, to);
  to.write(JSON.stringify(form), 0);
  const written = await writePages(context, { id: made.id, pageKey, write: to.write });
  const texts = shares.map((share) => new Secret(`${JSON.stringify(share, null, 2)}\n`));
  return { form, shares: texts, ...written };
}

async function writePages(
  { store }: CallContext,
  parts: { readonly id: string; readonly pageKey: Secret; readonly write: WriteLine },
): Promise<Pick<VaultExport, "entries" | "unopened">> {
  const { id, pageKey } = parts;
  const unopened: string[] = [];
  let entries = 0;
  let number = 0;
  for await (const page of exportedEntries(store)) {
    number += 1;
    entries += page.length;
    unopened.push(...page.filter(({ password }) => password === null).map(({ entry }) => entry));
    parts.write(await sealPage(pageKey, { id, number, last: false, entries: [...page] }), entries);
  }
  parts.write(await sealPage(pageKey, { id, number: number + 1, last: true, entries: [] }), entries);
  return { entries, unopened };
}

function sealedToWords({ sealedTo }: ExportForm): string {
  return "threshold" in sealedTo
    ? `sealed to ${sealedTo.threshold} of ${sealedTo.shares} shares`
    : `sealed to the key ${sealedTo.keyFingerprint}`;
}
