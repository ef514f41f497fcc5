import { resolve } from "node:path";

import { type Command, Option } from "commander";

import { stopSignal } from "../lifecycle.ts";
import { wholeNumber } from "../option-values.ts";

interface RunOptions {
  readonly data: string;
  readonly set: string;
  readonly verify: string;
  readonly once?: true;
  readonly every?: number;
}

const minuteMs = 60_000;
const everyMinutes = 5;

/** Adds `gatehouse host enrol | run`, which run on a managed host and reach the service only by its API. */
export function addHostCommand(program: Command): void {
  const host = program.command("host").description("Enroll and run a managed host").addHelpText("after", examples);
  host
    .command("enrol")
    .description("Create the keys of a managed host in its folder and enroll it with a one-time token")
    .argument("<key>", "key of the managed host, as it was invited")
    .requiredOption("--data <folder>", "the folder of the host's keys, which its owner alone can enter")
    .addOption(new Option("--token-file <file>", "file with the token; '-' = standard input").default("-"))
    .addOption(new Option("--url <address>", "address of the API").env("API_ADDRESS").makeOptionMandatory())
    .action(async (hostKey: string, { data, tokenFile, url }: { data: string; tokenFile: string; url: string }) => {
      const { enrolHostHere } = await import("../host-here.ts");
      const { readPassword } = await import("../rest-client.ts");
      const token = readPassword(tokenFile);
      await enrolHostHere({ folder: resolve(data), hostKey, apiAddress: url, token });
      console.log(
        `The managed host '${hostKey}' is enrolled; its keys are in ${data}. Run it with: gatehouse host run`,
      );
    });
  host
    .command("run")
    .description("Run a managed host: fetch and set the password of its account")
    .requiredOption("--data <folder>", "the folder of the host's keys")
    .requiredOption("--set <program>", "sets the password that it is given on its standard input")
    .requiredOption("--verify <program>", "says whether the password that it is given opens the account")
    .option("--once", "ends when there is nothing more to do")
    .option("--every <minutes>", `the longest time between two calls; ${everyMinutes} by default`, wholeNumber)
    .action(async ({ data, set, verify, once, every }: RunOptions) => {
      const { runHostHere } = await import("../host-here.ts");
      const programs = { set: resolve(set), verify: resolve(verify) };
      const everyMs = Math.max(1, every ?? everyMinutes) * minuteMs;
      await runHostHere({ folder: resolve(data), programs, once: once === true, everyMs }, stopSignal());
    });
}

const examples = `
A program gets one line of JSON on its standard input, {"account": …, "password": …}. It ends with 0 = done, or opens; 1 = refused, or
does not open, with the words in the first line of its standard error; all else = it could not say. docs/managed-hosts.md leads through it.

Examples:
  gatehouse host enrol 0d7c… --data /var/lib/gatehouse-host --url https://iam.example --token-file token.txt
  gatehouse host run --data /var/lib/gatehouse-host --set /etc/gatehouse/set --verify /etc/gatehouse/verify
`;
