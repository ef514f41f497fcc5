import type { Capability } from "#connectors/contract/index.ts";
import type { ErrorCode } from "#domain/errors.ts";
import { isForVaultAlone } from "#domain/requests/doubted-by.ts";
import { fulfilmentOf } from "#domain/requests/fulfilment.ts";
import { definitionOf } from "#domain/requests/operation-codes.ts";
import { historicalPolicyId } from "#domain/vault/historical-policy.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext, ServiceContext } from "../kernel/context.ts";
import type { CodedOperation } from "../kernel/inputs/operation-input.ts";
import { isAccountBlocked } from "../password-blocks/engine/blocks-on.ts";
import { optionValue } from "./option-value.ts";
import { servingProxies } from "./serving-proxy.ts";

/** Reason why a target system cannot perform an operation now. */
export interface Inability {
  readonly code: Extract<
    ErrorCode,
    | "TARGET_WITHOUT_CONNECTOR"
    | "TARGET_WITHOUT_PROXY"
    | "CAPABILITY_MISSING"
    | "FULFILMENT_NONE"
    | "OPTION_FORBIDS"
    | "ACCOUNT_MANAGED"
    | "PASSWORD_RESET_BLOCKED"
    | "TASK_PASSWORD"
  >;
  /** Field of the operation at fault. */
  readonly field: "code" | "targetSystemKey" | "accountKey" | "password";
  /** Text with more details than the table of errors. */
  readonly message?: string;
}

interface AskedOperation extends Pick<CodedOperation, "code" | "accountKey" | "groupKey" | "attributes"> {
  /** Password that it sets; absent for none. */
  readonly password?: unknown;
}

/**
 * Finds the reason why a target system cannot perform an operation now; undefined if it can. Either nobody performs
 * the operation, or no proxy serves the target system, or its connector does not support the operation, or an option forbids it, or only the
 * vault changes the account's password, or a block bars its reset.
 */
export async function unable(
  context: CallContext,
  target: Row<"targetSystems">,
  operation: AskedOperation,
): Promise<Inability | undefined> {
  return (
    (await unperformed(context, target, operation)) ??
    (await refusedAsManaged(context, operation)) ??
    (await forbiddenByOption(context, target, operation)) ??
    blockedReset(context, operation)
  );
}

/** Finds the reason why neither a connector nor implementers can perform an operation; undefined if one of them can. */
async function unperformed(
  context: CallContext,
  target: Row<"targetSystems">,
  { code, groupKey, password }: AskedOperation,
): Promise<Inability | undefined> {
  const group = groupKey ? await context.store.get("groups", groupKey) : undefined;
  const fulfilment = fulfilmentOf({ code, target, group });
  if (fulfilment === "none") return { code: "FULFILMENT_NONE", field: "code" };
  if (fulfilment === "connector") return incapable(context, target, definitionOf(code).capability);
  return password === undefined ? undefined : { code: "TASK_PASSWORD", field: "password" };
}

/**
 * Finds the reason why a target system cannot perform operations that need a capability of its connector (null for none): no proxy serves
 * it, or its connector lacks the capability. Returns undefined if it can.
 */
export async function incapable(
  context: ServiceContext,
  target: Row<"targetSystems">,
  capability: Capability | null,
): Promise<Inability | undefined> {
  if (target.type === null) return { code: "TARGET_WITHOUT_CONNECTOR", field: "targetSystemKey" };
  const connectors = (await servingProxies(context, target)).flatMap(({ connectors: all }) =>
    all.filter(({ id }) => id === target.type),
  );
  if (connectors.length === 0) return { code: "TARGET_WITHOUT_PROXY", field: "targetSystemKey" };
  if (capability === null || connectors.some(({ capabilities }) => capabilities.includes(capability))) return undefined;
  const message = `The connector '${target.type}' of '${target.id}' cannot do this: it has no function ${capability}. Leave the operation out.`;
  return { code: "CAPABILITY_MISSING", field: "code", message };
}

async function forbiddenByOption(
  context: CallContext,
  target: Row<"targetSystems">,
  { code, accountKey }: AskedOperation,
): Promise<Inability | undefined> {
  const { forbiddenBy } = definitionOf(code);
  if (forbiddenBy === undefined) return undefined;
  const { option, ofOwner = false } = forbiddenBy;
  if ((await optionValue(context, target.id, option)) !== false) return undefined;
  if (ofOwner && !(await isOwner(context, accountKey))) return undefined;
  const words = `The option ${option} of the target system '${target.id}' is false and forbids this. Leave the operation out, or set the option to true.`;
  return { code: "OPTION_FORBIDS", field: "code", message: words };
}

/**
 * Finds the reason why only the vault may perform an operation: it keeps the password of the account. Returns undefined if there is none.
 */
export async function refusedAsManaged(
  { store }: Pick<CallContext, "store">,
  operation: AskedOperation,
): Promise<Inability | undefined> {
  const { accountKey, code, attributes } = operation;
  if (!accountKey || !isForVaultAlone({ code, attributes: attributes ?? {} })) return undefined;
  const [managed] = await store.select("managedAccounts", { where: { accountKey }, limit: 1 });
  return managed && isKeptByVault(managed) ? { code: "ACCOUNT_MANAGED", field: "accountKey" } : undefined;
}

/** Finds out whether a block bars the reset of the account's password. */
async function blockedReset(
  context: ServiceContext,
  { code, accountKey }: AskedOperation,
): Promise<Inability | undefined> {
  if (!accountKey || definitionOf(code).capability !== "resetPassword") return undefined;
  return (await isAccountBlocked(context, accountKey))
    ? { code: "PASSWORD_RESET_BLOCKED", field: "accountKey" }
    : undefined;
}

/** Reports whether only the vault changes the password of a managed account. */
export function isKeptByVault({ policyId, disabledReason }: Row<"managedAccounts">): boolean {
  return policyId !== historicalPolicyId && disabledReason === null;
}

async function isOwner(
  { store, caller }: Pick<CallContext, "store" | "caller">,
  accountKey: string | null | undefined,
): Promise<boolean> {
  const account = accountKey ? await store.get("accounts", accountKey) : undefined;
  return caller.key !== null && account?.userKey === caller.key;
}
