import { readTable, type RowFault, type TableRow } from "#domain/csv-table.ts";
import { massResetKeysMax } from "#domain/mass-reset-limits.ts";
import { foldedId, idMeant } from "#domain/person-id.ts";
import { allOf, eq, oneOf } from "#domain/query/condition.ts";

import type { CallContext } from "../../kernel/context.ts";
import { usersLike } from "../../kernel/named-user.ts";

/** Columns of a file; a line has a user, or an account with its target system. */
const columns = ["user", "account", "target"] as const;

/** Users and accounts that a file names, by their keys, and the faults of the other lines. */
interface ReadChoice {
  readonly users: readonly string[];
  readonly accounts: readonly string[];
  readonly faults: readonly RowFault[];
  /** True if the file has more lines than one call takes. */
  readonly cut: boolean;
}

/** A line that names a user. */
interface UserLine {
  readonly line: number;
  readonly user: string;
}

/** A line that names an account. */
interface AccountLine {
  readonly line: number;
  readonly account: string;
  readonly target: string;
}

/** Reads a file of users or accounts, and looks up what it names: a line that names nobody, or several, is a fault. */
export async function readChoice(context: CallContext, text: string): Promise<ReadChoice> {
  const { rows, faults, cut } = readTable(text, { known: columns, required: [], rowsMax: massResetKeysMax });
  const lines = rows.map(lineOf);
  const unfit = lines.flatMap((line) => ("message" in line ? [line] : []));
  const users = await foundUsers(
    context,
    lines.flatMap((line) => ("user" in line ? [line] : [])),
  );
  const accounts = await foundAccounts(
    context,
    lines.flatMap((line) => ("account" in line ? [line] : [])),
  );
  const all = [...faults, ...unfit, ...users.faults, ...accounts.faults];
  return {
    users: users.keys,
    accounts: accounts.keys,
    faults: all.toSorted((one, other) => one.line - other.line),
    cut,
  };
}

function lineOf({ line, values }: TableRow): UserLine | AccountLine | RowFault {
  const [user = "", account = "", target = ""] = columns.map((column) => values[column]?.trim() ?? "");
  if (user !== "" && account === "" && target === "") return { line, user };
  if (user === "" && account !== "" && target !== "") return { line, account, target };
  return { line, message: "it must have a user, or an account and its target. Correct it" };
}

interface Found {
  readonly keys: readonly string[];
  readonly faults: readonly RowFault[];
}

async function foundUsers(context: CallContext, lines: readonly UserLine[]): Promise<Found> {
  const known = await usersLike(
    context,
    lines.map(({ user }) => user),
  );
  const alike = Map.groupBy(
    known.map(({ id }) => id),
    foldedId,
  );
  const keyOf = new Map(known.map(({ id, key }) => [id, key]));
  const keys = new Set<string>();
  const faults: RowFault[] = [];
  for (const { line, user } of lines) {
    const key = keyOf.get(idMeant(user, alike.get(foldedId(user)) ?? []) ?? "");
    if (key === undefined)
      faults.push({ line, column: "user", message: `no user, or more than one, has the id '${user}'` });
    else keys.add(key);
  }
  return { keys: [...keys], faults };
}

const namesAtOnce = 500;

async function foundAccounts({ store }: CallContext, lines: readonly AccountLine[]): Promise<Found> {
  const keys = new Set<string>();
  const faults: RowFault[] = [];
  for (const [target, named] of Map.groupBy(lines, (line) => line.target))
    for (let from = 0; from < named.length; from += namesAtOnce) {
      const page = named.slice(from, from + namesAtOnce);
      const names = page.map(({ account }) => account);
      const where = allOf(eq("targetSystemKey", target), oneOf("shortId", names));
      const known = Map.groupBy(await store.select("accounts", { where }), ({ shortId }) => shortId);
      for (const { line, account } of page) {
        const [found, other] = known.get(account) ?? [];
        if (found !== undefined && other === undefined) keys.add(found.key);
        else {
          const how = found === undefined ? "no account" : "more than one account";
          faults.push({ line, column: "account", message: `${how} on '${target}' is called '${account}'` });
        }
      }
    }
  return { keys: [...keys], faults };
}
