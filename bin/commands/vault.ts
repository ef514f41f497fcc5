import type { Command } from "commander";

import type { KeyFacts } from "#platform/keys/key-ring-file.ts";
import type { SealedCount } from "#store/vault.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { stopSignal } from "../lifecycle.ts";
import { createProgress } from "../progress.ts";
import { passOver } from "../vault-pass.ts";
import { onService, withService } from "../with-service.ts";
import { addExportCommands } from "./vault-export.ts";
import { addProve } from "./vault-prove.ts";
import { addRotateKey } from "./vault-rotate.ts";
import { addWrapCommands } from "./vault-wrap.ts";

/** Adds `gatehouse vault status | verify | rotate-key | remove-key | wrap | unwrap | export | open-export`: all but the last work on this installation's database and key ring. */
export function addVaultCommand(program: Command): void {
  const vault = program.command("vault").description("Manage the vault and its keys").addHelpText("after", help);
  vault
    .command("status")
    .description("List vault keys with the number of texts that each seals, by column")
    .option("--json", "print it as JSON")
    .action(async ({ json = false }: { json?: boolean }) => {
      const { vaultStatus } = await import("#operations/vault/vault-status.ts");
      const status = await onService(vaultStatus, {});
      if (json) console.log(JSON.stringify(status, null, 2));
      else for (const line of statusLines(status)) console.log(line);
    });
  vault
    .command("verify")
    .description("Verify that every sealed text can be opened (no secrets are shown)")
    .action(verify);
  addRotateKey(vault);
  addProve(vault);
  vault
    .command("remove-key")
    .description("Remove an older vault key that seals no text (cannot be undone)")
    .argument("<id>", "id of the key")
    .action(async (kid: string) => {
      const { removeKey } = await import("#operations/vault/remove-key.ts");
      await onService(removeKey, { kid });
      console.log(`removed  ${kid}`);
    });
  addWrapCommands(vault);
  addExportCommands(vault);
}

const help = `
The keys stand in keys.json of the data folder. A rotation adds one and wraps every sealed text with it while the service runs; the
older one opens what is left, until it is removed. Back the data folder up after each rotation: docs/vault.md.

Examples:
  gatehouse vault status
  gatehouse vault verify
  gatehouse vault rotate-key
  gatehouse vault remove-key 3f0c9a7be215
`;

interface Status {
  readonly wrapped: boolean;
  readonly keys: readonly KeyFacts[];
  readonly counts: readonly SealedCount[];
}

function statusLines({ wrapped, keys, counts }: Status): readonly string[] {
  const known = new Set(keys.filter(({ state }) => state !== "removed").map(({ kid }) => kid));
  const lost = counts.filter(({ kid }) => kid === null || !known.has(kid));
  return [
    wrapped
      ? "wrapped  only its passphrase opens the key ring"
      : "clear    no passphrase is needed to open the key ring",
    ...keys.flatMap(({ kid, state, createdAt, removedAt }) => [
      `${state.padEnd(8)} ${kid}  since ${createdAt}${removedAt === undefined ? "" : `, removed ${removedAt}`}`,
      ...counts.filter((count) => count.kid === kid).map(countLine),
    ]),
    ...(lost.length === 0 ? [] : ["No key of the ring opens these; 'gatehouse vault verify' names them:"]),
    ...lost.map((count) => `${countLine(count)}  ${count.kid ?? "not a sealed text"}`),
  ];
}

function countLine({ table, column, texts }: SealedCount): string {
  return `  ${`${table}.${column}`.padEnd(36)} ${texts}`;
}

async function verify(): Promise<void> {
  const { verifyTexts } = await import("#operations/vault/verify-texts.ts");
  const stop = stopSignal();
  const found = await withService(({ call }) =>
    createProgress(process.stderr).step(
      "Vault",
      (report) => passOver((from) => call(verifyTexts, from), { stop, onPage: (done) => report(`${done} texts`) }),
      ({ done, broken }) => `${done} texts open, ${broken.length} do not`,
      () => !stop.aborted,
    ),
  );
  for (const { table, column, key, reason } of found.broken) console.log(`${table}.${column}  ${key}  ${reason}`);
  if (stop.aborted) throw new CliError("Stopped before the end.", ExitCode.Interrupted);
  if (found.broken.length === 0) return;
  throw new CliError(
    `${found.broken.length} sealed text(s) do not open. Restore the keys.json that has their key, or set those secrets anew.`,
  );
}
