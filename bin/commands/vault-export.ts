import { closeSync, existsSync, mkdirSync, openSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { type Command, Option } from "commander";

import { Secret } from "#connectors/contract/index.ts";
import type { ExportOpener } from "#operations/vault/engine/open-export.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { wholeNumber } from "../option-values.ts";
import { readText } from "../read-text.ts";
import { onService } from "../with-service.ts";

/** Adds `gatehouse vault export` and `gatehouse vault open-export`. */
export function addExportCommands(vault: Command): void {
  vault
    .command("export")
    .description(
      "Seals what opens the vault without this installation: to a public key, or to shares of which some open it.",
    )
    .argument("<file>", "the file to write; one that is there is not replaced")
    .option(
      "--recipient <file>",
      "public key of the recipient: PEM (also a certificate) or JWK; RSA, X25519, P-256, P-384 or P-521",
    )
    .addOption(
      new Option("--shares <n>", "make so many shares instead, each in a file <file>.share-<number>")
        .argParser(wholeNumber)
        .conflicts("recipient"),
    )
    .addOption(
      new Option("--threshold <m>", "how many of the shares open the export")
        .argParser(wholeNumber)
        .conflicts("recipient"),
    )
    .addHelpText("after", exportHelp)
    .action(exportVault);
  vault
    .command("open-export")
    .description("Opens an export with the recipient's private key or with shares; needs no installation.")
    .argument("<file>", "a file that gatehouse vault export has written")
    .requiredOption(
      "--to <folder>",
      "the folder into which its contents are written in clear; no file there is replaced",
    )
    .option("--key <file>", "private key of the recipient, PEM or JWK")
    .option("--key-passphrase-file <file>", "passphrase of that key")
    .addOption(new Option("--share <files...>", "share files, as many as open the export").conflicts("key"))
    .addHelpText("after", openHelp)
    .action(openExport);
}

interface ExportFlags {
  readonly recipient?: string;
  readonly shares?: number;
  readonly threshold?: number;
}

async function exportVault(file: string, flags: ExportFlags): Promise<void> {
  const { exportVault: operation } = await import("#operations/vault/export-vault.ts");
  const input = exportInput(flags);
  const count = "shares" in input ? input.shares : 0;
  const shareFiles = Array.from({ length: count }, (_, index) => `${file}.share-${index + 1}`);
  // Before an export is made and audited that nobody could have.
  refuseExisting([file, ...shareFiles]);
  const { form, shares } = await onService(operation, input);
  const texts = [new Secret(`${JSON.stringify(form, null, 2)}\n`), ...shares];
  writeAll([file, ...shareFiles].map((path, index) => [path, texts[index] ?? new Secret("")]));
  console.log(`exported  ${form.id}  ${file}`);
  const { sealedTo } = form;
  if ("threshold" in sealedTo) {
    console.log(`shares    ${sealedTo.threshold} of ${sealedTo.shares} open it: ${shareFiles.join(" ")}`);
    console.log("Give each share to another person, keep none beside the export, and remove the files here.");
  } else console.log(`key       ${sealedTo.keyFingerprint}`);
}

function exportInput({ recipient, shares, threshold }: ExportFlags) {
  if (recipient !== undefined) return { recipient: readText(recipient, "public key") };
  if (shares !== undefined && threshold !== undefined) {
    return { shares, threshold };
  }
  throw new CliError("Say to whom the export is sealed: --recipient, or --shares with --threshold.", ExitCode.Usage);
}

interface OpenFlags {
  readonly to: string;
  readonly key?: string;
  readonly keyPassphraseFile?: string;
  readonly share?: readonly string[];
}

async function openExport(file: string, flags: OpenFlags): Promise<void> {
  const { openExport: open } = await import("#operations/vault/engine/open-export.ts");
  const opened = await open({ name: file, text: readText(file, "export") }, openerOf(flags));
  const folder = resolve(flags.to);
  const paths = [...opened.contents].map(([name, text]) => [join(folder, name), text] as const);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  refuseExisting(paths.map(([path]) => path));
  writeAll(paths);
  console.log(`opened    ${opened.id}, made ${opened.madeAt}`);
  for (const [path] of paths) console.log(`written   ${path}`);
}

function openerOf({ key, keyPassphraseFile, share }: OpenFlags): ExportOpener {
  if (key !== undefined) {
    const passphrase =
      keyPassphraseFile === undefined
        ? undefined
        : new Secret(readText(keyPassphraseFile, "passphrase").replace(/\r?\n$/, ""));
    return { privateKey: new Secret(readText(key, "private key")), passphrase };
  }
  if (share !== undefined) return { shares: share.map((name) => ({ name, text: readText(name, "share") })) };
  throw new CliError("Say what opens the export: --key, or --share with the files of shares.", ExitCode.Usage);
}

function refuseExisting(paths: readonly string[]): void {
  const there = paths.find((path) => existsSync(path));
  if (there === undefined) return;
  throw new CliError(`${there} is there already, and nothing is replaced. Choose another name, or move it away.`);
}

/** Writes files for their owner alone: all, or none. */
function writeAll(files: readonly (readonly [string, Secret])[]): void {
  const written: string[] = [];
  try {
    for (const [path, secret] of files) {
      closeSync(openSync(path, "wx", 0o600));
      written.push(path);
      secret.use((text) => writeFileSync(path, text, { flush: true }));
    }
  } catch (error) {
    for (const path of written) rmSync(path, { force: true });
    throw error;
  }
}

const exportHelp = `
An export holds the key ring in clear, also of a ring that is wrapped. With a copy of the database it opens every secret; without one, nothing.
It is sealed, so it may lie where backups lie; what opens it must not. Make a new one after each 'gatehouse vault rotate-key'.

Examples:
  gatehouse vault export /mnt/safe/vault.export --recipient escrow.pem
  gatehouse vault export /mnt/safe/vault.export --shares 5 --threshold 3
`;

const openHelp = `
Examples:
  gatehouse vault open-export vault.export --to opened --key escrow-private.pem
  gatehouse vault open-export vault.export --to opened --share vault.export.share-1 vault.export.share-4 vault.export.share-5
`;
