import { type Command, Option } from "commander";

import { Secret } from "#connectors/contract/index.ts";
import { readCsv } from "#domain/csv.ts";
import { csvLine, guarded, spreadsheetMark } from "#domain/write-csv.ts";
import type { FileOpener } from "#operations/kernel/sealed-files/open-sealed.ts";
import type { SealedForm } from "#operations/kernel/sealed-files/sealed-form.ts";

import { askSecret } from "../ask-secret.ts";
import { CliError } from "../cli-error.ts";
import { entityPath } from "../entity-path.ts";
import { withNewFiles } from "../new-file.ts";
import { readText } from "../read-text.ts";
import type { RestClient } from "../rest-client.ts";
import { addSignInOptions, restClientOf, type SignInOptions } from "../sign-in-options.ts";
import { keyOfMassReset } from "./mass-reset-reads.ts";

/** Adds `gatehouse mass-reset download` and `gatehouse mass-reset open`. */
export function addMassResetFileCommands(massReset: Command): void {
  addSignInOptions(
    massReset
      .command("download")
      .description("Download the passwords of a mass reset once, sealed by a passphrase or for a public key"),
  )
    .argument("<key>", "key or number of the mass reset, which has ended")
    .argument("<file>", "the file to write; one that is there is not replaced")
    .addOption(
      new Option(
        "--recipient <file>",
        "public key of the reader: PEM (also a certificate) or JWK; RSA, X25519, P-256, P-384 or P-521",
      ).conflicts("passphraseFile"),
    )
    .option(
      "--passphrase-file <file>",
      "passphrase by which the file opens; without it and --recipient it is asked for",
    )
    .addHelpText("after", downloadHelp)
    .action(download);
  massReset
    .command("open")
    .description("Open a sealed file of passwords (works without an installation)")
    .argument("<file>", "a file that was downloaded")
    .addOption(new Option("--key <file>", "private key of the reader, PEM or JWK").conflicts("passphraseFile"))
    .option("--key-passphrase-file <file>", "passphrase of that key")
    .option("--passphrase-file <file>", "passphrase of the file; without it and --key it is asked for")
    .option("--to <file>", "write the passwords in clear into this file instead of printing them; it is not replaced")
    .option("--raw", "write every value as it is, for programs: a spreadsheet may run formulas in it")
    .addHelpText("after", openHelp)
    .action(open);
}

interface DownloadFlags extends SignInOptions {
  readonly recipient?: string;
  readonly passphraseFile?: string;
}

interface Downloaded {
  readonly file: string;
  readonly accounts: number;
}

async function download(massReset: string, file: string, flags: DownloadFlags): Promise<void> {
  const { recipient, passphraseFile, ...signIn } = flags;
  const rest = await restClientOf(signIn);
  const key = await keyOfFile(rest, await keyOfMassReset(rest, massReset));
  const reader =
    recipient === undefined
      ? { passphrase: (await passphraseOf(passphraseFile)).use((text) => text) }
      : { publicKey: readText(recipient, "public key") };
  // The place of the file is taken first: the passwords are given once.
  const { accounts } = await withNewFiles([file], async ([written]) => {
    const { body } = await rest.post<Downloaded>(`${entityPath("passwordDeliveries", key)}/download`, reader);
    written?.write(body.file);
    return body;
  });
  console.log(`Downloaded ${accounts} passwords to '${file}'. They are deleted from the service.`);
}

/**
 * Returns the key of the delivery with the file of a mass reset.
 * @throws CliError if there is none
 */
async function keyOfFile(rest: RestClient, massResetKey: string): Promise<string> {
  const where = encodeURIComponent(`massResetKey eq ${massResetKey} and way eq 'file'`);
  const [found] = await rest.all<{ readonly key: string }>(`/v2/passwordDeliveries?$filter=${where}&$select=key`);
  if (found !== undefined) return found.key;
  throw new CliError(
    "The mass reset has no file of passwords: it has not ended, has reset no password, or delivers them in another way.",
  );
}

interface OpenFlags {
  readonly key?: string;
  readonly keyPassphraseFile?: string;
  readonly passphraseFile?: string;
  readonly to?: string;
  readonly raw?: true;
}

async function open(file: string, flags: OpenFlags): Promise<void> {
  const { openSealed, readSealed } = await import("#operations/kernel/sealed-files/open-sealed.ts");
  const form = readSealed(file, readText(file, "sealed file"));
  const { content } = await openSealed(file, form, await openerOf(flags, form));
  const { records } = content.use((text) => readCsv(text));
  const rows = records.map(({ values }) => values);
  const table = rows.map((row) => csvLine(row, flags.raw === true ? "raw" : "spreadsheet")).join("");
  if (flags.to === undefined) process.stdout.write(table);
  else {
    const mark = flags.raw === true ? "" : spreadsheetMark;
    await withNewFiles([flags.to], ([written]) => Promise.resolve(written?.write(`${mark}${table}`)));
    console.log(`Wrote ${rows.length - 1} passwords to '${flags.to}'. Delete the file when they are handed out.`);
  }
  const changed = rows.slice(1).filter((row) => guarded(row.at(-1) ?? "") !== row.at(-1)).length;
  if (flags.raw === true || changed === 0) return;
  console.error(
    `${changed} password(s) look like formulas and have an apostrophe (') in front, which does not belong to them. --raw writes all as they are.`,
  );
}

async function openerOf(flags: OpenFlags, { sealedTo }: SealedForm): Promise<FileOpener> {
  if (flags.key !== undefined) {
    const keyPassphrase = flags.keyPassphraseFile === undefined ? undefined : secretIn(flags.keyPassphraseFile);
    return { privateKey: new Secret(readText(flags.key, "private key")), keyPassphrase };
  }
  // Nobody is asked for a passphrase that a key would be needed for.
  if ("keyFingerprint" in sealedTo) return { passphrase: new Secret("") };
  return { passphrase: await passphraseOf(flags.passphraseFile) };
}

const secretIn = (file: string) => new Secret(readText(file, "passphrase").replace(/\r?\n$/, ""));

const passphraseOf = (file: string | undefined): Promise<Secret> =>
  file === undefined ? askSecret("Passphrase of the file") : Promise.resolve(secretIn(file));

const downloadHelp = `
Only the user who started the mass reset gets the file, once; the passwords are deleted from the service then. Keep the passphrase, or the private
key, away from the file.

Examples:
  gatehouse mass-reset download 20260715-3 passwords.sealed --recipient help-desk.pem --user admin --password-file admin.txt
  gatehouse mass-reset download 20260715-3 passwords.sealed --passphrase-file passphrase.txt --user admin --password-file admin.txt
`;

const openHelp = `
Prints comma-separated values: user, name, target system, account and password. They are for spreadsheets: what these would take for a formula has
an apostrophe in front, also in passwords, and it is said how many. With --raw every value stands there as it is.

Examples:
  gatehouse mass-reset open passwords.sealed --key help-desk-private.pem
  gatehouse mass-reset open passwords.sealed --passphrase-file passphrase.txt --to passwords.csv
`;
