import { type Command, Option } from "commander";

import { CliError, ExitCode } from "../cli-error.ts";
import { entityPath } from "../entity-path.ts";
import { wholeNumber } from "../option-values.ts";
import type { RestClient } from "../rest-client.ts";
import { addSignInOptions, restClientOf, type SignInOptions } from "../sign-in-options.ts";
import { addCheckoutReads, type ShownCheckout, stateOf } from "./checkout-reads.ts";
import { addCheckoutRunCommands } from "./checkout-run.ts";
import { codeIn } from "./second-person-code.ts";

/**
 * Adds `gatehouse checkout ask | show | list | disclose | commands | run | extend | return | revoke | review | vouch`, which call the
 * public REST API.
 */
export function addCheckoutCommand(program: Command): void {
  const checkout = program
    .command("checkout")
    .description("Check out privileged passwords, through the REST API")
    .addHelpText("after", examples);
  addAsk(checkout);
  addCheckoutReads(checkout);
  addDisclose(checkout);
  addCheckoutRunCommands(checkout);
  addChanges(checkout);
  addVouch(checkout);
}

const examples = `
An account is named by the id of its target system and its name there. Who signs in needs a right under the policy of the account
('gatehouse managed policy grant').

Examples:
  gatehouse checkout ask DIRECTORY root --reason "replace the certificate" --user anna --password-file anna.txt
  gatehouse checkout show 0d7c… --user anna --password-file anna.txt
  gatehouse checkout disclose 0d7c… --user anna --password-file anna.txt
  gatehouse checkout run 0d7c… restart-web --user anna --password-file anna.txt
  gatehouse checkout extend 0d7c… 30 --reason "it takes longer" --user anna --password-file anna.txt
  gatehouse checkout return 0d7c… --user anna --password-file anna.txt
  gatehouse checkout revoke 0d7c… --reason "the work was called off" --user olga --password-file olga.txt
  gatehouse checkout list --open --user olga --password-file olga.txt

In an emergency a second person makes a code, which the first one gives:
  gatehouse checkout vouch DIRECTORY root --for breakGlass --user ben --password-file ben.txt
  gatehouse checkout ask DIRECTORY root --reason "the directory is down" --code-file - --user anna --password-file anna.txt
`;

interface AskOptions extends SignInOptions {
  readonly reason: string;
  readonly ticket?: string;
  readonly minutes?: number;
  readonly at?: string;
  readonly codeFile?: string;
}

function addAsk(checkout: Command): void {
  addSignInOptions(
    checkout.command("ask").description("Request a check-out of a password; print its key, and its progress on stderr"),
  )
    .argument("<target>", "id of the target system")
    .argument("<account>", "name of the account there")
    .requiredOption("--reason <text>", "why")
    .option("--ticket <number>", "the number of the ticket that asks for it, where the policy wants one")
    .option("--minutes <number>", "for how many minutes; without it as many as the policy allows", wholeNumber)
    .option("--at <moment>", "when it begins; without it as soon as it may")
    .option("--code-file <file>", "the code of a second person, in an emergency; '-' = standard input")
    .action(
      async (target: string, account: string, { reason, ticket, minutes, at, codeFile, ...options }: AskOptions) => {
        const rest = await restClientOf(options);
        const { body } = await rest.post<ShownCheckout>("/v2/checkouts", {
          managedAccountKey: await accountKeyOf(rest, target, account),
          reason,
          ticket: ticket ?? null,
          minutes: minutes ?? null,
          startAt: at ?? null,
          code: await codeIn(codeFile),
        });
        console.log(body.key);
        console.error(stateOf(body));
      },
    );
}

interface NamedAccount {
  readonly key: string;
  readonly name: string;
  readonly targetSystemKey: string;
}

async function accountKeyOf(rest: RestClient, target: string, account: string): Promise<string> {
  const all = await rest.all<NamedAccount>("/v2/managedAccounts?$select=key,name,targetSystemKey");
  const found = all.filter(
    ({ targetSystemKey, name, key }) => targetSystemKey === target && [name, key].includes(account),
  );
  const [one] = found;
  if (one !== undefined && found.length === 1) return one.key;
  throw new CliError(`You see no managed account '${account}' of the target system '${target}'.`, ExitCode.Failed);
}

