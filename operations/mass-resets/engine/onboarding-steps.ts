import type { RowFault } from "#domain/csv-table.ts";
import type { PersonRow } from "#domain/identity/people-file.ts";
import type { PlannedPerson } from "#domain/identity/people-plan.ts";
import { onboardedPeopleMax } from "#domain/mass-reset-limits.ts";
import { type GivenAccount, type OnboardedRow, readOnboarding } from "#domain/mass-resets/onboarding-file.ts";
import type { NewPerson } from "#domain/mass-resets/step-subject.ts";
import { foldedId } from "#domain/person-id.ts";
import { allOf, anyOf, eq, oneOf } from "#domain/query/condition.ts";
import type { Row, Save } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { planRows } from "../../users/engine/plan-file.ts";
import type { PlannedStep } from "./steps.ts";

/** Terms of an onboarding that hold for each person whose line says nothing else. */
export type OnboardingTerms = Pick<Row<"massResets">, "targetSystemKeys" | "templateKey" | "includePrivileged">;

/** Steps that a file of people gives, and the faults of its lines. */
export interface OnboardingSteps {
  readonly steps: readonly PlannedStep[];
  readonly faults: readonly RowFault[];
  /** True if the file has more lines than one call takes. */
  readonly cut: boolean;
}

/** Reads a file of people with their access, and plans the steps of each line that has no fault. It only reads. */
export async function stepsOfFile(
  context: CallContext,
  terms: OnboardingTerms,
  { text, lineOffset }: { readonly text: string; readonly lineOffset: number },
): Promise<OnboardingSteps> {
  const { rows, faults, cut } = readOnboarding(text, onboardedPeopleMax);
  const plan = await planRows(context, { rows: rows.map(({ person }) => person), faults, cut: false });
  const named = await namesOf(context, rows, terms);
  const planned = new Map(plan.people.map((person) => [person.line, person]));
  const users = await usersOf(context, plan.people);
  const more: RowFault[] = [];
  const lines = rows.flatMap((row): readonly OnboardedLine[] => {
    const person = planned.get(row.line);
    if (person === undefined) return [];
    const fault = faultOf({ row, person, user: users.get(person.key), terms, named });
    if (fault !== undefined) more.push({ line: row.line, ...fault });
    return fault === undefined ? [{ row, person, user: users.get(person.key) }] : [];
  });
  const steps = stepsOfLines(context, { lines, terms, named, lineOffset });
  const all = [...plan.faults, ...more].toSorted((one, other) => one.line - other.line);
  return { steps: await withHeld(context, steps), faults: all, cut };
}

/** Plans the steps of users who are known, by the terms alone. */
export async function stepsOfUsers(
  context: CallContext,
  terms: OnboardingTerms,
  users: readonly Row<"users">[],
): Promise<OnboardingSteps> {
  const named = await namesOf(context, [], terms);
  const lines = users.map((user, index): OnboardedLine => {
    const line = index + 1;
    const person: PlannedPerson = { line, id: user.id, key: user.key, does: "leave", changes: {} };
    const row = { line, person: { line, id: user.id }, accounts: [], memberships: [], template: null };
    return { row, person, user };
  });
  const faults = lines.flatMap((line): RowFault[] => {
    const fault = faultOf({ ...line, terms, named });
    return fault === undefined ? [] : [{ line: line.row.line, ...fault }];
  });
  const unfit = new Set(faults.map(({ line }) => line));
  const fit = lines.filter(({ row }) => !unfit.has(row.line));
  return {
    steps: await withHeld(context, stepsOfLines(context, { lines: fit, terms, named, lineOffset: 0 })),
    faults,
    cut: false,
  };
}

interface OnboardedLine {
  readonly row: OnboardedRow;
  readonly person: PlannedPerson;
  /** The user, where the person is known. */
  readonly user: Row<"users"> | undefined;
}

/** Things that the lines of a file name besides people. */
interface Named {
  readonly targets: ReadonlySet<string>;
  /** Keys of groups, by target system and name; null where several have the name. */
  readonly groups: ReadonlyMap<string, string | null>;
  /** Keys of templates by key and by name. */
  readonly templates: ReadonlyMap<string, string>;
}

