import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { dependantSettingMaxCharacters, dependantsMax } from "#domain/managed-account-limits.ts";
import { pluginNameMaxCharacters } from "#domain/plugin-limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import { eq } from "#domain/query/condition.ts";
import { historicalPolicyId } from "#domain/vault/historical-policy.ts";
import type { Row } from "#store/tables.ts";

import { accountFacts } from "../accounts/engine/account-write.ts";
import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { visibleRow } from "../kernel/rows/visible-row.ts";
import { filledText } from "../kernel/text-input.ts";
import { ledOf } from "../secret-ways/led-elsewhere.ts";
import { requireSecretRight } from "../secret-ways/require-secret-right.ts";
import { tellSecretWay } from "../secret-ways/tell-secret-way.ts";
import type { DependantRow } from "../vault/engine/dependants.ts";
import { requireUnmanaged } from "./engine/dependant-accounts.ts";

const seenAccounts = policyOf.get("managedAccounts");
const seen = policyOf.get("managedAccountDependants");
const callers = ["user", "engine"] as const;

const dependantInput = z.strictObject({
  managedAccountKey: keyInput,
  accountKey: keyInput.nullish(),
  plugin: filledText(pluginNameMaxCharacters).nullish(),
  setting: filledText(dependantSettingMaxCharacters).nullish(),
  place: z.int().min(1).max(dependantsMax).optional(),
});

/**
 * Adds a dependent of a managed account: another account, or anything that a plug-in updates. It gets the next password; before that
 * nothing happens. The vault will send the password there. So the caller needs permission to change the passwords of the managed account
 * and of the dependent account, and to have that password. The persons responsible for it are notified.
 * @throws NOT_FOUND, FORBIDDEN, SECRET_RIGHT_MISSING, INPUT_INVALID, ACCOUNT_UNKNOWN, DEPENDANT_UNFIT, MANAGED_ACCOUNT_NOT_MANAGED
 */
export const addDependant = defineOperation({
  name: "managedAccountDependants.add",
  input: dependantInput,
  callers,
  policies: [
    { name: seenAccounts, rows: true },
    { name: policyOf.action("managedAccounts/randomize") },
    { name: policyOf.create("managedAccountDependants") },
  ],
  policiesOf: ({ accountKey }) =>
    typeof accountKey === "string"
      ? [
          {
            name: policyOf.action("accounts/resetPassword"),
            facts: (context, given) => accountFacts(context, given.accountKey ?? ""),
          },
        ]
      : [],
  audit: {
    operation: "MDAD",
    describe: ({ managedAccountKey, plugin, accountKey }, output?: DependantRow) => ({
      ident: output?.key ?? null,
      message: `${plugin ?? accountKey ?? ""} of ${managedAccountKey}`,
    }),
  },
  async run(context, input): Promise<DependantRow> {
    const { managedAccountKey, place } = input;
    const managed = await lockedRow(context, {
      table: "managedAccounts",
      key: managedAccountKey,
      policy: seenAccounts,
    });
    if (managed.policyId === historicalPolicyId)
      throw new ServiceError("MANAGED_ACCOUNT_NOT_MANAGED", { target: "managedAccountKey" });
    await requirePush(context, managed);
    const what = await fitDependant(context, input);
    await guardDependant(context, managedAccountKey, what);
    const others = await dependantsInOrder(context, managedAccountKey);
    if (others.length >= dependantsMax)
      throw unfit("managedAccountKey", `An account has ${dependantsMax} dependants at most. Remove one first.`);
    const sequence = (others.at(-1)?.sequence ?? 0) + 1;
    const row = { key: context.ids.guid(), managedAccountKey, sequence, ...what };
    const added = await context.store.add("managedAccountDependants", row);
    return place === undefined ? added : putAt(context, added, place);
  },
});

/** Refuses an account whose own host sets its password: the host tells no one else, so dependents would be left behind. */
async function requirePush(
  { store }: CallContext,
  { policyId }: Pick<Row<"managedAccounts">, "policyId">,
): Promise<void> {
  const policy = await store.get("managedSystemPolicies", policyId);
  if (policy?.mode !== "pull") return;
  const message = `Its policy '${policyId}' has the mode pull: its own host sets its password. Let that host's program tell what depends on it.`;
  throw unfit("managedAccountKey", message);
}

/**
 * Checks the permission to add a dependent, and notifies the persons responsible.
 * @throws SECRET_RIGHT_MISSING if the caller has no permission for the password that will be sent there
 */
