import { z } from "zod";

import { calendarNameJudges, type CalendarNameJudges, calendarNameRules } from "#domain/calendar/calendar-names.ts";
import type { RowFault } from "#domain/csv-table.ts";
import { ServiceError } from "#domain/errors.ts";
import { type PersonRow, readPeople } from "#domain/identity/people-file.ts";
import { type PeoplePlan, planPeople } from "#domain/identity/people-plan.ts";
import { peopleFileRowsMax } from "#domain/people-limits.ts";
import { foldedId, lookOf } from "#domain/person-id.ts";
import { users } from "#domain/resources/users.ts";
import { giveWay, inTurns, mapInTurns } from "#platform/loop-turns.ts";

import type { CallContext } from "../../kernel/context.ts";
import { brokenRules } from "../../kernel/input-invalid.ts";
import { usersLike } from "../../kernel/named-user.ts";
import { inputOf } from "../../kernel/resource-input.ts";
import { looksLike, managersAbove } from "./check-user.ts";

const { id, displayName, mail } = inputOf(users, "create");
const fields = z.object({ id, displayName, mail });

type Context = Pick<CallContext, "store" | "ids" | "settings" | "changes">;

/**
 * Plans the import of each row of a file of users, as the users are now. It only reads.
 * @throws LIMIT_EXCEEDED
 */
export async function planFile(context: Context, text: string): Promise<PeoplePlan> {
  const { store, ids, settings } = context;
  const { rows, faults, cut } = await inTurns(readPeople(text));
  if (cut) {
    throw new ServiceError("LIMIT_EXCEEDED", {
      message: `A file may hold at most ${peopleFileRowsMax} people; this one has more. Split it.`,
    });
  }
  const judges = calendarNameJudges(settings.workingCalendars);
  const found = await mapInTurns(rows, (row) => [...fieldFaults(row), ...calendarFaults(row, judges)]);
  const unfit = found.flat();
  const unfitLines = new Set(unfit.map(({ line }) => line));
  const formed = rows.filter(({ line }) => !unfitLines.has(line));
  const named = new Set(formed.flatMap((row) => (row.manager ? [row.id, row.manager] : [row.id])));
  await giveWay();
  const known = await usersLike(context, [...named]);
  const alike = await lookFaults(context, formed, known);
  const fit = formed.filter(({ line }) => alike.every((fault) => fault.line !== line));
  const managers = await managersAbove(
    store,
    known.map(({ key }) => key),
  );
  const byId = new Map(known.map((user) => [user.id, user]));
  const plan = await inTurns(planPeople(fit, { byId, managers }, () => ids.guid()));
  const all = [...faults, ...unfit, ...alike, ...plan.faults];
  return { people: plan.people, faults: all.toSorted((one, other) => one.line - other.line) };
}

/** Finds the faults of new users' IDs that look like those of superusers. */
async function lookFaults(
  { store }: Context,
  rows: readonly PersonRow[],
  known: readonly { readonly id: string }[],
): Promise<readonly RowFault[]> {
  const superusers = await store.select("users", { where: { superuser: true } });
  const looks = new Map(superusers.map((user) => [lookOf(user.id), user.id]));
  const folds = new Set(known.map((user) => foldedId(user.id)));
  const found = await mapInTurns(rows, (row) => {
    const superuser = folds.has(foldedId(row.id)) ? undefined : looks.get(lookOf(row.id));
    return superuser === undefined ? [] : [{ line: row.line, column: "id", message: looksLike(superuser) }];
  });
  return found.flat();
}

function fieldFaults({ line, ...row }: PersonRow): readonly RowFault[] {
  return brokenRules(fields, row).map(({ field, rule }) => ({
    line,
    column: field,
    message: `it ${rule}. Correct it`,
  }));
}

function calendarFaults(row: PersonRow, judges: CalendarNameJudges): readonly RowFault[] {
  return (["timeZone", "calendar"] as const).flatMap((column) => {
    const name = row[column] ?? null;
    if (name === null || judges[column](name)) return [];
    return [{ line: row.line, column, message: `it must be ${calendarNameRules[column]}. Correct it` }];
  });
}