const groupPlace = (targetSystemKey: string, name: string) => `${targetSystemKey}\n${name}`;

async function namesOf(
  { store }: CallContext,
  rows: readonly OnboardedRow[],
  { targetSystemKeys, templateKey }: OnboardingTerms,
): Promise<Named> {
  const memberships = rows.flatMap((row) => row.memberships);
  const targetKeys = [
    ...(targetSystemKeys ?? []),
    ...rows.flatMap(({ accounts }) => accounts.map((account) => account.targetSystemKey)),
    ...memberships.map((membership) => membership.targetSystemKey),
  ];
  const targets = await store.select("targetSystems", { where: oneOf("id", [...new Set(targetKeys)]) });
  const groups = new Map<string, string | null>();
  for (const [target, some] of Map.groupBy(memberships, (membership) => membership.targetSystemKey)) {
    const names = oneOf("shortId", [...new Set(some.map(({ group }) => group))]);
    for (const { key, shortId } of await store.select("groups", { where: allOf(eq("targetSystemKey", target), names) }))
      groups.set(groupPlace(target, shortId), groups.has(groupPlace(target, shortId)) ? null : key);
  }
  const wanted = [
    ...new Set([...rows.flatMap(({ template }) => template ?? []), ...(templateKey ? [templateKey] : [])]),
  ];
  const found = await store.select("templates", { where: anyOf(oneOf("key", wanted), oneOf("name", wanted)) });
  return {
    targets: new Set(targets.map(({ id }) => id)),
    groups,
    templates: new Map(found.flatMap(({ key, name }) => [[name, key] as const, [key, key] as const])),
  };
}

async function usersOf(
  { store }: CallContext,
  people: readonly PlannedPerson[],
): Promise<ReadonlyMap<string, Row<"users">>> {
  const keys = people.filter(({ does }) => does !== "add").map(({ key }) => key);
  return new Map((await store.select("users", { where: oneOf("key", keys) })).map((user) => [user.key, user]));
}

interface JudgedLine extends OnboardedLine {
  readonly terms: OnboardingTerms;
  readonly named: Named;
}

function faultOf(line: JudgedLine): Omit<RowFault, "line"> | undefined {
  return personFault(line) ?? accessFault(line) ?? groupFault(line);
}

function personFault({ row, person, user, terms }: JudgedLine): Omit<RowFault, "line"> | undefined {
  if (person.does === "change")
    return {
      column: Object.keys(person.changes)[0]?.replace(/Key$/, "") ?? "id",
      message: `'${person.id}' is known, and has another value. Change users by an import, and leave it empty here`,
    };
  if (user?.superuser && !terms.includePrivileged)
    return { column: "id", message: `'${person.id}' is a superuser. Leave it out, or set includePrivileged to true` };
  const gives = accountsOf(row, terms).length + row.memberships.length > 0 || templateOf(row, terms) !== null;
  if (user === undefined || gives) return undefined;
  return { column: "id", message: `'${person.id}' is known, and gets nothing. Leave the line out` };
}

function accessFault({ row, terms, named }: JudgedLine): Omit<RowFault, "line"> | undefined {
  const strange = accountsOf(row, terms).find(({ targetSystemKey }) => !named.targets.has(targetSystemKey));
  if (strange !== undefined)
    return { column: "accounts", message: `no target system has the key '${strange.targetSystemKey}'. Correct it` };
  const template = templateOf(row, terms);
  if (template === null || named.templates.has(template)) return undefined;
  return { column: "template", message: `no template has the key or name '${template}'. Correct it` };
}

function groupFault({ row, named }: JudgedLine): Omit<RowFault, "line"> | undefined {
  for (const { targetSystemKey, group } of row.memberships) {
    const key = named.groups.get(groupPlace(targetSystemKey, group));
    const how = key === undefined ? "no group" : "more than one group";
    if (typeof key !== "string")
      return { column: "groups", message: `${how} on '${targetSystemKey}' is called '${group}'. Correct it` };
  }
  return undefined;
}

