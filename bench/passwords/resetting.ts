/** An account of the directory: its immutable id and its name. */
export interface BenchAccount {
  readonly id: string;
  readonly name: string;
}

/** A contender that sets passwords. */
export interface Resetting {
  /** Sets the passwords of accounts by their names, `atOnce` at a time; returns the milliseconds until the last one is set. */
  run(passwords: ReadonlyMap<string, string>, atOnce: number): Promise<number>;
  stop(): Promise<void>;
}

/** Returns the entries of accounts as LDIF. */
export function entriesOf(accounts: readonly BenchAccount[]): string {
  return accounts.map(entry).join("\n");
}

/** Returns accounts for a bench. */
export function benchAccounts(count: number): readonly BenchAccount[] {
  return Array.from({ length: count }, (_, n) => ({
    id: `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
    name: `user${String(n).padStart(6, "0")}`,
  }));
}

function entry({ id, name }: BenchAccount): string {
  const dn = `uid=${name},ou=people,dc=example,dc=test`;
  return `dn: ${dn}\nobjectClass: inetOrgPerson\nuid: ${name}\ncn: ${name}\nsn: ${name}\nentryUUID: ${id}\n`;
}

/** Returns a password for each account; the directory remembers the last ones of an account, so each round uses others. */
export function passwordsOf(accounts: readonly BenchAccount[], round: string): ReadonlyMap<string, string> {
  return new Map(accounts.map(({ name }, index) => [name, `Kx7-${round}-wq${index}!Zr`]));
}
