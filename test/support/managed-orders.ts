import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { isRetryable } from "#domain/requests/retry-schedule.ts";
import type { CredentialSource } from "#operations/proxies/engine/credential-sources.ts";
import type { LockedOperation, OrderSource } from "#operations/proxies/engine/order-source.ts";
import type { Row } from "#store/tables.ts";

/** A managed account whose password is to be set, with its account. */
type ManagedOperation = LockedOperation & {
  readonly row: Row<"managedAccounts">;
  readonly account: Row<"accounts">;
};

/** The password that a managed account gets by its order. */
export const managedPassword = (key: string): string => `password-of-${key}`;

/**
 * A source of orders that is no request: managed accounts with the status U get a new password. Their rows count the sends
 * in `checkoutCount` and keep the signature of the outcome in `disabledReason`.
 */
export const managedOrders: OrderSource<ManagedOperation> = {
  async lock({ store }, keys) {
    const locked: ManagedOperation[] = [];
    for (const key of keys.toSorted()) {
      const row = await store.lock("managedAccounts", key);
      const account = row && (await store.get("accounts", row.accountKey));
      const target = account && (await store.get("targetSystems", account.targetSystemKey));
      if (!target) continue;
      const proxyServer = target.proxyServers[0] ?? "local";
      locked.push({ key, row, account, proxyServer, targetSystemKey: target.id });
    }
    return locked;
  },
  async order({ store }, { key, row, account }) {
    if (row.status !== "U") return undefined;
    const sends = row.checkoutCount + 1;
    await store.save("managedAccounts", { key, checkoutCount: sends, disabledReason: null });
    const object = { id: account.stableId, name: account.shortId, attributes: {} };
    const password = new Secret(managedPassword(key));
    return {
      sends,
      content: { requestId: "run-1", code: "PWRS", object, attributes: {}, password },
      audit: { batchId: "run-1" },
    };
  },
  async record({ store }, outcomes) {
    const recorded = outcomes.filter(({ operation, signature }) => operation.row.disabledReason !== signature);
    for (const { operation, outcome, signature } of recorded) {
      const { key, row } = operation;
      if (row.status !== "U" || row.checkoutCount !== outcome.sends) throw new ServiceError("OUTCOME_REFUSED");
      const failed = isRetryable(outcome.code ?? "internal") ? "U" : "conflict";
      const status = outcome.result === "S" ? "C" : failed;
      await store.save("managedAccounts", { key, status, disabledReason: signature });
    }
    return recorded;
  },
};

/** What a source of managed accounts' passwords was told of those that have opened a login. */
export interface ToldOpened {
  readonly credential: string;
  readonly keys: readonly string[];
}

/** A place where passwords of managed accounts lie, each under the key of its account, and what it has heard. */
export function managedPasswords(
  passwords: Readonly<Record<string, readonly string[]>>,
): CredentialSource & { readonly told: ToldOpened[] } {
  const told: ToldOpened[] = [];
  return {
    told,
    holds: ({ managedAccountKey }) => managedAccountKey !== null,
    async candidates(_context, { managedAccountKey }) {
      const [first = "", second] = passwords[managedAccountKey ?? ""] ?? [];
      const candidate = (password: string) => ({ key: `entry-${password}`, secret: new Secret(password) });
      return second === undefined ? [candidate(first)] : [candidate(first), candidate(second)];
    },
    async opened(_context, { key }, keys) {
      told.push({ credential: key, keys });
    },
  };
}
