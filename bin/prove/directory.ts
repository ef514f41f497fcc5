import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

import { freePort } from "#platform/processes/free-port.ts";

import { findProgram } from "./find-program.ts";
import { startServer } from "./guarded-server.ts";
import type { Running } from "./keep-running.ts";

/** An OpenLDAP server with accounts whose passwords are to be managed. */
export interface Directory {
  readonly url: string;
  readonly baseDN: string;
  readonly accountsDN: string;
  /** Container of the dependent accounts. */
  readonly dependantsDN: string;
  /** An ordinary entry with the right to write, because the root entry would bypass the password policy. */
  readonly admin: { readonly dn: string; readonly password: string };
  readonly server: Running;
}

/** Password rules of the directory. */
const rules = { shortest: 12, remembered: 5 } as const;
const baseDN = "dc=proof,dc=test";
const accountsDN = `ou=accounts,${baseDN}`;
const dependantsDN = `ou=dependants,${baseDN}`;
const packages = "slapd";
const databaseBytesMax = 1_073_741_824;
const passwordBytes = 18;
const [accountPrefix, dependantPrefix] = ["root", "copy"] as const;

/** Number of accounts in a directory. */
export interface DirectorySize {
  readonly accounts: number;
  /** Number of further accounts, in a container of their own, which have the passwords of others. */
  readonly dependants: number;
}

/** Returns the distinguished name of an account of the directory. */
export function dnOf(name: string): string {
  return `uid=${name},${name.startsWith(dependantPrefix) ? dependantsDN : accountsDN}`;
}

/**
 * Starts slapd with accounts whose passwords no one knows. Its policy requires twelve characters with upper-case and lower-case
 * letters and digits, and none of the last five passwords.
 * @throws CliError if slapd is not installed
 */
export async function startDirectory(folder: string, size: DirectorySize): Promise<Directory> {
  const [slapd, slapadd] = [findProgram("slapd", packages), findProgram("slapadd", packages)];
  mkdirSync(join(folder, "data"), { recursive: true, mode: 0o700 });
  const admin = { dn: `cn=gatehouse,${baseDN}`, password: randomPassword() };
  const [config, ldif] = [join(folder, "slapd.conf"), join(folder, "start.ldif")];
  writeFileSync(config, configuration(folder, admin.dn), { mode: 0o600 });
  writeFileSync(ldif, entries(admin.password, size), { mode: 0o600 });
  await promisify(execFile)(slapadd, ["-q", "-f", config, "-l", ldif]);
  const port = await freePort();
  const url = `ldap://127.0.0.1:${port}`;
  const parts = ["-d", "0", "-f", config, "-h", `${url}/`];
  const server = await startServer({ program: slapd, parts, port, logFile: join(folder, "slapd.log") });
  return { url, baseDN, accountsDN, dependantsDN, admin, server };
}

function randomPassword(): string {
  return `Aa1${randomBytes(passwordBytes).toString("base64url")}`;
}

function configuration(folder: string, adminDN: string): string {
  const strength = ["[A-Z]", "[a-z]", "[0-9]"].map((part) => `constraint_attribute userPassword regex ${part}`);
  return `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
pidfile ${folder}/slapd.pid
argsfile ${folder}/slapd.args
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload ppolicy
moduleload constraint
sizelimit 500
database mdb
suffix "${baseDN}"
rootdn "cn=root,${baseDN}"
directory ${folder}/data
maxsize ${databaseBytesMax}
limits dn.exact="${adminDN}" size.soft=500 size.hard=500 size.prtotal=unlimited time=unlimited
index objectClass,entryUUID,entryCSN,uid eq
overlay ppolicy
ppolicy_default "cn=default,ou=policies,${baseDN}"
ppolicy_hash_cleartext
overlay constraint
${strength.join("\n")}
access to attrs=userPassword by dn.exact="${adminDN}" write by anonymous auth by * none
access to * by dn.exact="${adminDN}" write by users read by * none
`;
}

function entries(adminPassword: string, { accounts, dependants }: DirectorySize): string {
  const unit = (name: string) => `dn: ou=${name},${baseDN}\nobjectClass: organizationalUnit\nou: ${name}\n`;
  return [
    `dn: ${baseDN}\nobjectClass: dcObject\nobjectClass: organization\no: Proof\ndc: proof\n`,
    `dn: cn=gatehouse,${baseDN}\nobjectClass: organizationalRole\nobjectClass: simpleSecurityObject\ncn: gatehouse\nuserPassword: ${adminPassword}\n`,
    ...["accounts", "dependants", "policies"].map(unit),
    `dn: cn=default,ou=policies,${baseDN}\nobjectClass: organizationalRole\nobjectClass: pwdPolicy\ncn: default\n${policy()}\n`,
    ...Array.from({ length: accounts }, (_, index) => account(accountPrefix, index + 1)),
    ...Array.from({ length: dependants }, (_, index) => account(dependantPrefix, index + 1)),
  ].join("\n");
}

function policy(): string {
  // Without a lockout, so that the judge may try passwords that do not open an account.
  return [
    "pwdAttribute: userPassword",
    "pwdCheckQuality: 2",
    `pwdMinLength: ${rules.shortest}`,
    `pwdInHistory: ${rules.remembered}`,
    "pwdLockout: FALSE",
    "pwdMustChange: FALSE",
  ].join("\n");
}

function account(prefix: string, number: number): string {
  const name = `${prefix}${String(number).padStart(5, "0")}`;
  const names = `uid: ${name}\ncn: ${name}\nsn: ${name}`;
  return `dn: ${dnOf(name)}\nobjectClass: inetOrgPerson\n${names}\nuserPassword: ${randomPassword()}\n`;
}
