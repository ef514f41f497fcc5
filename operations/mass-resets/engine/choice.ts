import type { RowFault } from "#domain/csv-table.ts";
import { ServiceError } from "#domain/errors.ts";
import { choicePartKeys, fileFaultsShownMax, massResetKeysMax } from "#domain/mass-reset-limits.ts";
import { asService } from "#domain/query/as-service.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import { oneOf, related } from "#domain/query/condition.ts";
import type { Row, Save } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { readChoice } from "./choice-file.ts";
import type { ChosenBy, GivenList } from "./choice-input.ts";

/** Users and accounts that a list names, by their keys. */
interface ChosenKeys {
  readonly users: readonly string[];
  readonly accounts: readonly string[];
}

/** A choice of accounts, as a call has made it. */
export interface Choice extends ChosenKeys {
  readonly by: ChosenBy;
  /** Condition on users; undefined if lists choose. */
  readonly condition?: Expression;
}

/** A choice, as a caller writes it. */
export type GivenChoice = GivenList & { readonly condition?: string | null | undefined };

/**
 * Returns the choice of a call: its condition bound, its keys checked, its file read.
 * @throws MASS_RESET_FILE_INVALID with a detail for each line, USER_UNKNOWN, ACCOUNT_UNKNOWN, and the codes of a $filter
 */
export async function choiceOf(context: CallContext, given: GivenChoice, by: ChosenBy): Promise<Choice> {
  if (by === "condition") return { by, condition: await boundCondition(context, given.condition), ...nobody };
  if (by === "file") return { by, ...(await chosenByFile(context, given)) };
  const users = [...new Set(given.userKeys ?? [])];
  const accounts = [...new Set(given.accountKeys ?? [])];
  await requireAll(context, { table: "users", keys: users, code: "USER_UNKNOWN", target: "userKeys" });
  await requireAll(context, { table: "accounts", keys: accounts, code: "ACCOUNT_UNKNOWN", target: "accountKeys" });
  return { by, users, accounts };
}

const nobody: ChosenKeys = { users: [], accounts: [] };

/** Binds the condition of a mass reset for the service itself. */
async function boundCondition(
  { userCondition }: Pick<CallContext, "userCondition">,
  text: string | null | undefined,
): Promise<Expression> {
  return asService(await userCondition(text ?? ""));
}

interface Wanted {
  readonly table: "users" | "accounts";
  readonly keys: readonly string[];
  readonly code: "USER_UNKNOWN" | "ACCOUNT_UNKNOWN";
  readonly target: string;
}

async function requireAll({ store }: CallContext, { table, keys, code, target }: Wanted): Promise<void> {
  for (let from = 0; from < keys.length; from += choicePartKeys) {
    const page = keys.slice(from, from + choicePartKeys);
    const known = new Set((await store.select(table, { where: oneOf("key", page) })).map(({ key }) => key));
    const unknown = page.filter((key) => !known.has(key));
    if (unknown.length === 0) continue;
    const message = `${target}: nothing has the key ${unknown[0]}${unknown.length > 1 ? `, nor have ${unknown.length - 1} others` : ""}. Leave them out.`;
    throw new ServiceError(code, { target, message });
  }
}

async function chosenByFile(context: CallContext, { file, lineOffset, skipFaults }: GivenList): Promise<ChosenKeys> {
  const { users, accounts, faults, cut } = await readChoice(context, file ?? "");
  if (cut) {
    const message = `One call takes at most ${massResetKeysMax} lines. Add the others by further calls of choose.`;
    throw new ServiceError("LIMIT_EXCEEDED", { target: "file", message });
  }
  if (faults.length === 0 || skipFaults === true) return { users, accounts };
  throw fileRefusal(faults, { lineOffset: lineOffset ?? 0, shownMax: fileFaultsShownMax });
}

/** Returns the refusal of a file with faults, the first of them as details with their lines. */
export function fileRefusal(
  faults: readonly RowFault[],
  { lineOffset, shownMax }: { readonly lineOffset: number; readonly shownMax: number },
): ServiceError {
  const details = faults.slice(0, shownMax).map(({ line, column, message }) => {
    const place = `line ${line + lineOffset}`;
    const where = column === undefined ? place : `${place}, ${column}`;
    return { code: "MASS_RESET_FILE_INVALID" as const, target: place, message: `${where}: ${message}` };
  });
  const message = `${faults.length} line(s) of the file name nobody or several, or cannot be read. Correct them, or set skipFaults to true.`;
  return new ServiceError("MASS_RESET_FILE_INVALID", { target: "file", message, details });
}

/** Saves the lists of a choice of a new mass reset, behind those that it has, in the current transaction. */
export async function saveParts(
  { store, ids }: CallContext,
  massResetKey: string,
  { users, accounts }: ChosenKeys,
): Promise<void> {
  for (const [of, keys] of Object.entries({ users, accounts })) {
    const at = await store.count("massResetParts", { massResetKey, of: of as keyof ChosenKeys });
    await store.addAll("massResetParts", partsOf(keys, { key: () => ids.guid(), massResetKey, of: of as "users", at }));
  }
}

interface PartTerms {
  readonly key: () => string;
  readonly massResetKey: string;
  readonly of: Row<"massResetParts">["of"];
  /** Position of the first part. */
  readonly at: number;
}

/** Returns the rows of a list of keys. */
export function partsOf(
  keys: readonly string[],
  { key, massResetKey, of, at }: PartTerms,
): readonly Save<"massResetParts">[] {
  const parts: Save<"massResetParts">[] = [];
  for (let from = 0; from < keys.length; from += choicePartKeys) {
    const page = keys.slice(from, from + choicePartKeys);
    parts.push({ key: key(), massResetKey, of, position: at + parts.length, keys: page });
  }
  return parts;
}

/** Returns the choice of a stored mass reset. */
export async function storedChoice(
  context: CallContext,
  { key, chosenBy: by, condition }: Pick<Row<"massResets">, "key" | "chosenBy" | "condition">,
): Promise<Choice> {
  if (by === "condition") return { by, condition: await boundCondition(context, condition), ...nobody };
  const parts = await context.store.select("massResetParts", { where: { massResetKey: key } });
  const of = (wanted: keyof ChosenKeys) => [
    ...new Set(parts.filter((part) => part.of === wanted).flatMap(({ keys }) => keys)),
  ];
  return { by, users: of("users"), accounts: of("accounts") };
}

/** Returns the conditions on accounts that a choice stands for, one after the other. */
export function conditionsOf({ condition, users, accounts }: Choice): readonly Expression[] {
  if (condition !== undefined) return [related("user", condition)];
  const pages = (column: string, keys: readonly string[]) =>
    Array.from({ length: Math.ceil(keys.length / choicePartKeys) }, (_, page) =>
      oneOf(column, keys.slice(page * choicePartKeys, (page + 1) * choicePartKeys)),
    );
  return [...pages("userKey", users), ...pages("key", accounts)];
}
