import { Secret } from "#connectors/contract/index.ts";
import type { CredentialSource } from "#operations/proxies/engine/credential-source.ts";

/** Report to a source of managed passwords that some of them have opened a credential. */
export interface ToldOpened {
  readonly credential: string;
  readonly keys: readonly string[];
}

/** Returns a source of passwords of managed accounts, each under the key of its account, that keeps the reports it gets. */
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
