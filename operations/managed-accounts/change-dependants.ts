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
 * Says what else must have the password of a managed account: another account, or whatever a plug-in tells. It learns the next password;
 * nothing happens before. The vault will send the password there, so whoever adds one must be let change the password of the managed
 * account, and of the account that is to have it, and may have that password; those who answer for it are told.
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

/** A host sets its password by itself and tells nobody else: whoever depended on it would be left behind. */
async function requirePush(
  { store }: CallContext,
  { policyId }: Pick<Row<"managedAccounts">, "policyId">,
): Promise<void> {
  const policy = await store.get("managedSystemPolicies", policyId);
  if (policy?.mode !== "pull") return;
  const message = `Its policy '${policyId}' has the mode pull: its own host sets its password. Let that host's program tell what depends on it.`;
  throw unfit("managedAccountKey", message);
}

/** @throws SECRET_RIGHT_MISSING where the caller has no right to the password that will be sent there */
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

/** What is to be a dependant, where it can be one. */
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
 * Gives a dependant another turn among those of its account.
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
 * Lets something be a dependant no more; it keeps the password that it has, and learns no other one. A change that is under way goes on
 * without it.
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

/** The dependant, behind the lock of its account: so nobody tells it anything meanwhile, and its row is as it is now. */
async function lockedDependant(context: CallContext, key: string): Promise<DependantRow> {
  const { managedAccountKey } = await visibleRow(context, { table: "managedAccountDependants", key, policy: seen });
  await context.store.lock("managedAccounts", managedAccountKey);
  return lockedRow(context, { table: "managedAccountDependants", key, policy: seen });
}

function dependantsInOrder({ store }: CallContext, managedAccountKey: string): Promise<readonly DependantRow[]> {
  return store.select("managedAccountDependants", { where: { managedAccountKey }, orderBy: [["sequence", "asc"]] });
}

/** Moves a dependant: it and all behind it get turns beyond the last one, so that none is given twice on the way. */
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

/** Nobody puts the account under management meanwhile: who does locks it, too. */
async function requireFree(context: CallContext, accountKey: string): Promise<Row<"accounts">> {
  const account = await context.store.lock("accounts", accountKey);
  if (!account) throw new ServiceError("ACCOUNT_UNKNOWN", { target: "accountKey" });
  await requireUnmanaged(context, accountKey);
  return account;
}

const invalid = (message: string) => new ServiceError("INPUT_INVALID", { target: "accountKey", message });
const unfit = (target: string, message: string) => new ServiceError("DEPENDANT_UNFIT", { target, message });
