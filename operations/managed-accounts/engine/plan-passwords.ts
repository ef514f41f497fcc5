import type { RowFault } from "#domain/csv-table.ts";
import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { type AccountTree, secretOf } from "../../vault/engine/entries.ts";
import type { PasswordRow } from "./passwords-file.ts";
import { type Acceptance, acceptancesOf } from "./record-passwords.ts";

/** Plan for one row: its password is imported, or the vault has it already. */
export interface PlannedPassword {
  readonly line: number;
  readonly does: "import" | "leave";
  readonly managedAccountKey: string;
}

/** Plan for rows: each is planned or has a fault. */
export interface PasswordsPlan {
  readonly passwords: readonly PlannedPassword[];
  readonly faults: readonly RowFault[];
}

/** A plan with the data behind it. */
export interface MadePlan extends PasswordsPlan {
  readonly trees: ReadonlyMap<string, AccountTree>;
  readonly acceptances: ReadonlyMap<string, Acceptance>;
}

type Trees = (keys: readonly string[]) => Promise<ReadonlyMap<string, AccountTree>>;

/** Plans the import of rows, by the present accounts and vault. It only reads, the accounts by `treesOf`. */
export async function planPasswords(
  context: CallContext,
  rows: readonly PasswordRow[],
  treesOf: Trees,
): Promise<MadePlan> {
  const named = await managedAccountsOf(context, rows);
  const keys = [...new Set([...named.values()].filter((one) => typeof one !== "string").map(({ key }) => key))];
  const trees = await treesOf(keys);
  const acceptances = await acceptancesOf(context, trees);
  const passwords: PlannedPassword[] = [];
  const faults: RowFault[] = [];
  for (const row of rows) {
    const account = named.get(row);
    const words = typeof account === "string" ? account : refusalOf(acceptances.get(account?.key ?? ""));
    if (words !== undefined || typeof account !== "object")
      faults.push({ line: row.line, column: "account", message: words ?? "it is gone" });
    else
      passwords.push({
        line: row.line,
        does: doesOf(context, row, trees.get(account.key)),
        managedAccountKey: account.key,
      });
  }
  const plan = repeatedAcross([{ passwords, faults }]);
  return { ...plan, trees, acceptances };
}

function refusalOf(acceptance: Acceptance | undefined): string | undefined {
  if (acceptance === undefined) return "it is gone";
  return "refusal" in acceptance ? acceptance.refusal.replace(/\.$/, "") : undefined;
}

/** Merges the plans of pages: a row has a fault if a row of an earlier page names the same account. */
export function repeatedAcross(pages: readonly PasswordsPlan[]): PasswordsPlan {
  const lines = new Map<string, number>();
  const passwords: PlannedPassword[] = [];
  const faults = pages.flatMap((page) => page.faults);
  for (const planned of pages.flatMap((page) => page.passwords)) {
    const { line, managedAccountKey } = planned;
    const first = lines.get(managedAccountKey);
    lines.set(managedAccountKey, first ?? line);
    if (first === undefined) passwords.push(planned);
    else faults.push({ line, column: "account", message: repeatedIn(first) });
  }
  return { passwords, faults };
}

const repeatedIn = (line: number) => `line ${line} names the same account. Leave one of them out`;

/**
 * Returns the plan for a password. One that the vault gives out is not written again; one that failed, or was changed since, may be right
 * by now.
 */
function doesOf({ store }: CallContext, { password }: PasswordRow, held: AccountTree | undefined) {
  const known = held?.tree.giveOut ?? [];
  const isKnown = password.use((told) => known.some((entry) => secretOf(store, entry).use((text) => text === told)));
  return isKnown ? "leave" : "import";
}

type Account = Row<"managedAccounts">;

/** Finds the managed account that each row names, or the fault of its name. */
async function managedAccountsOf(
  context: CallContext,
  rows: readonly PasswordRow[],
): Promise<ReadonlyMap<PasswordRow, Account | string>> {
  const { store } = context;
  const accounts = await accountsNamed(context, rows);
  const found = [...new Set([...accounts.values()].flatMap((keys) => [...keys]))];
  const managed =
    found.length === 0 ? [] : await store.select("managedAccounts", { where: oneOf("accountKey", found) });
  const byAccount = new Map(managed.map((row) => [row.accountKey, row]));
  return new Map(
    rows.map((row) => {
      const [accountKey, another] = [...(accounts.get(row) ?? [])];
      return [row, accountOf({ row, accountKey, another, managed: byAccount.get(accountKey ?? "") })];
    }),
  );
}

interface Named {
  readonly row: PasswordRow;
  readonly accountKey: string | undefined;
  readonly another: string | undefined;
  readonly managed: Account | undefined;
}

function accountOf({ row, accountKey, another, managed }: Named): Account | string {
  const { name, targetSystemKey } = row;
  if (accountKey === undefined)
    return `no account '${name}' is known on the target system '${targetSystemKey}'. Discover the target system first`;
  if (another !== undefined)
    return `several accounts of '${targetSystemKey}' are called '${name}'. Give the key of one`;
  return managed ?? `'${name}' of '${targetSystemKey}' is not managed. Put it under management first`;
}

const nameColumns = ["shortId", "longId", "stableId", "key"] as const;

/** Finds the keys of the accounts that the rows name. */
async function accountsNamed(
  { store }: CallContext,
  rows: readonly PasswordRow[],
): Promise<ReadonlyMap<PasswordRow, ReadonlySet<string>>> {
  const keys = new Map(rows.map((row) => [row, new Set<string>()]));
  for (const [targetSystemKey, own] of Map.groupBy(rows, (row) => row.targetSystemKey)) {
    const byName = Map.groupBy(own, ({ name }) => name);
    // A statement for each column, so that each has its index.
    for (const column of nameColumns) {
      const where = allOf(eq("targetSystemKey", targetSystemKey), oneOf(column, [...byName.keys()]));
      for (const account of await store.select("accounts", { where }))
        for (const row of byName.get(account[column]) ?? []) keys.get(row)?.add(account.key);
    }
  }
  return keys;
}
