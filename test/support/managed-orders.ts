import { Secret } from "#connectors/contract/index.ts";
import type { CredentialSource } from "#operations/proxies/engine/credential-source.ts";

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
