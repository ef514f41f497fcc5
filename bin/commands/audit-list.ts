import { type Command, Option } from "commander";

import { quotedText } from "../entity-path.ts";
import { momentOf } from "../moment-option.ts";
import { wholeNumber } from "../option-values.ts";
import { rowLine } from "../row-line.ts";
import { addSignInOptions, restClientOf, type SignInOptions } from "../sign-in-options.ts";
import { idsOf, keyOfUser } from "../user-ids.ts";

const usualRows = 50;

/** Adds `gatehouse audit list`, which reads audit events through the public REST API. */
export function addAuditListCommand(audit: Command): void {
  addSignInOptions(audit.command("list"))
    .description("List audit events, newest first, through the REST API")
    .option("--from <time>", "events from this moment on, such as 2030-01-31 or 2030-01-31T08:00:00Z")
    .option("--to <time>", "events up to this moment; a day counts to its end")
    .option("--operation <code>", "events of an operation; docs/audit-operations.md lists the codes")
    .addOption(
      new Option("--result <result>", "S = done, F = failed or refused, N = not known").choices(["S", "F", "N"]),
    )
    .option("--actor <id>", "events of the user who acted")
    .option("--recipient <id>", "events that concern this user")
    .option("--search <words>", "events with these words")
    .option("--max <rows>", "the most rows", wholeNumber, usualRows)
    .option("--json", "print each event as a line of JSON")
    .addHelpText("after", examples)
    .action(async ({ json, ...options }: ListOptions) => {
      const rest = await restClientOf(options);
      const actor = options.actor === undefined ? undefined : await keyOfUser(rest, options.actor);
      const recipient = options.recipient === undefined ? undefined : await keyOfUser(rest, options.recipient);
      const events = await rest.all<ShownEvent>(
        `/v2/sessionLogData?${queryOf({ ...options, actor, recipient }).toString()}`,
      );
      const ids = json === true ? new Map<string, string>() : await idsOf(rest, usersOf(events));
      for (const event of events) console.log(json === true ? JSON.stringify(event) : lineOf(event, ids));
      if (events.length === 0 && json !== true) console.log("No audit events.");
    });
}

const examples = `
Examples:
  gatehouse audit list --from 2030-01-31 --result F --user root --password-file root.txt
  gatehouse audit list --actor anna --max 500 --json --user root --password-file root.txt
`;

interface ListOptions extends SignInOptions {
  readonly from?: string;
  readonly to?: string;
  readonly operation?: string;
  readonly result?: string;
  readonly actor?: string | undefined;
  readonly recipient?: string | undefined;
  readonly search?: string;
  readonly max: number;
  readonly json?: true;
}

/** An audit event as the API shows it. */
interface ShownEvent {
  readonly time: string;
  readonly operation: string;
  readonly result: string;
  readonly actor: string | null;
  readonly recipient: string | null;
  readonly targetSystem: string | null;
  readonly account: string | null;
  readonly ident: string | null;
  readonly message: string | null;
}

const usersOf = (events: readonly ShownEvent[]) =>
  events.flatMap(({ actor, recipient }) => [actor, recipient]).filter((key) => key !== null);

function queryOf(options: Omit<ListOptions, keyof SignInOptions>): URLSearchParams {
  const { from, to, operation, result, actor, recipient, search, max } = options;
  const equal = Object.entries({ operation, result, actor, recipient }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} eq ${quotedText(value)}`],
  );
  const since = from === undefined ? [] : [`time ge ${new Date(momentOf("--from", from, "begin")).toISOString()}`];
  const until = to === undefined ? [] : [`time le ${new Date(momentOf("--to", to, "end")).toISOString()}`];
  const filter = [...since, ...until, ...equal].join(" and ");
  return new URLSearchParams({
    $orderby: "time desc",
    $top: String(max),
    ...(filter !== "" && { $filter: filter }),
    ...(search !== undefined && { $search: search }),
  });
}

function lineOf(event: ShownEvent, ids: ReadonlyMap<string, string>): string {
  const { time, operation, result, actor, recipient, ...more } = event;
  const named = (key: string) => ids.get(key) ?? key;
  const about = [more.targetSystem, more.account, more.ident, more.message].filter((part) => part !== null);
  const whom = recipient === null || recipient === actor ? [] : [`for ${named(recipient)}`];
  return rowLine([time, operation, result, actor === null ? "-" : named(actor), ...whom, ...about]);
}
