import { createHash, randomBytes } from "node:crypto";

import { administratorEntryId, type OpenLdap, startOpenLdap } from "./openldap.ts";

/** An account of the directory, and its initial password. */
export interface VaultAccount {
  readonly id: string;
  readonly name: string;
  readonly dn: string;
  readonly password: string;
}

/** State of an account in the directory's own files. */
export interface AccountFacts {
  /** Returns true if the password opens the account, judged by the hash in the directory. */
  opens(password: string): boolean;
  /** Number of wrong passwords that the directory counts against the account. */
  readonly failures: number;
  readonly locked: boolean;
}

/** A directory of privileged accounts, and their state, read without the product's code. */
export interface VaultDirectory {
  readonly directory: OpenLdap;
  readonly accounts: readonly VaultAccount[];
  /** The administrator's own entry, which may be put under management too. */
  readonly administrator: VaultAccount;
  /** Reads all accounts by their names. No bind is tried, so nothing counts towards a lock. */
  facts(): Promise<ReadonlyMap<string, AccountFacts>>;
  stop(): Promise<void>;
}

/** Password policy of the directory: a lock after three wrong passwords, twelve characters, none of the last five. */
export const vaultDirectoryPolicy = { failures: 3, shortest: 12, remembered: 5 } as const;

const saltBytes = 8;
const sha1Bytes = 20;

/**
 * Starts a directory with a number of accounts; thousands are loaded in a second. The numbers of remembered passwords and of characters may
 * be changed.
 */
export async function startVaultDirectory(
  count: number,
  { remembered, shortest }: { readonly remembered: number; readonly shortest: number } = vaultDirectoryPolicy,
): Promise<VaultDirectory> {
  const accounts = Array.from({ length: count }, (_, index) => accountOf(index));
  const { failures } = vaultDirectoryPolicy;
  const directory = await startOpenLdap({
    ldif: accounts.map(entryOf).join("\n"),
    passwordPolicy: {
      pwdMaxFailure: String(failures),
      pwdMinLength: String(shortest),
      pwdInHistory: String(remembered),
      pwdMustChange: "FALSE",
    },
  });
  return {
    directory,
    accounts,
    administrator: { id: administratorEntryId, name: "gatehouse", ...directory.admin },
    facts: async () => factsOf(await directory.slapcat("(userPassword=*)")),
    stop: () => directory.stop(),
  };
}

function accountOf(index: number): VaultAccount {
  const number = String(index).padStart(6, "0");
  const name = `root${number}`;
  return {
    id: `00000000-0000-4000-8000-000000${number}`,
    name,
    dn: `uid=${name},ou=people,dc=example,dc=test`,
    password: `first-${randomBytes(12).toString("base64url")}`,
  };
}

function entryOf({ id, name, dn, password }: VaultAccount): string {
  const names = `uid: ${name}\ncn: ${name}\nsn: ${name}\nentryUUID: ${id}`;
  return `dn: ${dn}\nobjectClass: inetOrgPerson\n${names}\nuserPassword: ${hashOf(password, randomBytes(saltBytes))}\n`;
}

function hashOf(password: string, salt: Buffer): string {
  const digest = createHash("sha1").update(password).update(salt).digest();
  return `{SSHA}${Buffer.concat([digest, salt]).toString("base64")}`;
}

function factsOf(ldif: string): ReadonlyMap<string, AccountFacts> {
  const blocks = ldif.split("\n\n").filter((block) => block.trim() !== "");
  return new Map(
    blocks.map((block) => {
      const values = (name: string) =>
        [...block.matchAll(new RegExp(`^${name}:(:?) (.*)$`, "gm"))].map(([, coded, value = ""]) =>
          coded === ":" ? Buffer.from(value, "base64").toString("utf8") : value,
        );
      const hashes = values("userPassword");
      return [
        values("cn")[0] ?? "",
        {
          opens: (password: string) => hashes.some((hash) => isHashOf(hash, password)),
          failures: values("pwdFailureTime").length,
          locked: values("pwdAccountLockedTime").length > 0,
        },
      ];
    }),
  );
}

function isHashOf(hash: string, password: string): boolean {
  // Passwords loaded before the start are stored as they were written.
  if (!hash.startsWith("{")) return hash === password;
  const [, coded] = /^\{SSHA\}(.+)$/.exec(hash) ?? [];
  if (coded === undefined) throw new Error(`The directory keeps a password in a form that is not known: ${hash}`);
  return hashOf(password, Buffer.from(coded, "base64").subarray(sha1Bytes)) === hash;
}
