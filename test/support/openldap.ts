import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

import { freePort } from "#platform/processes/free-port.ts";
import { stopProcess } from "#platform/processes/process.ts";

import { type CertificateFiles, makeCertificate } from "./certificate.ts";
import { requireProgram } from "./programs.ts";

const run = promisify(execFile);
const debianPackages = "slapd and ldap-utils";
const startWaitMs = 60_000;
const outputBytesMax = 256 * 1024 * 1024;
const baseDN = "dc=example,dc=test";
/** The entryUUID of the administrator of every test directory. */
export const administratorEntryId = "00000000-0000-4000-9000-000000000000";

/** A running OpenLDAP server of a test. */
export interface OpenLdap {
  readonly url: string;
  /** Present if the test requested TLS: the encrypted address and the PEM text of its certificate. StartTLS works on `url` then. */
  readonly tls?: { readonly url: string; readonly ca: string };
  readonly baseDN: string;
  readonly accountsDN: string;
  readonly groupsDN: string;
  /** An ordinary entry with the right to write, because the root entry would bypass the password policy. */
  readonly admin: { readonly dn: string; readonly password: string };
  /** Ends the server and removes its files. */
  stop(): Promise<void>;
  /** Returns the output (LDIF) of `ldapsearch` for a filter and attributes, as the administrator reads them. */
  ldapsearch(filter: string, ...attributes: string[]): Promise<string>;
  /** Returns true if `ldapwhoami` can bind with a password, in exactly the given bytes. */
  ldapwhoami(dn: string, password: string): Promise<boolean>;
  /** Returns the contents of the database (LDIF, with the hashes of passwords) without the server: no bind, nothing counted. */
  slapcat(filter: string): Promise<string>;
}

/** Options of a test's server. */
export interface OpenLdapOptions {
  /** A rule of access (`access to …` of slapd.conf) that comes before the usual ones. */
  readonly access?: string;
  /** Password of the administrator; absent = a random one. */
  readonly adminPassword?: string;
  /** Further entries in LDIF, loaded before the start. */
  readonly ldif?: string;
  /** Attributes of the password policy that differ from the usual one. */
  readonly passwordPolicy?: Readonly<Record<string, string>>;
  /** Port to listen on; absent = a free one. */
  readonly port?: number;
  /** Further lines of slapd.conf for the database. */
  readonly settings?: string;
  /** True to encrypt with a certificate of its own for localhost. */
  readonly tls?: boolean;
}

/**
 * Starts slapd on a free port of 127.0.0.1 with a password policy (at least 8 characters, 3 old ones remembered, locked after 5 failures).
 * Without paging it returns at most 500 entries, with paging all.
 * @throws Error naming the Debian packages if slapd or the tools are absent
 */
export async function startOpenLdap(options: OpenLdapOptions = {}): Promise<OpenLdap> {
  const slapd = requireProgram("slapd", debianPackages);
  const slapadd = requireProgram("slapadd", debianPackages);
  const slapcat = requireProgram("slapcat", debianPackages);
  const ldapsearchProgram = requireProgram("ldapsearch", debianPackages);
  const ldapwhoamiProgram = requireProgram("ldapwhoami", debianPackages);
  const folder = mkdtempSync(join(tmpdir(), "openldap-"));
  const admin = {
    dn: `cn=gatehouse,${baseDN}`,
    password: options.adminPassword ?? randomBytes(18).toString("base64url"),
  };
  const files = { config: join(folder, "slapd.conf"), password: join(folder, "admin-password") };
  mkdirSync(join(folder, "data"));
  const certificate = options.tls === true ? await makeCertificate(folder) : undefined;
  writeFileSync(files.config, configuration(folder, admin.dn, { ...options, certificate }), { mode: 0o600 });
  writeFileSync(files.password, admin.password, { mode: 0o600 });
  writeFileSync(
    join(folder, "start.ldif"),
    `${entries(admin.password, options.passwordPolicy)}\n${options.ldif ?? ""}`,
    {
      mode: 0o600,
    },
  );
  await run(slapadd, ["-q", "-f", files.config, "-l", join(folder, "start.ldif")]);

  const port = options.port ?? (await freePort());
  const url = `ldap://127.0.0.1:${port}`;
  const tlsUrl = `ldaps://localhost:${await freePort()}`;
  const urls = certificate === undefined ? `${url}/` : `${url}/ ${tlsUrl}/`;
  const server = spawn(slapd, ["-d", "0", "-f", files.config, "-h", urls], { stdio: ["ignore", "ignore", "pipe"] });
  const stop = async (): Promise<void> => {
    await stopProcess(server);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilItAnswers(server, port);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    ...(certificate && { tls: { url: tlsUrl, ca: readFileSync(certificate.certificate, "utf8") } }),
    baseDN,
    accountsDN: `ou=people,${baseDN}`,
    groupsDN: `ou=groups,${baseDN}`,
    admin,
    stop,
    async ldapsearch(filter, ...attributes) {
      const connection = ["-x", "-H", url, "-D", admin.dn, "-y", files.password];
      const output = ["-LLL", "-o", "ldif-wrap=no", "-E", "pr=500/noprompt"];
      const call = [...connection, ...output, "-b", baseDN, filter, ...attributes];
      const { stdout } = await run(ldapsearchProgram, call, { maxBuffer: outputBytesMax });
      return stdout;
    },
    async ldapwhoami(dn, password) {
      const file = join(folder, `password-${randomBytes(6).toString("hex")}`);
      writeFileSync(file, password, { mode: 0o600 });
      const login = run(ldapwhoamiProgram, ["-x", "-H", url, "-D", dn, "-y", file]);
      return login.then(
        () => true,
        (error: unknown) => {
          // The program's message for a refused bind.
          if (String(error).includes("(49)")) return false;
          throw error;
        },
      );
    },
    async slapcat(filter) {
      const call = ["-f", files.config, "-o", "ldif-wrap=no", "-a", filter];
      return (await run(slapcat, call, { maxBuffer: outputBytesMax })).stdout;
    },
  };
}

