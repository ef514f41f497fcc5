import type { Command } from "commander";

import { enforcementPagePeople, threadsMax } from "#domain/enforcement-limits.ts";
import type { Difference, EnforcementKind, PersonDifferences } from "#domain/roles/differences.ts";
import type { Row } from "#store/tables.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { addCsvOptions, type CsvOptions, csvPrinter } from "../csv-output.ts";
import { enforce } from "../follow-enforcement.ts";
import { stopSignal } from "../lifecycle.ts";
import { createProgress } from "../progress.ts";
import { type CallOperation, onThisMachine } from "../with-service.ts";
import { keyOf } from "./user-stay.ts";

interface EnforceOptions extends CsvOptions {
  readonly threads?: string;
  readonly reportOnly?: true;
  readonly user?: readonly string[];
  readonly json?: true;
  readonly confirm?: string;
}

const words: Readonly<Record<EnforcementKind, string>> = {
  autores: "Give and take roles by their conditions, names and exclusions",
  rbacenforce: "Compare the access of people with their roles, and resolve the differences",
};

/** Adds `gatehouse autores` and `gatehouse rbacenforce`, which act on the database of this installation. */
export function addEnforcementCommands(program: Command): void {
  for (const kind of ["autores", "rbacenforce"] as const)
    addCsvOptions(program.command(kind))
      .description(words[kind])
      .usage("[-threads <number>] [options]")
      .argument("[words...]", "-threads <number>, as the specification writes it")
      .option("--threads <number>", "requests that are submitted side by side; the setting says how many by default")
      .option("--report-only", "print what would be done; nothing is written but the audit of the report")
      .option("--user <id...>", "people to whom it is limited, by their ids")
      .option("--json", "print the differences as JSON")
      .option("--confirm <key>", "confirm the removals of a run that waits for it")
      // The specification writes -threads with one hyphen, which the parser does not accept as an option.
      .allowUnknownOption()
      .addHelpText("after", notesOf(kind))
      .action((given: readonly string[], options: EnforceOptions) => run(kind, given, options));
}

const notesOf = (kind: EnforcementKind) => `
The hub of the running service does the work. Ctrl-C stops the run; what it has submitted goes on, and the next call
goes on with what is left. A run that would remove much waits for a confirmation.

Examples:
  gatehouse ${kind}
  gatehouse ${kind} -threads 8
  gatehouse ${kind} --report-only --csv
  gatehouse ${kind} --user anna
  gatehouse ${kind} --confirm 6f1c…
`;

async function run(kind: EnforcementKind, given: readonly string[], options: EnforceOptions): Promise<void> {
  const threads = threadsOf(given, options);
  await onThisMachine(
    async ({ call }) => {
      if (options.confirm !== undefined) return confirm(call, options.confirm);
      const userKeys = await userKeysOf(call, options.user);
      if (options.reportOnly) return report(call, { kind, userKeys }, options);
      // A list that a program reads stands alone.
      const quiet = options.json === true || options.csv === true;
      const progress = createProgress(quiet ? process.stderr : process.stdout);
      const ended = await enforce({ call, progress, stop: stopSignal() }, { kind, threads, userKeys });
      if (quiet) await print(call, await itemsOf(call, ended.key), options);
      requireDone(kind, ended);
    },
    { module: kind },
  );
}

async function userKeysOf(call: CallOperation, ids: readonly string[] | undefined): Promise<readonly string[] | null> {
  if (ids === undefined) return null;
  const keys: string[] = [];
  for (const id of ids) keys.push(await keyOf(call, id));
  return keys;
}

/** @throws CliError for words that are no number of threads */
function threadsOf(given: readonly string[], { threads }: EnforceOptions): number | undefined {
  const [option, value, ...more] = given;
  if (option !== undefined && (option !== "-threads" || value === undefined || more.length > 0))
    throw new CliError(`'${option}' is not an option. Write -threads <number>, or see --help.`, ExitCode.Usage);
  const text = value ?? threads;
  if (text === undefined) return undefined;
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= threadsMax) return number;
  throw new CliError(`-threads must be a whole number from 1 to ${threadsMax}.`, ExitCode.Usage);
}

async function confirm(call: CallOperation, key: string): Promise<void> {
  const { confirmEnforcement } = await import("#operations/enforcement/change-runs.ts");
  const { state } = await call(confirmEnforcement, { key });
  console.log(`${key} is ${state}.`);
}

