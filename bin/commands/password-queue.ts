import type { Command } from "commander";

import { entityPath } from "../entity-path.ts";
import { rowLine } from "../row-line.ts";
import { addSignInOptions, restClientOf, type SignInOptions } from "../sign-in-options.ts";

/** An entry as the REST API shows it, with the fields that this command reads. */
interface Entry {
  readonly key: string;
  readonly targetSystemKey: string;
  readonly accountName: string;
  readonly user: { readonly id: string } | null;
  readonly state: string;
  readonly tries: number;
  readonly nextTryAt: string | null;
  readonly expiresAt: string;
  readonly errorMessage: string | null;
}

interface ListOptions extends SignInOptions {
  readonly target?: string;
}

/** Adds `gatehouse password-queue list | retry | drop`, which call the public REST API. */
export function addPasswordQueueCommand(program: Command): void {
  const queue = program
    .command("password-queue")
    .description("List, retry and drop password changes that a target system did not answer")
    .addHelpText("after", examples);
  addSignInOptions(
    queue
      .command("list")
      .description("List queued changes: key, account, owner, status, attempts, next attempt, expiry, last failure"),
  )
    .option("--target <id>", "queued changes of this target system")
    .action(async ({ target, ...options }: ListOptions) => {
      const rest = await restClientOf(options);
      const where = target === undefined ? "" : `targetSystemKey eq '${target.replaceAll("'", "''")}'`;
      const filter = where === "" ? "" : `&$filter=${encodeURIComponent(where)}`;
      const rows = await rest.all<Entry>(`/v2/passwordQueue?$expand=user&$orderby=queuedAt,key${filter}`);
      if (rows.length === 0) console.error("None.");
      for (const row of rows) console.log(lineOf(row));
    });
  addAct(queue, "retry", "Retry a queued change now", "Queued password change '{key}' is retried.");
  addAct(queue, "drop", "Drop a queued change and delete its password", "Queued password change '{key}' dropped.");
}

function addAct(queue: Command, act: "retry" | "drop", description: string, done: string): void {
  addSignInOptions(queue.command(act).description(description))
    .argument("<key>", "key of the queued change")
    .action(async (key: string, options: SignInOptions) => {
      const rest = await restClientOf(options);
      await rest.post(`${entityPath("passwordQueue", key)}/${act}`, {});
      console.log(done.replace("{key}", key));
    });
}

function lineOf({ key, targetSystemKey, accountName, user, ...entry }: Entry): string {
  const { state, tries, nextTryAt, expiresAt, errorMessage } = entry;
  const account = `${accountName} on ${targetSystemKey}`;
  const next = nextTryAt ?? "-";
  return rowLine([key, account, user?.id ?? "-", state, `${tries} attempts`, next, expiresAt, errorMessage ?? "-"]);
}

const examples = `
Examples:
  gatehouse password-queue list --user admin --password-file admin.txt
  gatehouse password-queue list --target DIRECTORY --user admin --password-file admin.txt
  gatehouse password-queue retry 5b1f… --user admin --password-file admin.txt
  gatehouse password-queue drop 5b1f… --user admin --password-file admin.txt
`;
