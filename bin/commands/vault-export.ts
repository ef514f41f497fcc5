import { createReadStream, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

import { type Command, Option } from "commander";

import { Secret } from "#connectors/contract/index.ts";
import { csvLine, guarded, spreadsheetMark } from "#domain/write-csv.ts";
import type { ExportedEntry } from "#operations/vault/engine/export-pages.ts";
import type { ExportOpener } from "#operations/vault/engine/open-export.ts";
import type { VaultExport } from "#operations/vault/export-vault.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { stopSignal } from "../lifecycle.ts";
import { withNewFiles } from "../new-file.ts";
import { wholeNumber } from "../option-values.ts";
import { createProgress } from "../progress.ts";
import { readText } from "../read-text.ts";
import { onService } from "../with-service.ts";

/** Adds `gatehouse vault export` and `gatehouse vault open-export`. */
export function addExportCommands(vault: Command): void {
  vault
    .command("export")
    .description("Export the vault, encrypted for a public key or for shares of which some can open it")
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
    .description("Open an export with the recipient's private key or with shares (works without an installation)")
    .argument("<file>", "a file that gatehouse vault export has written")
    .addOption(
      new Option("--to <folder>", "write in clear what it holds into this folder; no file there is replaced").conflicts(
        "print",
      ),
    )
    .option("--print", "print the entries with their passwords as comma-separated values")
    .option("--raw", "write every value as it is, for programs and other vaults: a spreadsheet may run formulas in it")
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
  const input = exportInput(flags);
  const count = "shares" in input ? input.shares : 0;
  const shareFiles = Array.from({ length: count }, (_, index) => `${file}.share-${index + 1}`);
  const stop = stopSignal();
  const made = await withNewFiles([file, ...shareFiles], async ([whole, ...rest]) => {
    const sealed = await sealInto((line) => whole?.write(`${line}\n`), { input, stop });
    for (const [index, share] of sealed.shares.entries()) share.use((text) => rest[index]?.write(text));
    return sealed;
  });
  console.log(`exported  ${made.form.id}  ${file}`);
  console.log(`entries   ${made.entries}`);
  sayWho(made.form.sealedTo, shareFiles);
  if (made.unopened.length === 0) return;
  for (const key of made.unopened) console.log(`vaultEntries.secret  ${key}`);
  throw new CliError(
    `${made.unopened.length} of the entries do not open with the key ring and are exported without a password. Look at 'gatehouse vault verify'.`,
  );
}

function sayWho(sealedTo: VaultExport["form"]["sealedTo"], shareFiles: readonly string[]): void {
  if ("threshold" in sealedTo) {
    console.log(`shares    ${sealedTo.threshold} of ${sealedTo.shares} open it: ${shareFiles.join(" ")}`);
    console.log("Give each share to another person, keep none beside the export, and remove the files here.");
  } else console.log(`key       ${sealedTo.keyFingerprint}`);
}

async function sealInto(
  write: (line: string) => void,
  { input, stop }: { readonly input: ReturnType<typeof exportInput>; readonly stop: AbortSignal },
): Promise<VaultExport> {
  const { exportVault: operation } = await import("#operations/vault/export-vault.ts");
  try {
    return await createProgress(process.stderr).step(
      "Exporting",
      (report) =>
        onService(operation, {
          ...input,
          write: (line: string, entries: number) => {
            if (stop.aborted) throw stopped();
            write(line);
            report(`${entries} entries`);
          },
        }),
      ({ entries }) => `${entries} entries`,
    );
  } catch (error) {
    throw stop.aborted ? stopped() : error;
  }
}

const stopped = () => new CliError("Stopped before the end; nothing is left of the file.", ExitCode.Interrupted);

function exportInput({ recipient, shares, threshold }: ExportFlags) {
  if (recipient !== undefined) return { recipient: readText(recipient, "public key") };
  if (shares !== undefined && threshold !== undefined) {
    return { shares, threshold };
  }
  throw new CliError("Say to whom the export is sealed: --recipient, or --shares with --threshold.", ExitCode.Usage);
}

interface OpenFlags {
  readonly to?: string;
  readonly print?: true;
  readonly raw?: true;
  readonly key?: string;
  readonly keyPassphraseFile?: string;
  readonly share?: readonly string[];
}

async function openExport(file: string, flags: OpenFlags): Promise<void> {
  const { openExport: open } = await import("#operations/vault/engine/open-export.ts");
  const { exportedNames, openPages } = await import("#operations/vault/engine/export-pages.ts");
  const opener = openerOf(flags);
  const stop = stopSignal();
  const lines = linesOf(file);
  const first = await lines.next();
  const opened = await open({ name: file, text: first.done === true ? "" : first.value }, opener);
  const takeAll = (write: (text: string) => void) =>
    writeTable(openPages({ id: opened.id, key: opened.pageKey, file }, lines), {
      names: exportedNames,
      raw: flags.raw ?? false,
      stop,
      write,
    });
  if (flags.print) return sayGuarded(await takeAll((text) => process.stdout.write(text)));
  const paths = flags.to === undefined ? [] : pathsIn(resolve(flags.to), [...opened.contents.keys()]);
  const written = await withNewFiles(paths, async (files) => {
    const [table, ...others] = files;
    const texts = [...opened.contents.values()];
    for (const [index, other] of others.entries()) texts[index]?.use((text) => other.write(text));
    if (!flags.raw) table?.write(spreadsheetMark);
    return takeAll((text) => table?.write(text));
  });
  console.log(`opened    ${opened.id}, made ${opened.madeAt}`);
  console.log(`entries   ${written.entries}`);
  for (const path of paths) console.log(`written   ${path}`);
  if (paths.length > 0) sayGuarded(written);
  else console.log("Nothing was written: --to <folder> writes it in clear, --print prints the passwords.");
}

interface TableWriting {
  readonly names: readonly (keyof ExportedEntry)[];
  readonly raw: boolean;
  readonly stop: AbortSignal;
  write(text: string): void;
}

/** Number of entries in a table, and of passwords with an apostrophe in front. */
interface WrittenTable {
  readonly entries: number;
  readonly guardedPasswords: number;
}

async function writeTable(
  pages: AsyncIterable<readonly ExportedEntry[]>,
  { names, raw, stop, write }: TableWriting,
): Promise<WrittenTable> {
  const form = raw ? "raw" : "spreadsheet";
  write(csvLine(names, form));
  let entries = 0;
  let guardedPasswords = 0;
  for await (const page of pages) {
    if (stop.aborted) throw stopped();
    for (const entry of page) {
      write(
        csvLine(
          names.map((name) => String(entry[name] ?? "")),
          form,
        ),
      );
      if (!raw && entry.password !== null && guarded(entry.password) !== entry.password) guardedPasswords += 1;
    }
    entries += page.length;
  }
  return { entries, guardedPasswords };
}

/** Prints that some passwords are not written literally, so that no one enters a wrong one. */
function sayGuarded({ guardedPasswords }: WrittenTable): void {
  if (guardedPasswords === 0) return;
  console.error(
    `${guardedPasswords} password(s) look like formulas and have an apostrophe (') in front of that part, which does not belong to them. --raw writes all as they are.`,
  );
}

function pathsIn(folder: string, names: readonly string[]): readonly string[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return ["passwords.csv", ...names].map((name) => join(folder, name));
}

async function* linesOf(file: string): AsyncGenerator<string, undefined> {
  try {
    const input = createReadStream(file, "utf8");
    yield* createInterface({ input, crlfDelay: Infinity });
  } catch (error) {
    throw new CliError(`The export '${file}' cannot be read.`, ExitCode.Usage, error);
  }
  return undefined;
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

const exportHelp = `
An export holds every entry of the vault with its account and password, and the key ring, also one that is wrapped: with a copy of the database that
opens every other secret. It is sealed, so it may lie where backups lie; what opens it must not. It is as old as its passwords: make new ones often.

Examples:
  gatehouse vault export /mnt/safe/vault.export --recipient escrow.pem
  gatehouse vault export /mnt/safe/vault.export --shares 5 --threshold 3
`;

const openHelp = `
Without --to and --print it only proves that the whole export opens, and says how many entries it holds. The table is for spreadsheets: what they
would take for a formula has an apostrophe in front, also in passwords, and it is said how many. With --raw every value stands there as it is.

Examples:
  gatehouse vault open-export vault.export --key escrow-private.pem
  gatehouse vault open-export vault.export --to opened --key escrow-private.pem
  gatehouse vault open-export vault.export --to opened --share vault.export.share-1 vault.export.share-4 vault.export.share-5
`;
