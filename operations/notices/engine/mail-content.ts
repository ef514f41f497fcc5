import type { Secret } from "#connectors/contract/index.ts";
import { itemGivenBy } from "#domain/catalogue/form-codes.ts";
import type { FormValues } from "#domain/catalogue/form-fields.ts";
import { countedNames, keysCounted } from "#domain/notices/counted-keys.ts";
import { keysListed, listedNames } from "#domain/notices/listed-keys.ts";
import { type FieldValues, fieldsOfFacts, keysIn } from "#domain/notices/notice-fields.ts";
import type { FactShown } from "#domain/notices/notice-kinds.ts";
import type { AskedOperation, MailContent, ToldNotice } from "#domain/notices/render-mail.ts";
import { allOf, oneOf } from "#domain/query/condition.ts";
import { requestableTypes } from "#domain/requests/requestable.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { namedAccounts } from "../../kernel/rows/named-accounts.ts";
import { peopleOf } from "../../people/engine/people-of.ts";
import { freshLinks } from "./fresh-links.ts";

/** Reason not to send a mail without notices, in words. */
export const droppedText = "What it would tell is kept no longer (NOTICES_KEPT_DAYS), so there is nothing to send.";

type Context = Pick<CallContext, "store" | "settings">;
type Notice = Row<"notices">;

/** Data behind the notices of a mail. */
interface Known {
  readonly requests: ReadonlyMap<string, Row<"reqbatch">>;
  /** Operations of each request, in their order. */
  readonly asked: ReadonlyMap<string, readonly AskedOperation[]>;
  readonly nameOf: (userKey: string) => string;
  /** Returns the words behind the key of a decision, a delegation, a check-out, an account, a request on hold, or a comment. */
  readonly wordsOf: (key: string) => string;
  readonly systemOf: (key: string) => string;
  /** One-time links by the keys of deliveries of passwords. */
  readonly links: ReadonlyMap<string, Secret>;
}

/**
 * Reads the content of a mail as it is now, in the transaction that claims it: the names and words behind the keys in its notices, and a
 * fresh one-time link for each delivery of passwords.
 */
export async function mailContent(
  context: Pick<CallContext, "store" | "settings" | "clock" | "ids">,
  { key, userKey, digest }: Row<"noticeMails">,
  person: string,
): Promise<MailContent> {
  const rows = await context.store.select("notices", {
    where: { userKey, mailKey: key },
    orderBy: [["createdAt", "asc"]],
  });
  return { digest, person, notices: await noticesContent(context, rows, await freshLinks(context, rows)) };
}

/** Reads the content of notices as it is now, with the links of deliveries of passwords by their keys. */
export async function noticesContent(
  context: Context,
  rows: readonly Notice[],
  links: ReadonlyMap<string, Secret> = new Map(),
): Promise<readonly ToldNotice[]> {
  const known = { ...(await whatTheyAreAbout(context, rows)), links };
  return rows.map((notice) => ({
    kind: notice.kind,
    values: valuesOf(context, notice, known),
    asked: known.asked.get(notice.requestKey ?? "") ?? [],
  }));
}

async function whatTheyAreAbout({ store }: Context, notices: readonly Notice[]): Promise<Omit<Known, "links">> {
  const requestKeys = [...new Set(notices.flatMap(({ requestKey }) => requestKey ?? []))];
  const requests = await store.select("reqbatch", { where: oneOf("key", requestKeys) });
  const keysOf = (shown: FactShown) => notices.flatMap(({ kind, facts }) => keysIn(kind, facts, shown));
  const decisions = await store.select("decisions", { where: oneOf("key", keysOf("reason")) });
  const named = requests.flatMap(({ requesterKey, recipientKey }) => [requesterKey, recipientKey]);
  const remarks = await store.select("requestComments", { where: oneOf("key", keysOf("remark")) });
  const delegations = await store.select("delegations", { where: oneOf("key", keysOf("delegation")) });
  const checkouts = await store.select("checkouts", { where: oneOf("key", keysOf("checkout")) });
  const managed = await store.select("managedAccounts", { where: oneOf("key", keysOf("account")) });
  const accounts = await namedAccounts(store, managed);
  const grants = await store.select("grants", { where: oneOf("key", keysOf("access")) });
  const batches = await store.select("requestBatches", { where: oneOf("key", keysOf("batch")) });
  const systemKeys = [...new Set(keysOf("systems").flatMap(keysCounted))];
  const systems = await store.select("managedSystems", { where: oneOf("key", systemKeys) });
  const people = [...new Set([...named, ...keysOf("person"), ...keysOf("people").flatMap(keysListed)])].map(
    (userKey) => ({ userKey }),
  );
  const withPeople = await peopleOf({ store }, people);
  const names = new Map(
    withPeople(people).map(({ userKey, person }) => [
      userKey,
      person === null ? "" : (person.displayName ?? person.id),
    ]),
  );
  const words = new Map([
    ...decisions.map(({ key, comment }) => [key, comment ?? ""] as const),
    ...remarks.map(({ key, text }) => [key, text] as const),
    ...delegations.map(({ key, reason }) => [key, reason] as const),
    ...checkouts.map(({ key, reason }) => [key, reason] as const),
    ...accounts.map(({ key, name, targetSystemKey }) => [key, `${name} (${targetSystemKey})`] as const),
    ...grants.map(
      ({ key, accountName, groupName, targetSystemKey }) =>
        [key, `${groupName ?? accountName ?? ""} (${targetSystemKey})`] as const,
    ),
    ...batches.map(({ key, templateName }) => [key, templateName] as const),
    ...requests.map(({ key, holdReason }) => [key, holdReason ?? ""] as const),
  ]);
  const systemNames = new Map(systems.map(({ key, id }) => [key, id]));
  return {
    systemOf: (key) => systemNames.get(key) ?? key,
    asked: await askedIn({ store }, requestKeys),
    requests: new Map(requests.map((request) => [request.key, request])),
    nameOf: (userKey) => names.get(userKey) ?? "",
    wordsOf: (key) => words.get(key) ?? "",
  };
}

