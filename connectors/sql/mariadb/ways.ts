import { ConnectorError, type Secret } from "#connectors/contract/index.ts";

import { type SqlClient, textOf } from "../client.ts";
import { matchesEd25519 } from "./ed25519-password.ts";
import { literal } from "./literal.ts";
import { matchesNative } from "./native-password.ts";

/** One login method of an account. */
export interface Way {
  readonly plugin: string;
  /** Text that the server stores with the method: a password hash, or a name such as that of a PAM service. */
  readonly stored: string;
}

/** Login methods of an account. */
export interface Ways {
  readonly all: readonly Way[];
  /** Stored form of an earlier password that the server still accepts (MySQL); absent if there is none. */
  readonly second?: string;
}

// Place of the password of each plug-in: kept by the server, by another service that the server asks, or nowhere. For any other
// plug-in it is not known what a password is.
const passwordOf: Readonly<Record<string, "here" | "elsewhere" | "nowhere">> = {
  mysql_native_password: "here",
  mysql_old_password: "here",
  ed25519: "here",
  parsec: "here",
  caching_sha2_password: "here",
  sha256_password: "here",
  pam: "elsewhere",
  auth_pam: "elsewhere",
  auth_pam_compat: "elsewhere",
  authentication_pam: "elsewhere",
  authentication_ldap_simple: "elsewhere",
  authentication_ldap_sasl: "elsewhere",
  authentication_kerberos: "elsewhere",
  authentication_windows: "elsewhere",
  unix_socket: "nowhere",
  auth_socket: "nowhere",
  gssapi: "nowhere",
  named_pipe: "nowhere",
  authentication_oci: "nowhere",
  authentication_fido: "nowhere",
  authentication_webauthn: "nowhere",
  mysql_no_login: "nowhere",
};

const comparisons: Readonly<Record<string, (plaintext: string, stored: string) => boolean>> = {
  mysql_native_password: matchesNative,
  ed25519: matchesEd25519,
};

/** Reads the login methods of an account. */
export async function waysOf(client: SqlClient, product: "mariadb" | "mysql", key: readonly string[]): Promise<Ways> {
  // Read as text, because the client library would parse the JSON itself.
  const columns =
    product === "mysql"
      ? "plugin, authentication_string AS hash, JSON_UNQUOTE(JSON_EXTRACT(User_attributes, '$.additional_password')) AS second FROM mysql.user"
      : "CONCAT(Priv, '') AS priv FROM mysql.global_priv";
  const [row] = await client.query(`SELECT ${columns} WHERE Host = ? AND User = ?`, key);
  if (product === "mysql") {
    const second = textOf(row, "second");
    return { all: [wayOf(textOf(row, "plugin"), textOf(row, "hash"))], ...(second !== "" && { second }) };
  }
  return waysOfPriv(textOf(row, "priv"));
}

interface StoredWay {
  readonly plugin?: string;
  readonly authentication_string?: string;
}

/**
 * Parses the login methods in the JSON text in which MariaDB keeps an account. An empty entry of the list stands for the fields
 * outside it.
 */
export function waysOfPriv(text: string): Ways {
  const priv = JSON.parse(text === "" ? "{}" : text) as StoredWay & { readonly auth_or?: readonly StoredWay[] };
  const stored = (priv.auth_or ?? [{}]).map((one) => (Object.keys(one).length === 0 ? priv : one));
  return { all: stored.map(({ plugin = "", authentication_string = "" }) => wayOf(plugin, authentication_string)) };
}

// An old account has no plug-in, which means this one.
function wayOf(plugin: string, stored: string): Way {
  return { plugin: plugin === "" ? "mysql_native_password" : plugin, stored };
}

/** Returns the names of the login methods, for messages. */
export function namesOf({ all }: Ways): string {
  return all.map(({ plugin }) => plugin).join(" or ");
}

/** Returns true if a login could test a password at all. */
export function takesPassword({ all }: Pick<Ways, "all">): boolean {
  return all.some(({ plugin }) => passwordOf[plugin] !== "nowhere");
}

/** Returns the error for an account that has no password to test or to set. */
export function noPassword(name: string, ways: Ways): ConnectorError {
  return new ConnectorError(
    "notSupported",
    `"${name}" has no password on this server: it logs in by ${namesOf(ways)}.`,
  );
}

/**
 * Returns the clause of ALTER USER that sets a password and keeps the login methods.
 * @throws notSupported if the account has no password on the server, or one that this connector cannot set
 */
export function identifiedBy(name: string, ways: Ways, product: "mariadb" | "mysql"): (plaintext: string) => string {
  const unknown = ways.all.find(({ plugin }) => passwordOf[plugin] === undefined);
  if (unknown !== undefined)
    throw new ConnectorError(
      "notSupported",
      `"${name}" logs in by ${unknown.plugin}, of which this connector does not know how a password is set.`,
    );
  if (passwordsOf(ways) === 0) throw noPassword(name, ways);
  return (plaintext) => {
    if (product === "mysql") return ` IDENTIFIED WITH ${literal(ways.all[0]?.plugin ?? "")} BY ${literal(plaintext)}`;
    const clauses = ways.all.map(({ plugin, stored }) => {
      // All methods get the same password: an old one that stays valid would make the new one worthless.
      if (passwordOf[plugin] === "here") return `${literal(plugin)} USING PASSWORD(${literal(plaintext)})`;
      return stored === "" ? literal(plugin) : `${literal(plugin)} USING ${literal(stored)}`;
    });
    return ` IDENTIFIED VIA ${clauses.join(" OR ")}`;
  };
}

/** Counts the login methods that have a password on the server. */
export function passwordsOf({ all }: Ways): number {
  return all.filter(({ plugin }) => passwordOf[plugin] === "here").length;
}

/** Compares a password with all stored ones; undefined if a stored form allows no comparison. */
export function matchesWays({ all, second }: Ways, password: Secret): boolean | undefined {
  const [first] = all;
  const stored = second === undefined || first === undefined ? all : [...all, { plugin: first.plugin, stored: second }];
  const answers = password.use((plaintext) =>
    stored
      .filter((way) => takesPassword({ all: [way] }))
      .map((way) => comparisons[way.plugin]?.(plaintext, way.stored)),
  );
  if (answers.includes(true)) return true;
  return answers.length === 0 || answers.includes(undefined) ? undefined : false;
}