async function guardDependant(
  context: CallContext,
  managedAccountKey: string,
  { plugin, accountKey }: Pick<DependantRow, "plugin" | "accountKey">,
): Promise<void> {
  const led = await ledOf(context, eq("key", managedAccountKey));
  await requireSecretRight(context, led, "managedAccountKey");
  const account = accountKey === null ? undefined : await context.store.get("accounts", accountKey);
  const subjectId = plugin ?? account?.targetSystemKey ?? "";
  await tellSecretWay(context, { change: "dependentAdded", subjectId, policyIds: led.policyIds });
}

type Wanted = z.output<typeof dependantInput>;

/** Returns the columns of a new dependent after checking that it can be one. */
async function fitDependant(
  context: CallContext,
  { accountKey = null, plugin = null, setting = null }: Wanted,
): Promise<Pick<DependantRow, "kind" | "accountKey" | "plugin" | "setting">> {
  if ((accountKey === null) === (plugin === null)) throw invalid("either accountKey or plugin must be given");
  if (plugin !== null) {
    if (context.plugins.has("dependant", plugin)) return { kind: "plugin", accountKey, plugin, setting };
    throw unfit("plugin", `There is no plug-in '${plugin}' in PLUGIN_FOLDER. Put it there first.`);
  }
  if (setting !== null) throw invalid("a setting is for plug-ins alone");
  await requireFree(context, accountKey ?? "");
  return { kind: "account", accountKey, plugin, setting };
}

/**
 * Moves a dependent to another place among those of its account.
 * @throws NOT_FOUND, FORBIDDEN
 */
export const moveDependant = defineOperation({
  name: "managedAccountDependants.move",
  input: z.strictObject({ key: keyInput, place: z.int().min(1).max(dependantsMax) }),
  callers,
  policies: [{ name: seen, rows: true }, { name: policyOf.action("managedAccountDependants/move") }],
  audit: { operation: "MDMV", describe: ({ key, place }) => ({ ident: key, message: `to place ${place}` }) },
  run: async (context, { key, place }) => putAt(context, await lockedDependant(context, key), place),
});

/**
 * Removes a dependent; it keeps its present password and gets no other. A change in progress continues without it.
 * @throws NOT_FOUND, FORBIDDEN
 */
export const removeDependant = defineOperation({
  name: "managedAccountDependants.remove",
  input: z.strictObject({ key: keyInput }),
  callers,
  policies: [{ name: seen, rows: true }, { name: policyOf.action("managedAccountDependants/remove") }],
  audit: { operation: "MDRM", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key }) {
    await lockedDependant(context, key);
    await context.store.remove("managedAccountDependants", key);
    return {};
  },
});

/** Returns a dependent, behind the lock of its account: so no one updates it meanwhile, and its row is current. */
async function lockedDependant(context: CallContext, key: string): Promise<DependantRow> {
  const { managedAccountKey } = await visibleRow(context, { table: "managedAccountDependants", key, policy: seen });
  await context.store.lock("managedAccounts", managedAccountKey);
  return lockedRow(context, { table: "managedAccountDependants", key, policy: seen });
}

function dependantsInOrder({ store }: CallContext, managedAccountKey: string): Promise<readonly DependantRow[]> {
  return store.select("managedAccountDependants", { where: { managedAccountKey }, orderBy: [["sequence", "asc"]] });
}

/** Moves a dependent. It and all behind it get places beyond the last one, so that no place is used twice on the way. */
async function putAt(context: CallContext, moved: DependantRow, place: number): Promise<DependantRow> {
  const all = await dependantsInOrder(context, moved.managedAccountKey);
  const others = all.filter(({ key }) => key !== moved.key);
  const behind = [moved, ...others.slice(place - 1)];
  let after = moved;
  for (const [index, { key }] of behind.entries()) {
    const sequence = (all.at(-1)?.sequence ?? 0) + 1 + index;
    const saved = await context.store.save("managedAccountDependants", { key, sequence });
    if (index === 0) after = saved;
  }
  return after;
}

/** Locks an account and refuses it if it is managed. Adding it to management locks it too, so neither can happen meanwhile. */
async function requireFree(context: CallContext, accountKey: string): Promise<Row<"accounts">> {
  const account = await context.store.lock("accounts", accountKey);
  if (!account) throw new ServiceError("ACCOUNT_UNKNOWN", { target: "accountKey" });
  await requireUnmanaged(context, accountKey);
  return account;
}

const invalid = (message: string) => new ServiceError("INPUT_INVALID", { target: "accountKey", message });
const unfit = (target: string, message: string) => new ServiceError("DEPENDANT_UNFIT", { target, message });
