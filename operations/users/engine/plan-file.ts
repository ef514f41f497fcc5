import { z } from "zod";

import { calendarNameJudges, type CalendarNameJudges, calendarNameRules } from "#domain/calendar/calendar-names.ts";
import type { RowFault } from "#domain/csv-table.ts";
import { ServiceError } from "#domain/errors.ts";
import { type PeopleFile, type PersonRow, personTimes, readPeople } from "#domain/identity/people-file.ts";
import { type PeoplePlan, planPeople, type PlannedPerson } from "#domain/identity/people-plan.ts";
import { peopleFileRowsMax } from "#domain/people-limits.ts";
import { foldedId, lookOf } from "#domain/person-id.ts";
import { giveWay, inTurns, mapInTurns } from "#platform/loop-turns.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { brokenRules } from "../../kernel/input-invalid.ts";
import { usersLike } from "../../kernel/named-user.ts";
import { requireStay } from "./check-stay.ts";
import { looksLike, managersAbove } from "./check-user.ts";
import { newUser } from "./user-input.ts";

const { id, displayName, mail } = newUser;
const fields = z.object({ id, displayName, mail });

type Context = Pick<CallContext, "store" | "ids" | "settings" | "changes" | "clock">;

/**
 * Plans the import of each row of a file of users, as the users are now. It only reads.
 * @throws LIMIT_EXCEEDED
 */
export async function planFile(context: Context, text: string): Promise<PeoplePlan> {
  return planRows(context, await inTurns(readPeople(text)));
}

/**
 * Plans the import of each row of a file of users that was read, as the users are now. It only reads.
 * @throws LIMIT_EXCEEDED
 */
export async function planRows(context: Context, { rows, faults, cut }: PeopleFile): Promise<PeoplePlan> {
  const { store, ids, settings } = context;
  if (cut) {
    throw new ServiceError("LIMIT_EXCEEDED", {
      message: `A file may hold at most ${peopleFileRowsMax} people; this one has more. Split it.`,
    });
  }
  const judges = calendarNameJudges(settings.workingCalendars);
  const found = await mapInTurns(rows, (row) => [
    ...fieldFaults(row),
    ...calendarFaults(row, judges),
    ...timeFaults(row),
  ]);
  const unfit = found.flat();
  const unfitLines = new Set(unfit.map(({ line }) => line));
  const formed = rows.filter(({ line }) => !unfitLines.has(line));
  const named = new Set(formed.flatMap(({ id: own, manager, sponsor }) => [own, manager ?? own, sponsor ?? own]));
  await giveWay();
  const known = await usersLike(context, [...named]);
  const alike = [...(await lookFaults(context, formed, known)), ...sponsorFaults(formed, known)];
  const fit = formed.filter(({ line }) => alike.every((fault) => fault.line !== line));
  const managers = await managersAbove(
    store,
    known.map(({ key }) => key),
  );
  const byId = new Map(known.map((user) => [user.id, user]));
  const plan = await inTurns(planPeople(fit, { byId, managers }, () => ids.guid()));
  const { people, faults: unstayed } = await judgeStays(context, plan.people, byId);
  const all = [...faults, ...unfit, ...alike, ...plan.faults, ...unstayed];
  return { people, faults: all.toSorted((one, other) => one.line - other.line) };
}

/** Separates the planned users whose start, end or sponsor is allowed from the faults of the others. */
async function judgeStays(
  context: Context,
  planned: PeoplePlan["people"],
  byId: ReadonlyMap<string, Row<"users">>,
): Promise<PeoplePlan> {
  const people: PlannedPerson[] = [];
  const faults: RowFault[] = [];
  for (const person of planned) {
    const fault = await stayFault(context, person, byId.get(person.id));
    if (fault === undefined) people.push(person);
    else faults.push(fault);
  }
  return { people, faults };
}

async function stayFault(
  context: Context,
  { line, key, changes }: PlannedPerson,
  known: Row<"users"> | undefined,
): Promise<RowFault | undefined> {
  const { startsAt, endsAt, sponsorKey } = changes;
  if ([startsAt, endsAt, sponsorKey].every((value) => value === undefined)) return undefined;
  try {
    await requireStay(context, known ?? { key, superuser: false, startsAt: null, endsAt: null }, changes);
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return {
      line,
      column: error.target === "sponsorKey" ? "sponsor" : (error.target ?? "endsAt"),
      message: error.message,
    };
  }
}

function timeFaults(row: PersonRow): readonly RowFault[] {
  return personTimes.flatMap((column) =>
    Number.isNaN(row[column])
      ? [{ line: row.line, column, message: "it must be a moment such as 2030-01-31T08:00:00Z. Correct it" }]
      : [],
  );
}

/** Finds the faults of rows whose sponsors are no users yet: only a user who is there can answer for others. */
function sponsorFaults(rows: readonly PersonRow[], known: readonly { readonly id: string }[]): readonly RowFault[] {
  const folds = new Set(known.map((user) => foldedId(user.id)));
  return rows.flatMap(({ line, sponsor }) =>
    sponsor && !folds.has(foldedId(sponsor))
      ? [{ line, column: "sponsor", message: `'${sponsor}' is the id of no user. Correct it, or add that user first` }]
      : [],
  );
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
