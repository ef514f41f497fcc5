import { type CsvOptions, csvPrinter } from "../csv-output.ts";
import { entityPath } from "../entity-path.ts";
import type { RestClient } from "../rest-client.ts";
import { rowLine } from "../row-line.ts";

/** Parts that the rows of accounts and of steps have in common. */
interface ReportedRow {
  readonly targetSystemKey: string;
  readonly act: string;
  readonly accountKey: string | null;
  readonly accountName: string | null;
  readonly isCanary: boolean;
  readonly result: string | null;
  readonly errorCode: string | null;
  readonly message: string | null;
  readonly sends: number;
  readonly endedAt: string | null;
}

interface AccountRow extends ReportedRow {
  readonly person: { readonly id: string } | null;
}

interface StepRow extends ReportedRow {
  readonly line: number;
  readonly userId: string | null;
  readonly groupName: string | null;
  readonly requestKey: string | null;
}

type Columns<Row> = Readonly<Record<string, (row: Row) => string>>;

const endColumns: Columns<ReportedRow> = {
  canary: ({ isCanary }) => (isCanary ? "yes" : ""),
  result: ({ result }) => result ?? "",
  code: ({ errorCode }) => errorCode ?? "",
  explanation: ({ message }) => message ?? "",
  attempts: ({ sends }) => String(sends),
  ended: ({ endedAt }) => endedAt ?? "",
  accountKey: ({ accountKey }) => accountKey ?? "",
};

const accountColumns: Columns<AccountRow> = {
  targetSystem: ({ targetSystemKey }) => targetSystemKey,
  account: ({ accountName }) => accountName ?? "",
  user: ({ person }) => person?.id ?? "",
  way: ({ act }) => act,
  ...endColumns,
};

const stepColumns: Columns<StepRow> = {
  line: ({ line }) => String(line),
  user: ({ userId }) => userId ?? "",
  step: ({ act }) => act,
  targetSystem: ({ targetSystemKey }) => targetSystemKey,
  account: ({ accountName }) => accountName ?? "",
  group: ({ groupName }) => groupName ?? "",
  ...endColumns,
  requestKey: ({ requestKey }) => requestKey ?? "",
};

/** Rows that a report has: all, or those that failed, as lines or as comma-separated values. */
export type ReportOptions = CsvOptions & { readonly failed?: true | undefined };

/** Prints what came of each account of a mass reset, or of each step of an onboarding or offboarding. */
export async function reportMassReset(rest: RestClient, key: string, options: ReportOptions): Promise<void> {
  const path = entityPath("massResets", key);
  const { action } = await rest.get<{ readonly action: string }>(path);
  const only = options.failed ? `$filter=${encodeURIComponent("result eq 'F'")}` : "";
  if (action !== "reset") {
    const rows = await rest.all<StepRow>(`${path}/steps?$orderby=line,key${only && `&${only}`}`);
    return print(rows, stepColumns, options, ({ line, act, userId }) => [String(line), userId ?? "-", act]);
  }
  const rows = await rest.all<AccountRow>(`${path}/items?$expand=person($select=id)${only && `&${only}`}`);
  return print(rows, accountColumns, options, ({ person }) => [person?.id ?? "-"]);
}

function print<Row extends ReportedRow>(
  rows: readonly Row[],
  columns: Columns<Row>,
  options: ReportOptions,
  firstOf: (row: Row) => readonly string[],
): void {
  if (options.csv) {
    const { failed: _failed, ...csv } = options;
    const printRow = csvPrinter(Object.keys(columns), csv);
    for (const row of rows) printRow(Object.values(columns).map((valueOf) => valueOf(row)));
    return;
  }
  if (rows.length === 0) console.error("None.");
  for (const row of rows) {
    const { targetSystemKey, accountName, result, errorCode, message } = row;
    const about = [targetSystemKey || "-", accountName ?? "-", ...firstOf(row)];
    console.log(rowLine([...about, result ?? "open", errorCode ?? "-", message ?? "-"]));
  }
}
