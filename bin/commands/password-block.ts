import type { Command } from "commander";

import { CliError, ExitCode } from "../cli-error.ts";
import { entityPath, quotedText } from "../entity-path.ts";
import { momentOf } from "../moment-option.ts";
import type { RestClient } from "../rest-client.ts";
import { rowLine } from "../row-line.ts";
import { addSignInOptions, restClientOf, type SignInOptions } from "../sign-in-options.ts";

/** Adds `gatehouse password-block add | list | lift`, which call the public REST API. */
export function addPasswordBlockCommand(program: Command): void {
  const block = program
    .command("password-block")
    .description("Block password resets of users and accounts, through the REST API")
    .addHelpText("after", examples);
  addAdd(block);
  addList(block);
  addSignInOptions(block.command("lift").description("Lift a block (the record of it is kept)"))
    .argument("<key>", "key of the block")
    .action(async (key: string, options: SignInOptions) => {
      const rest = await restClientOf(options);
      await rest.post(`${entityPath("passwordBlocks", key)}/lift`);
      console.log("Lifted.");
    });
}

const examples = `
Examples:
  gatehouse password-block add --for anna --to 2030-07-15 --reason "a stranger has called in this name" \\
    --user desk --password-file desk.txt
  gatehouse password-block list --user desk --password-file desk.txt
  gatehouse password-block lift 5b1f… --user admin --password-file admin.txt
`;

interface AddOptions extends SignInOptions {
  readonly for?: string;
  readonly account?: string;
  readonly from?: string;
  readonly to?: string;
  readonly reason: string;
}

function addAdd(block: Command): void {
  addSignInOptions(
    block.command("add").description("Block the password resets of a user or an account and print the key"),
  )
    .option("--for <user>", "id of the user all of whose passwords are meant")
    .option("--account <key>", "key of the one account that is meant")
    .option("--from <moment>", "when it begins; without it at once")
    .option("--to <moment>", "when it ends; without it when somebody lifts it")
    .requiredOption("--reason <text>", "why")
    .action(async ({ for: user, account, from, to, reason, ...options }: AddOptions) => {
      if ((user === undefined) === (account === undefined))
        throw new CliError("Say either --for or --account.", ExitCode.Usage);
      const rest = await restClientOf(options);
      const userKey = user === undefined ? null : await keyOf(rest, user);
      const { body } = await rest.post<{ readonly key: string }>("/v2/passwordBlocks", {
        userKey,
        accountKey: account ?? null,
        beginsAt: from === undefined ? null : written(momentOf("--from", from, "begin")),
        endsAt: to === undefined ? null : written(momentOf("--to", to, "end")),
        reason,
      });
      console.log(body.key);
    });
}

/**
 * Returns the key of the user with an ID: one whom the caller may read, or may find as a help desk does.
 * @throws CliError if there is none
 */
async function keyOf(rest: RestClient, id: string): Promise<string> {
  const where = `$filter=${encodeURIComponent(`id eq ${quotedText(id)}`)}&$select=key`;
  for (const set of ["users", "people"]) {
    const [found] = await rest.all<{ readonly key: string }>(`/v2/${set}?${where}`);
    if (found !== undefined) return found.key;
  }
  throw new CliError(`No user has the id '${id}', or you may not see the user. Look it up under /v2/people.`);
}

const written = (moment: number) => new Date(moment).toISOString();

interface ListedBlock {
  readonly key: string;
  readonly reason: string;
  readonly beginsAt: string | null;
  readonly endsAt: string | null;
  readonly createdAt: string;
  readonly liftedAt: string | null;
  readonly accountKey: string | null;
  readonly user: { readonly id: string } | null;
}

function addList(block: Command): void {
  addSignInOptions(
    block.command("list").description("List blocks: key, user or account, period, time of lifting, reason"),
  )
    .option("--all", "also those that were lifted")
    .action(async ({ all = false, ...options }: SignInOptions & { readonly all?: boolean }) => {
      const rest = await restClientOf(options);
      const open = all ? "" : `&$filter=${encodeURIComponent("liftedAt eq null")}`;
      const blocks = await rest.all<ListedBlock>(
        `/v2/passwordBlocks?$expand=user($select=id)&$orderby=createdAt,key${open}`,
      );
      if (blocks.length === 0) console.error("None.");
      for (const one of blocks) console.log(lineOf(one));
    });
}

function lineOf({ key, user, accountKey, beginsAt, endsAt, createdAt, liftedAt, reason }: ListedBlock): string {
  const of = accountKey === null ? (user?.id ?? "-") : `account ${accountKey}`;
  return rowLine([key, of, `${beginsAt ?? createdAt} to ${endsAt ?? "-"}`, liftedAt ?? "-", reason]);
}
