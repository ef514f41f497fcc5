import { formatKey, isGuid } from "#api/odata/key.ts";
import type { ListedDependant } from "#operations/managed-accounts/read-dependants.ts";
import type { FoundAccount, ListedSystem, ShownAccount } from "#operations/managed-accounts/read-managed-accounts.ts";
import type { RunProgress, ShownRun } from "#operations/runs/read-runs.ts";
import type { Row } from "#store/tables.ts";

import { CliError } from "../cli-error.ts";
import { quotedText } from "../entity-path.ts";
import type { RestClient } from "../rest-client.ts";
import { countRows, readOnly, type ReadRow, readRow, readRows } from "./read-rows.ts";
import type { Asked, StandIns } from "./stand-in.ts";

/** Stand-ins for managed accounts, their systems and policies, and runs. */
export const managedStandIns: StandIns = {
  "managedAccounts.find": async (
    { rest },
    { target, name }: { target: string; name: string },
  ): Promise<FoundAccount> => {
    const accountKey = await accountKeyOf(rest, target, name);
    const filter = `accountKey eq ${formatKey(accountKey)}`;
    const [managed = null] = await readRows(rest, { set: "managedAccounts" }, { filter, top: 1 });
    return { accountKey, managed: managed as ShownAccount | null };
  },
  "managedAccounts.list": async ({ rest }, { policyId, status, limit = 100 }: AccountsInput) => {
    const parts = Object.entries({ policyId, status }).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name} eq ${quotedText(value)}`],
    );
    const filter = parts.length === 0 ? undefined : parts.join(" and ");
    return readRows(rest, { set: "managedAccounts" }, { filter, top: limit });
  },
  "managedAccountDependants.listed": listDependants,
  "managedSystems.list": async ({ rest }) =>
    (await readRows(rest, { set: "managedSystems" }, { ...withPolicies, orderby: "id" })).map(listedSystem),
  "managedSystems.show": async ({ rest }, { id }: { id: string }) => {
    const filter = `id eq ${quotedText(id)}${isGuid(id) ? ` or key eq ${formatKey(id)}` : ""}`;
    const none = `There is no managed system '${id}', or you may not see it. gatehouse managed system list shows them.`;
    const { key } = await readOnly(rest, "managedSystems", filter, none);
    return listedSystem(await readRow(rest, "managedSystems", key as string, withPolicies));
  },
  "managedSystemPolicies.list": ({ rest }) => readRows(rest, { set: "managedSystemPolicies" }, { orderby: "id" }),
  "managedSystemPolicies.show": async ({ rest }, { id }: { id: string }) => {
    const count = (name: string) => countRows(rest, { set: "managedSystemPolicies", below: [id, name] });
    const policy = await readRow(rest, "managedSystemPolicies", id);
    const counts = { managedSystems: await count("managedSystems"), managedAccounts: await count("managedAccounts") };
    return { ...policy, ...counts };
  },
  "checkoutRights.list": async ({ rest }, { id }: { id: string }) => {
    const rows = await readRows(rest, { set: "managedSystemPolicies", below: [id, "rights"] });
    const sortedBy = ({ right, userClassId }: ReadRow) => `${String(right)} ${String(userClassId)}`;
    return rows.toSorted((one, other) => (sortedBy(one) < sortedBy(other) ? -1 : 1));
  },
  "listedCommands.list": ({ rest }, { id }: { id: string }) =>
    readRows(rest, { set: "managedSystemPolicies", below: [id, "commands"] }, { orderby: "name" }),
  "checkoutPhases.show": async ({ rest }, { id }: { id: string }) =>
    (await readRow(rest, "managedSystemPolicies", id))["authorizationPhases"],
  "runs.show": async (asked, { key }: { key: string }) => {
    const run = await shownRun(asked, await readRow(asked.rest, "runs", key));
    const filter = "result eq 'F' and (followedByKey eq null or dependantKey ne null)";
    const orders = await readRows(asked.rest, { set: "runs", below: [key, "orders"] }, { filter, top: failuresMax });
    const failures = orders.map(({ managedAccountKey, errorCode, message }) => ({
      managedAccountKey,
      errorCode,
      message,
    }));
    return { ...run, failures };
  },
  "runs.list": async (asked, { limit = 20 }: { limit?: number }) => {
    const rows = await readRows(asked.rest, { set: "runs" }, { orderby: "createdAt desc", top: limit });
    const shown: ShownRun[] = [];
    for (const row of rows) shown.push(await shownRun(asked, row));
    return shown;
  },
};

const failuresMax = 50;

interface AccountsInput {
  readonly policyId?: string;
  readonly status?: string;
  readonly limit?: number;
}

async function accountKeyOf(rest: RestClient, target: string, name: string): Promise<string> {
  const names = ["shortId", "longId", "stableId"].map((one) => `${one} eq ${quotedText(name)}`);
  const called = [...names, ...(isGuid(name) ? [`key eq ${formatKey(name)}`] : [])].join(" or ");
  const filter = `targetSystemKey eq ${quotedText(target)} and (${called})`;
  const [account, other] = await readRows(rest, { set: "accounts" }, { filter, select: "key", top: 2 });
  if (other !== undefined)
    throw new CliError(`Several accounts of '${target}' are called '${name}'. Give the key of one.`);
  if (account === undefined) {
    throw new CliError(
      `No account '${name}' is known on the target system '${target}', or you may not see it. Look it up under /v2/accounts, or discover the target system first.`,
    );
  }
  return account["key"] as string;
}

type Placed = Pick<ListedDependant, "key" | "place">;

/** Returns the dependants of one account with their positions, by which a command names them. */
async function listDependants(
  { rest }: Asked,
  { managedAccountKey }: { managedAccountKey: string },
): Promise<readonly Placed[]> {
  const filter = `managedAccountKey eq ${formatKey(managedAccountKey)}`;
  const rows = await readRows(rest, { set: "managedAccountDependants" }, { filter, orderby: "sequence" });
  return rows.map((row, index) => ({ key: row["key"] as string, place: index + 1 }));
}

const withPolicies = { expand: "policies($select=id;$orderby=id)" };

function listedSystem(row: ReadRow): ListedSystem {
  const policies = (row["policies"] as readonly { readonly id: string }[]).map(({ id }) => id);
  return { ...(row as unknown as ListedSystem), policies };
}

async function shownRun({ call }: Asked, row: ReadRow): Promise<ShownRun> {
  const run = row as unknown as Row<"runs">;
  return { ...run, progress: (await call("runs.progress", { key: run.key })) as RunProgress };
}