const templateOf = (row: OnboardedRow, terms: OnboardingTerms) => row.template ?? terms.templateKey;

/** Returns the accounts that a line gives: those that it names, else those of the terms. */
function accountsOf({ accounts }: OnboardedRow, { targetSystemKeys }: OnboardingTerms): readonly GivenAccount[] {
  return accounts.length > 0 ? accounts : (targetSystemKeys ?? []).map((key) => ({ targetSystemKey: key, name: null }));
}

interface Lines {
  readonly lines: readonly OnboardedLine[];
  readonly terms: OnboardingTerms;
  readonly named: Named;
  readonly lineOffset: number;
}

type NewStep = PlannedStep["step"];

function stepsOfLines(context: CallContext, { lines, terms, named, lineOffset }: Lines): readonly NewStep[] {
  const { ids, clock } = context;
  const createdAt = clock.now();
  const adding = new Map(
    lines.flatMap(({ person }) => (person.does === "add" ? [[foldedId(person.id), ids.guid()] as const] : [])),
  );
  return lines.flatMap(({ row, person, user }): NewStep[] => {
    const of = { line: row.line + lineOffset, userKey: user?.key ?? null, userId: person.id, createdAt };
    const step = (parts: Omit<Save<"massResetSteps">, "key"> & Pick<NewStep, "act">, afterKey?: string): NewStep => ({
      key: ids.guid(),
      targetSystemKey: "",
      subject: {},
      ...of,
      ...parts,
      ...(afterKey !== undefined && { afterKey, isReady: false }),
    });
    const managerKey = adding.get(foldedId(row.person.manager ?? ""));
    const personStep =
      person.does === "add"
        ? {
            ...step({ act: "addUser", subject: { person: newPerson(row.person, person.id) } }, managerKey),
            key: adding.get(foldedId(person.id)) ?? "",
          }
        : undefined;
    const accounts = accountsOf(row, terms).map(({ targetSystemKey, name }) =>
      step({ act: "addAccount", targetSystemKey, accountName: name ?? person.id }, personStep?.key),
    );
    const joins = row.memberships.map(({ targetSystemKey, group: groupName }) => {
      const groupKey = named.groups.get(groupPlace(targetSystemKey, groupName)) ?? "";
      const account = accounts.find((one) => one.targetSystemKey === targetSystemKey);
      return step({ act: "join", targetSystemKey, groupName, subject: { groupKey } }, (account ?? personStep)?.key);
    });
    const templateKey = named.templates.get(templateOf(row, terms) ?? "");
    const request =
      templateKey === undefined ? [] : [step({ act: "request", subject: { templateKey } }, personStep?.key)];
    return [...(personStep === undefined ? [] : [personStep]), ...accounts, ...joins, ...request];
  });
}

function newPerson({ line: _line, ...person }: PersonRow, id: string): NewPerson {
  return { ...person, id };
}

/** Marks the accounts that their people have already; a membership that waits for one goes on. */
export async function withHeld(
  { store }: Pick<CallContext, "store">,
  steps: readonly NewStep[],
): Promise<readonly PlannedStep[]> {
  const wanting = steps.filter(({ act, userKey }) => act === "addAccount" && typeof userKey === "string");
  const userKeys = [...new Set(wanting.flatMap(({ userKey }) => userKey ?? []))];
  const targets = [...new Set(wanting.map(({ targetSystemKey }) => targetSystemKey))];
  const where = allOf(oneOf("userKey", userKeys), oneOf("targetSystemKey", targets));
  const known = userKeys.length === 0 ? [] : await store.select("accounts", { where });
  const held = new Set(known.map(({ userKey, targetSystemKey }) => groupPlace(targetSystemKey, userKey ?? "")));
  return steps.map((step) =>
    step.act === "addAccount" && held.has(groupPlace(step.targetSystemKey, step.userKey ?? ""))
      ? { step, skip: "alreadySo" }
      : { step },
  );
}
