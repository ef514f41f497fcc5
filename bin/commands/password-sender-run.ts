import { resolve } from "node:path";

import { type Command, Option } from "commander";

import { stopSignal } from "../lifecycle.ts";
import { gathered } from "../option-values.ts";

interface RunOptions {
  readonly data: string;
  readonly linux?: true;
  readonly openldap?: true;
  readonly accounts?: string;
  readonly naming: string;
  readonly leaveOut?: readonly string[];
}

interface EnrolOptions {
  readonly data: string;
  readonly tokenFile: string;
  readonly url: string;
}

interface ReportOptions {
  readonly data: string;
  readonly passwordFile: string;
}

const dataOption = ["--data <folder>", "folder of the sender, which only its owner can enter"] as const;

/** Adds `enrol | run | report` to `gatehouse password-sender`. They run beside a target system and reach the service only by its API. */
export function addSenderRunCommands(sender: Command): void {
  sender
    .command("enrol")
    .description("Create the keys of a password sender in its folder and enroll it with a one-time token")
    .argument("<key>", "key of the sender, as it was invited")
    .requiredOption(...dataOption)
    .addOption(new Option("--token-file <file>", "file with the token; '-' = standard input").default("-"))
    .addOption(new Option("--url <address>", "address of the API").env("API_ADDRESS").makeOptionMandatory())
    .action(async (senderKey: string, { data, tokenFile, url }: EnrolOptions) => {
      const { enrolSenderHere } = await import("../sender-here.ts");
      const { readPassword } = await import("../rest-client.ts");
      const token = readPassword(tokenFile);
      await enrolSenderHere({ folder: resolve(data), senderKey, apiAddress: url, token });
      console.log(`Password sender '${senderKey}' enrolled. Its keys are in ${data}.`);
    });
  sender
    .command("run")
    .description("Run a password sender: take changes from the target system and report them")
    .requiredOption(...dataOption)
    .addOption(new Option("--linux", "for this Linux host: takes changes from pam_gatehouse.so").conflicts("openldap"))
    .addOption(new Option("--openldap", "for OpenLDAP on this machine: takes changes from the overlay sock"))
    .option("--accounts <dn>", "OpenLDAP: DN below which the accounts are, as in the address of the target system")
    .option("--naming <attribute>", "OpenLDAP: attribute in the DN of an account that holds its name", "uid")
    .option("--leave-out <dn>", "OpenLDAP: DN whose changes are not reported; can be repeated", gathered)
    .addHelpText("after", examples)
    .action(async (options: RunOptions) => {
      const { runSenderHere, targetOf } = await import("../sender-here.ts");
      await runSenderHere({ folder: resolve(options.data), target: targetOf(options) }, stopSignal());
    });
  sender
    .command("report")
    .description("Report one change to the running sender of a Linux host, for programs without PAM")
    .argument("<account>", "login name of the account")
    .requiredOption(...dataOption)
    .addOption(new Option("--password-file <file>", "file with the new password; '-' = standard input").default("-"))
    .action(async (account: string, { data, passwordFile }: ReportOptions) => {
      const { reportHere } = await import("../sender-here.ts");
      const { readPassword } = await import("../rest-client.ts");
      await reportHere({ folder: resolve(data), account, password: readPassword(passwordFile) });
      console.log(`Change of the password of '${account}' kept; the sender reports it.`);
    });
}

const examples = `
docs/password-sender-linux.md and docs/password-sender-openldap.md lead through the installation.

Examples:
  gatehouse password-sender run --data /var/lib/gatehouse-password-sender --linux
  gatehouse password-sender run --data /var/lib/gatehouse-password-sender --openldap --accounts ou=people,dc=example,dc=org
`;