function requireDone(
  kind: EnforcementKind,
  { key, state, refused, largeRemovals, endedAt }: Row<"enforcementRuns">,
): void {
  if (state === "confirming") {
    const removals = (largeRemovals ?? []).map(
      ({ of, key: from, gone, known }) => `${gone} of ${known} (${of} ${from})`,
    );
    throw new CliError(
      `The run would remove ${removals.join(", ")}. Look at it, then: gatehouse ${kind} --confirm ${key}`,
      ExitCode.Failed,
    );
  }
  if (state === "stopped" || endedAt === null)
    throw new CliError(
      `Stopped. What was submitted goes on; 'gatehouse ${kind}' goes on with the rest.`,
      ExitCode.Interrupted,
    );
  if (refused > 0)
    throw new CliError(`${refused} people: nothing could be requested. --csv says why.`, ExitCode.Failed);
}

async function report(
  call: CallOperation,
  { kind, userKeys }: { readonly kind: EnforcementKind; readonly userKeys: readonly string[] | null },
  options: EnforceOptions,
): Promise<void> {
  const { reportDifferences } = await import("#operations/enforcement/report-differences.ts");
  const input = { kind, ...(userKeys !== null && { userKeys: [...userKeys] }) };
  const { people, differences, removals, largeRemovals, found } = await call(reportDifferences, input);
  if (options.json || options.csv) return print(call, found, options);
  console.log(`${differences} differences of ${people} people, ${removals} removals.`);
  const counts = Map.groupBy(
    found.flatMap((one) => one.differences),
    ({ kind: of, resolution }) => `${of}: ${resolution}`,
  );
  for (const [name, all] of [...counts].toSorted()) console.log(`  ${name}  ${all.length}`);
  for (const { of, key, gone, known } of largeRemovals)
    console.log(`A run would wait for a confirmation: ${gone} of ${known} (${of} ${key}).`);
}

type Reported = PersonDifferences & Partial<Pick<Row<"enforcementItems">, "state" | "requestKeys" | "errorMessage">>;

async function itemsOf(call: CallOperation, key: string): Promise<readonly Reported[]> {
  const { listEnforced } = await import("#operations/enforcement/read-runs.ts");
  const all: Reported[] = [];
  for (let after = ""; ;) {
    const page = await call(listEnforced, { key, after });
    const last = page.at(-1);
    if (last === undefined) return all;
    all.push(...page);
    after = last.key;
  }
}

async function print(call: CallOperation, found: readonly Reported[], options: EnforceOptions): Promise<void> {
  if (options.json) {
    const shown = found.map(({ userKey, differences, state, requestKeys, errorMessage }) => {
      return { userKey, differences, state, requestKeys, errorMessage };
    });
    console.log(JSON.stringify(shown, null, 2));
    return;
  }
  const names = await namesIn(call, found);
  const printRow = csvPrinter(Object.keys(columns), options);
  for (const person of found)
    for (const difference of person.differences)
      printRow(Object.values(columns).map((valueOf) => valueOf({ ...person, ...difference, names }) ?? ""));
}

/** Names of people, roles and groups by their keys. */
type Names = ReadonlyMap<string, string>;

async function namesIn(call: CallOperation, found: readonly Reported[]): Promise<Names> {
  const { listNames } = await import("#operations/enforcement/read-runs.ts");
  const differences = found.flatMap((one) => one.differences);
  const keys = {
    users: found.map(({ userKey }) => userKey),
    roles: differences.flatMap(({ roleKey }) => roleKey ?? []),
    groups: differences.flatMap(({ thing }) => thing?.groupKey ?? []),
  } as const;
  const names = new Map<string, string>();
  for (const set of ["users", "roles", "groups"] as const) {
    const all = [...new Set(keys[set])];
    for (let from = 0; from < all.length; from += enforcementPagePeople)
      for (const [key, name] of await call(listNames, { of: set, keys: all.slice(from, from + enforcementPagePeople) }))
        names.set(key, name);
  }
  return names;
}

type Line = Omit<Reported, "differences"> & Difference & { readonly names: Names };

const nameOf = ({ names }: Line, key: string | null | undefined) => names.get(key ?? "");

const columns: Readonly<Record<string, (line: Line) => string | null | undefined>> = {
  userKey: ({ userKey }) => userKey,
  kind: ({ kind }) => kind,
  resolution: ({ resolution }) => resolution,
  roleKey: ({ roleKey }) => roleKey,
  access: ({ thing }) => thing?.access,
  targetSystemKey: ({ thing }) => thing?.targetSystemKey,
  groupKey: ({ thing }) => thing?.groupKey,
  accountKey: ({ accountKey }) => accountKey,
  state: ({ state }) => state,
  requestKeys: ({ requestKeys }) => requestKeys?.join(" "),
  problem: ({ errorMessage }) => errorMessage,
  // Last, so that the columns before them stay where programs expect them.
  user: (line) => nameOf(line, line.userKey),
  role: (line) => nameOf(line, line.roleKey),
  group: (line) => nameOf(line, line.thing?.groupKey),
};
