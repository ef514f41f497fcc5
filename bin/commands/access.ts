import type { Command } from "commander";

import { CliError, ExitCode } from "../cli-error.ts";
import { addCsvOptions, csvPrinter, type CsvOptions } from "../csv-output.ts";
import { entityPath } from "../entity-path.ts";
import { rowLine } from "../row-line.ts";
import { addSignInOptions, restClientOf, type SignInOptions } from "../sign-in-options.ts";

/** A grant as the REST API shows it, with the fields that this command reads. */
interface Grant {
  readonly key: string;
  readonly kind: string;
  readonly targetSystemKey: string;
  readonly accountName: string | null;
  readonly groupName: string | null;
  readonly throughGroup: string | null;
  readonly because: string;
  readonly requestKey: string | null;
  readonly from: string;
  readonly until: string | null;
  readonly endedAt: string | null;
  readonly endedBecause: string | null;
  readonly lastConfirmedAt: string | null;
  readonly user: { readonly id: string } | null;
  readonly request: { readonly number: string } | null;
}

interface AccessOptions extends SignInOptions, CsvOptions {
  readonly of?: string;
  readonly target?: string;
  readonly group?: string;
  readonly on?: string;
  readonly all?: true;
}

/** Adds `gatehouse access list | end | extend`, which call the public REST API. */
export function addAccessCommand(program: Command): void {
  const access = program
    .command("access")
    .description("Show who has which access, end access, and request a later end")
    .addHelpText("after", examples);
  addList(access);
  addEnd(access);
  addExtend(access);
}

function addList(access: Command): void {
  const list = addSignInOptions(
    access
      .command("list", { isDefault: true })
      .description("List access: user, access, reason, period, request (also without the word list)"),
  )
    .option("--of <user>", "the access of the user with this id")
    .option("--target <id>", "access to this target system")
    .option("--group <name>", "memberships and ownerships of the groups of this name")
    .option("--on <date>", "as of this day (its end in UTC) or moment, such as 2030-07-01 or 2030-07-01T08:00:00Z")
    .option("--all", "also access that has ended");
  addCsvOptions(list).action(async (options: AccessOptions) => {
    const rest = await restClientOf(options);
    const rows = await rest.all<Grant>(`/v2/grants?${queryOf(options)}`);
    if (options.csv !== true) return rows.forEach((row) => console.log(lineOf(row)));
    const print = csvPrinter(
      columns.map(([name]) => name),
      options,
    );
    for (const row of rows) print(columns.map(([, value]) => value(row)));
  });
}

function addEnd(access: Command): void {
  addSignInOptions(access.command("end").description("End access before its time: the service takes it away"))
    .argument("<key>", "key of the access, as the list with --csv shows it")
    .requiredOption("--reason <text>", "why")
    .action(async (key: string, { reason, ...options }: SignInOptions & { reason: string }) => {
      const rest = await restClientOf(options);
      await rest.post(`${entityPath("grants", key)}/end`, { reason });
      console.log("It is over, and is being taken away.");
    });
}

interface ExtendOptions extends SignInOptions {
  readonly until?: string;
  readonly hours?: string;
  readonly reason?: string;
}

function addExtend(access: Command): void {
  addSignInOptions(access.command("extend").description("Request a later end of access: its approvers decide"))
    .argument("<key>", "key of the access, as the list with --csv shows it")
    .option("--until <moment>", "until this moment, such as 2030-07-01T08:00:00Z")
    .option("--hours <number>", "for this number of hours from the approval")
    .option("--reason <text>", "why")
    .action(async (key: string, { until, hours, reason, ...options }: ExtendOptions) => {
      const rest = await restClientOf(options);
      const end = { ...(until !== undefined && { until }), ...(hours !== undefined && { forHours: Number(hours) }) };
      const body = { ...end, ...(reason !== undefined && { reason }) };
      const asked = await rest.post<{ readonly number: string }>(`${entityPath("grants", key)}/extend`, body);
      console.log(`Requested by ${asked.body.number}: it ends later once that is approved.`);
    });
}

const examples = `
Examples:
  gatehouse access --of anna --user admin --password-file admin.txt
  gatehouse access --of anna --on 2030-07-01 --user admin --password-file admin.txt
  gatehouse access --target DIRECTORY --group sales --all --csv --user admin --password-file admin.txt
  gatehouse access end 5b1f… --reason "moved to another team" --user admin --password-file admin.txt
  gatehouse access extend 5b1f… --hours 168 --reason "the audit goes on" --user anna --password-file anna.txt
`;

function queryOf({ of, target, group, on, all }: AccessOptions): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const moment = on === undefined ? undefined : momentOf(on);
  const filters = [
    ...(of === undefined ? [] : [`user/id eq ${quoted(of)}`]),
    ...(target === undefined ? [] : [`targetSystemKey eq ${quoted(target)}`]),
    ...(group === undefined ? [] : [`groupName eq ${quoted(group)}`]),
    ...(moment === undefined ? [] : [`from le ${moment} and (endedAt eq null or endedAt gt ${moment})`]),
    ...(moment === undefined && all !== true ? ["endedAt eq null"] : []),
  ];
  const filter = filters.length === 0 ? "" : `&$filter=${encodeURIComponent(filters.join(" and "))}`;
  return `$expand=user($select=id),request($select=number)${filter}`;
}

const dayLength = "2030-07-01".length;

/** Returns a moment in the words of a filter; a day stands for its last millisecond. */
function momentOf(text: string): string {
  const time = Date.parse(text.length === dayLength ? `${text}T23:59:59.999Z` : text);
  if (Number.isNaN(time)) {
    const message = `--on: '${text}' is neither a day, such as 2030-07-01, nor a moment, such as 2030-07-01T08:00:00Z.`;
    throw new CliError(message, ExitCode.Usage);
  }
  return new Date(time).toISOString();
}

type Column = readonly [name: string, value: (row: Grant) => string];

const columns: readonly Column[] = [
  ["key", ({ key }) => key],
  ["user", ({ user }) => user?.id ?? ""],
  ["kind", ({ kind }) => kind],
  ["targetSystem", ({ targetSystemKey }) => targetSystemKey],
  ["account", ({ accountName }) => accountName ?? ""],
  ["group", ({ groupName }) => groupName ?? ""],
  ["throughGroup", ({ throughGroup }) => throughGroup ?? ""],
  ["because", ({ because }) => because],
  ["request", ({ request, requestKey }) => request?.number ?? requestKey ?? ""],
  ["from", ({ from }) => from],
  ["until", ({ until }) => until ?? ""],
  ["endedAt", ({ endedAt }) => endedAt ?? ""],
  ["endedBecause", ({ endedBecause }) => endedBecause ?? ""],
  ["lastConfirmedAt", ({ lastConfirmedAt }) => lastConfirmedAt ?? ""],
];

function lineOf(row: Grant): string {
  const { kind, targetSystemKey, accountName, groupName, throughGroup, because, from, until, endedAt } = row;
  const thing = [targetSystemKey, accountName, groupName].filter((name) => name !== null).join(" ");
  const through = throughGroup === null ? "" : ` through ${throughGroup}`;
  const end = endedAt === null ? (until ?? "-") : `${endedAt} (${row.endedBecause ?? ""})`;
  const number = row.request?.number ?? row.requestKey ?? "-";
  return rowLine([row.user?.id ?? "-", `${kind} ${thing}${through}`, because, `${from} to ${end}`, number]);
}