interface Variants {
  readonly certificate: CertificateFiles | undefined;
  readonly access?: string;
  readonly settings?: string;
}

function configuration(folder: string, adminDN: string, { certificate, access = "", settings = "" }: Variants): string {
  const tls = certificate
    ? `TLSCertificateFile ${certificate.certificate}\nTLSCertificateKeyFile ${certificate.key}`
    : "";
  return `
${tls}
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
include /etc/ldap/schema/nis.schema
pidfile ${folder}/slapd.pid
argsfile ${folder}/slapd.args
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload ppolicy
sizelimit 500
database mdb
suffix "${baseDN}"
rootdn "cn=root,${baseDN}"
directory ${folder}/data
maxsize 1073741824
limits dn.exact="${adminDN}" size.soft=500 size.hard=500 size.prtotal=unlimited time=unlimited
index objectClass,entryUUID,entryCSN,uid,cn,member eq
overlay ppolicy
ppolicy_default "cn=default,ou=policies,${baseDN}"
ppolicy_hash_cleartext
${settings}
${access}
access to attrs=userPassword by dn.exact="${adminDN}" write by self =xw by anonymous auth by * none
access to * by dn.exact="${adminDN}" write by self read by users read by * none
`;
}

const usualPolicy = {
  pwdAttribute: "userPassword",
  pwdCheckQuality: "2",
  pwdMinLength: "8",
  pwdInHistory: "3",
  pwdLockout: "TRUE",
  pwdMaxFailure: "5",
  pwdMustChange: "TRUE",
  pwdAllowUserChange: "TRUE",
};

function entries(adminPassword: string, passwordPolicy: Readonly<Record<string, string>> = {}): string {
  const policy = Object.entries({ ...usualPolicy, ...passwordPolicy }).map(([name, value]) => `${name}: ${value}`);
  return `
dn: ${baseDN}
objectClass: dcObject
objectClass: organization
o: Example
dc: example

dn: cn=gatehouse,${baseDN}
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: gatehouse
entryUUID: ${administratorEntryId}
userPassword: ${adminPassword}

dn: ou=people,${baseDN}
objectClass: organizationalUnit
ou: people

dn: ou=groups,${baseDN}
objectClass: organizationalUnit
ou: groups

dn: ou=policies,${baseDN}
objectClass: organizationalUnit
ou: policies

dn: cn=default,ou=policies,${baseDN}
objectClass: organizationalRole
objectClass: pwdPolicy
cn: default
${policy.join("\n")}
`;
}

async function untilItAnswers(server: ChildProcess, port: number): Promise<void> {
  let words = "";
  server.stderr?.on("data", (chunk: Buffer) => (words += chunk.toString()));
  const end = Date.now() + startWaitMs;
  while (server.exitCode === null && server.signalCode === null && Date.now() < end) {
    if (await accepts(port)) return;
    await sleep(20);
  }
  throw new Error(`slapd does not answer on port ${port}. ${words}`);
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