interface DiscloseOptions extends SignInOptions {
  readonly way?: string;
  readonly codeFile?: string;
  readonly heldAt?: string;
  readonly raw?: true;
}

interface Disclosed {
  readonly certain: boolean;
  readonly passwords: readonly { readonly content: string; readonly status: "C" | "U" }[];
}

function addDisclose(checkout: Command): void {
  addSignInOptions(
    checkout.command("disclose").description("Print a checked-out password (on a terminal, or with --raw)"),
  )
    .argument("<key>", "key of the check-out")
    .option("--way <plug-in>", "the way in which it is disclosed; without it the first that the policy allows")
    .option("--code-file <file>", "the code of the second person who is present; '-' = standard input")
    .option("--held-at <moment>", "the password that it had then, as after a backup; for who manages the account")
    .option("--raw", "prints it into a file or to another program, too")
    .action(async (key: string, { way, codeFile, heldAt, raw, ...options }: DiscloseOptions) => {
      if (raw !== true && !process.stdout.isTTY)
        throw new CliError(
          "A password is printed on a terminal alone. Say --raw to have it anywhere else.",
          ExitCode.Usage,
        );
      const rest = await restClientOf(options);
      const path = entityPath("checkouts", key);
      const asked = await rest.post<{ token: string }>(`${path}/disclose`, {
        plugin: way ?? null,
        code: await codeIn(codeFile),
        heldAt: heldAt ?? null,
      });
      const { body } = await rest.post<Disclosed>(`${path}/reveal`, { token: asked.body.token });
      if (!body.certain) console.error(heldAt === undefined ? uncertainWords : oldWords);
      // Unescaped, including characters that control a terminal.
      for (const { content } of body.passwords) process.stdout.write(`${content}\n`);
    });
}

const uncertainWords = "It is uncertain which of these opens the account; the likeliest stands first.";
const oldWords = "The account may have had any of these then; the likeliest stands first.";

interface ReasonOptions extends SignInOptions {
  readonly reason: string;
}

function addChanges(checkout: Command): void {
  const changes = (name: string, description: string) =>
    addSignInOptions(checkout.command(name).description(description)).argument("<key>", "key of the check-out");
  const change = async (key: string, action: string, body: object, options: SignInOptions) => {
    const rest = await restClientOf(options);
    await rest.post(`${entityPath("checkouts", key)}/${action}`, body);
    console.log(stateOf(await rest.get<ShownCheckout>(entityPath("checkouts", key))));
  };
  changes("extend", "Extend a check-out within the limits of its policy")
    .argument("<minutes>", "by how many minutes", wholeNumber)
    .requiredOption("--reason <text>", "why")
    .action((key: string, minutes: number, { reason, ...options }: ReasonOptions) =>
      change(key, "extend", { minutes, reason }, options),
    );
  changes("return", "Check in a password, or withdraw a waiting check-out").action(
    (key: string, options: SignInOptions) => change(key, "checkIn", {}, options),
  );
  changes("revoke", "Revoke a check-out and notify its holder")
    .requiredOption("--reason <text>", "why")
    .action((key: string, { reason, ...options }: ReasonOptions) => change(key, "revoke", { reason }, options));
  changes("review", "Record the review of an emergency access that has ended")
    .requiredOption("--finding <text>", "what it has come to")
    .action((key: string, { finding, ...options }: SignInOptions & { finding: string }) =>
      change(key, "review", { review: finding }, options),
    );
}

function addVouch(checkout: Command): void {
  addSignInOptions(checkout.command("vouch").description("Generate a second-person code"))
    .argument("<target>", "id of the target system")
    .argument("<account>", "name of the account there")
    .addOption(
      new Option("--for <purpose>", "breakGlass: they take it in an emergency; attend: they see it in your presence")
        .choices(["breakGlass", "attend"])
        .makeOptionMandatory(),
    )
    .action(async (target: string, account: string, { for: purpose, ...options }: SignInOptions & { for: string }) => {
      const rest = await restClientOf(options);
      const path = entityPath("managedAccounts", await accountKeyOf(rest, target, account));
      const { body } = await rest.post<{ code: string; expiresAt: string }>(`${path}/vouch`, { purpose });
      console.log(body.code);
      console.error(`It serves once, until ${body.expiresAt}. Tell it to nobody but whom you stand for.`);
    });
}
