import { execFile, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

import { freePort } from "#platform/processes/free-port.ts";
import { stopProcess } from "#platform/processes/process.ts";

import { requireProgram } from "./programs.ts";

const run = promisify(execFile);
const debianPackage = "389-ds-base";
const [templates, settings] = ["/usr/share/dirsrv/data", "/etc/dirsrv"];
const startWaitMs = 60_000;
const baseDN = "dc=example,dc=test";
const closedDN = `ou=closed,${baseDN}`;
// Each is a placeholder `%name_dir%` of the package's own template.
const folders = ["lock", "tmp", "cert", "ldif", "bak", "run", "inst", "log", "db", "db_home", "schema"];

/** A running 389 Directory Server of a test's own. */
export interface DirectoryServer389 {
  readonly url: string;
  readonly baseDN: string;
  readonly accountsDN: string;
  readonly groupsDN: string;
  /** An ordinary entry with the right to write and to read the password policy, as an administrator should make one. */
  readonly admin: { readonly dn: string; readonly password: string };
  /** Changes the directory by LDIF as its superuser, over `ldapmodify`. */
  ldapmodify(ldif: string): Promise<void>;
  /** Returns the output (LDIF) of `ldapsearch` for an entry's attributes, as the superuser reads them. */
  ldapsearch(dn: string, ...attributes: string[]): Promise<string>;
  /** Ends the server and removes its files. */
  stop(): Promise<void>;
}

/**
 * Starts ns-slapd in a folder of its own on a free port of 127.0.0.1, made from the package's template without `dscreate` and systemd. Its
 * password policy: at least 8 characters, 3 old ones remembered, locked for good after 5 failures, a reset password has to be changed.
 * Accounts below `ou=closed` are disabled by a rule (class of service).
 * @throws Error naming the Debian package if the server is absent
 */
export async function startDirectoryServer389(): Promise<DirectoryServer389> {
  const program = requireProgram("ns-slapd", debianPackage);
  const folder = mkdtempSync(join(tmpdir(), "directory-server-389-"));
  const superuser = { dn: "cn=Directory Manager", password: randomBytes(18).toString("base64url") };
  const admin = { dn: `cn=gatehouse,${baseDN}`, password: randomBytes(18).toString("base64url") };
  const port = await freePort();
  const url = `ldap://127.0.0.1:${port}`;
  configure(folder, port, superuser);
  const server = spawn(program, ["-D", folder, "-i", join(folder, "run", "pid"), "-d", "0"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let words = "";
  server.stderr.on("data", (chunk: Buffer) => (words += chunk.toString()));
  const stop = async (): Promise<void> => {
    await stopProcess(server);
    rmSync(folder, { recursive: true, force: true });
  };
  const asSuperuser = ["-x", "-H", url, "-D", superuser.dn, "-y", join(folder, "superuser-password")];
  const ldapmodify = async (ldif: string): Promise<void> => {
    const file = join(folder, "tmp", `${randomBytes(6).toString("hex")}.ldif`);
    writeFileSync(file, ldif, { mode: 0o600 });
    await run(requireProgram("ldapmodify", "ldap-utils"), [...asSuperuser, "-f", file]);
  };
  const ldapsearch = async (dn: string, ...attributes: string[]): Promise<string> => {
    const call = [...asSuperuser, "-LLL", "-o", "ldif-wrap=no", "-s", "base", "-b", dn, ...attributes];
    const { stdout } = await run(requireProgram("ldapsearch", "ldap-utils"), call);
    return stdout;
  };
  const requireRunning = () => {
    if (server.exitCode !== null || server.signalCode !== null) throw new Error(`ns-slapd ended. ${words}`);
  };
  try {
    await untilItAnswers(requireRunning, () => ldapsearch("", "vendorName"));
    await ldapmodify(entries(admin));
    // A thread of the server evaluates the rule a moment after it was written.
    await untilItAnswers(requireRunning, async () => {
      const closed = await ldapsearch(closedDN, "nsAccountLock");
      if (!/^nsAccountLock: true$/im.test(closed)) throw new Error(`ns-slapd does not apply the rule of ${closedDN}.`);
    });
  } catch (error) {
    await stop();
    throw error;
  }
  const [accountsDN, groupsDN] = [`ou=people,${baseDN}`, `ou=groups,${baseDN}`];
  return { url, baseDN, accountsDN, groupsDN, admin, ldapmodify, ldapsearch, stop };
}

function configure(folder: string, port: number, superuser: { dn: string; password: string }): void {
  for (const name of folders) mkdirSync(join(folder, name));
  copyFileSync(join(settings, "schema", "99user.ldif"), join(folder, "schema", "99user.ldif"));
  for (const name of ["slapd-collations.conf", "certmap.conf"])
    copyFileSync(join(settings, "config", name), join(folder, name));
  writeFileSync(join(folder, "superuser-password"), superuser.password, { mode: 0o600 });
  const values: Readonly<Record<string, string>> = {
    ...Object.fromEntries(folders.map((name) => [`${name}_dir`, join(folder, name)])),
    config_dir: folder,
    db_lib: "bdb",
    fqdn: "localhost",
    ds_port: String(port),
    ds_user: userInfo().username,
    ds_suffix: baseDN,
    rootdn: superuser.dn,
    // The server accepts no plain password in its settings.
    ds_passwd: hashOf(superuser.password),
    ldapi_enabled: "off",
    ldapi: join(folder, "run", "socket"),
    ldapi_autobind: "off",
  };
  const dse = readFileSync(join(templates, "template-dse.ldif"), "utf8")
    .replace(/%(\w+)%/g, (whole, name: string) => values[name] ?? whole)
    .replace("cn: config\n", "cn: config\nnsslapd-listenhost: 127.0.0.1\n");
  writeFileSync(join(folder, "dse.ldif"), dse, { mode: 0o600 });
}

// The policy last: a password that the superuser has set earlier need not be changed.
function entries(admin: { dn: string; password: string }): string {
  return `
dn: cn=userRoot,cn=ldbm database,cn=plugins,cn=config
changetype: add
objectClass: extensibleObject
objectClass: nsBackendInstance
nsslapd-suffix: ${baseDN}
cn: userRoot

dn: cn="${baseDN}",cn=mapping tree,cn=config
changetype: add
objectClass: extensibleObject
objectClass: nsMappingTree
cn: ${baseDN}
nsslapd-state: backend
nsslapd-backend: userRoot

dn: ${baseDN}
changetype: add
objectClass: domain
dc: example
aci: (targetattr = "*")(version 3.0; acl "administrator"; allow (all) userdn = "ldap:///${admin.dn}";)
aci: (targetattr = "userPassword")(version 3.0; acl "own password"; allow (write) userdn = "ldap:///self";)

dn: ${admin.dn}
changetype: add
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: gatehouse
userPassword: ${admin.password}

dn: ou=people,${baseDN}
changetype: add
objectClass: organizationalUnit
ou: people

dn: ou=groups,${baseDN}
changetype: add
objectClass: organizationalUnit
ou: groups

dn: ${closedDN}
changetype: add
objectClass: organizationalUnit
ou: closed

dn: cn=closed,${baseDN}
changetype: add
objectClass: cosTemplate
objectClass: extensibleObject
cn: closed
nsAccountLock: true

dn: cn=closing,${closedDN}
changetype: add
objectClass: LDAPsubentry
objectClass: cosSuperDefinition
objectClass: cosPointerDefinition
cn: closing
cosTemplateDn: cn=closed,${baseDN}
cosAttribute: nsAccountLock operational

dn: cn=config
changetype: modify
replace: nsslapd-pwpolicy-local
nsslapd-pwpolicy-local: on
-
replace: passwordStorageScheme
passwordStorageScheme: SSHA512
-
replace: passwordCheckSyntax
passwordCheckSyntax: on
-
replace: passwordMinLength
passwordMinLength: 8
-
replace: passwordHistory
passwordHistory: on
-
replace: passwordInHistory
passwordInHistory: 3
-
replace: passwordLockout
passwordLockout: on
-
replace: passwordMaxFailure
passwordMaxFailure: 5
-
replace: passwordUnlock
passwordUnlock: off
-
replace: passwordMustChange
passwordMustChange: on
-
add: aci
aci: (targetattr = "objectClass || passwordMustChange")(version 3.0; acl "policy"; allow (read, search) userdn = "ldap:///${admin.dn}";)
`.trimStart();
}

function hashOf(password: string): string {
  const salt = randomBytes(8);
  const digest = createHash("sha512").update(password).update(salt).digest();
  return `{SSHA512}${Buffer.concat([digest, salt]).toString("base64")}`;
}

async function untilItAnswers(check: () => void, ask: () => Promise<unknown>): Promise<void> {
  const end = Date.now() + startWaitMs;
  for (;;) {
    check();
    try {
      await ask();
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await sleep(50);
    }
  }
}