async function askedIn(
  { store }: Pick<Context, "store">,
  requestKeys: readonly string[],
): Promise<ReadonlyMap<string, readonly AskedOperation[]>> {
  const rows = await store.select("requestOperations", {
    where: oneOf("requestKey", requestKeys),
    orderBy: [["sequence", "asc"]],
  });
  const labelOf = await formLabels({ store }, rows);
  const asked = (row: Row<"requestOperations">): AskedOperation => ({
    code: row.code,
    name: row.groupName ?? row.accountName,
    target: row.targetSystemName ?? row.targetSystemKey ?? "",
    ...(row.form !== null && { form: shownForm(row.form, (name) => labelOf(row, name)) }),
  });
  return new Map([...Map.groupBy(rows, ({ requestKey }) => requestKey)].map(([key, all]) => [key, all.map(asked)]));
}

const shownForm = (form: FormValues, labelOf: (name: string) => string) =>
  Object.entries(form).map(([name, value]) => ({ label: labelOf(name), value: String(value) }));

/** Returns the labels of the values of forms; a value whose field is no longer there has its name. */
async function formLabels(
  { store }: Pick<Context, "store">,
  rows: readonly Row<"requestOperations">[],
): Promise<(row: Row<"requestOperations">, name: string) => string> {
  const items = rows.flatMap((row) => (row.form === null ? [] : (itemGivenBy(row) ?? [])));
  const keys = [...new Set(items.map(({ resourceKey }) => resourceKey))];
  const where = allOf(oneOf("resourceType", requestableTypes), oneOf("resourceKey", keys));
  const details = await store.select("catalogueDetails", { where });
  const fields = new Map(
    details.map(({ resourceType, resourceKey, formFields }) => [`${resourceType} ${resourceKey}`, formFields]),
  );
  return (row, name) => {
    const item = itemGivenBy(row);
    const known = fields.get(`${item?.resourceType} ${item?.resourceKey}`) ?? [];
    return known.find((field) => field.name === name)?.label ?? name;
  };
}

function valuesOf({ settings }: Context, { kind, facts, requestKey }: Notice, known: Known): FieldValues {
  const request = known.requests.get(requestKey ?? "");
  const shown = fieldsOfFacts(kind).map(({ fact, field, shown: how }): [string, string] => [
    field,
    valueOf(String(facts[fact] ?? ""), how, known),
  ]);
  return {
    number: request?.number ?? "",
    requester: known.nameOf(request?.requesterKey ?? ""),
    recipient: known.nameOf(request?.recipientKey ?? ""),
    reason: request?.reason ?? "",
    link: linkOf(settings, requestKey),
    ...Object.fromEntries(shown),
  };
}

function valueOf(value: string, how: FactShown, { nameOf, wordsOf, systemOf, links }: Known): string {
  if (how === "delivery") return links.get(value)?.use((link) => link) ?? "";
  if (how === "person") return nameOf(value);
  if (how === "people") return listedNames(value, nameOf);
  if (how === "systems") return countedNames(value, systemOf);
  if (how === "rest") return value === "0" ? "" : value;
  return how === "number" || how === "word" || how === "id" ? value : wordsOf(value);
}

function linkOf({ requestPageAddress }: Context["settings"], requestKey: string | null): string {
  if (requestPageAddress === null || requestKey === null) return "";
  return requestPageAddress.replaceAll("{key}", () => encodeURIComponent(requestKey));
}
