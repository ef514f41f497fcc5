import { execFile } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { compactDecrypt } from "jose";
import { Attribute, Change, Client } from "ldapts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import type { Judgement, SealedPassword, WhileAway } from "#domain/password-sync/sender-call.ts";
import { systemIds } from "#platform/ids.ts";
import { createLogger } from "#platform/logs/log.ts";

import { type OpenLdap, startOpenLdap } from "../../test/support/openldap.ts";
import { type OpenSsh, startOpenSsh } from "../../test/support/openssh.ts";
import {
  buildModule,
  firstPassword,
  opensHost,
  overlayAccess,
  overlaySettings,
  personEntry,
} from "../../test/support/sender-targets.ts";
import { testSize } from "../../test/support/test-size.ts";
import { createChanges } from "./changes.ts";
import { serveLinux } from "./linux-calls.ts";
import { listenLocally, type LocalSocket } from "./local-socket.ts";
import { serveSlapd } from "./slapd-calls.ts";
import { openSpool, type Spool } from "./spool.ts";
import { machineSteadyClock } from "./steady-moment.ts";
import { createTurns } from "./turns.ts";

// The module in the programs of a real Linux host, and the overlay of a real slapd, with a service that judges as the test says.

const run = promisify(execFile);
const log = createLogger({ module: "test", level: "silent" });
const { publicKey, privateKey } = generateKeyPairSync("x25519");
const { kty = "", crv = "", x = "" } = publicKey.export({ format: "jwk" });
const settings = { whileAway: "accept" as WhileAway, receivingKey: { kty, crv, x } };
const words = ["At least 12 characters.", "Not one of your last passwords."];

let folder: string;
let refused: string | undefined;
let judged: string[];
let spool: Spool;
let socket: LocalSocket | undefined;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "gh-targets-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

async function opened(jwe: string): Promise<SealedPassword> {
  return JSON.parse(new TextDecoder().decode((await compactDecrypt(jwe, privateKey)).plaintext)) as SealedPassword;
}

/** Listens for a target in a folder; the service refuses the password that `refused` has. */
async function listen(place: string, kind: "linux" | "openldap"): Promise<void> {
  rmSync(join(place, "spool"), { recursive: true, force: true });
  spool = openSpool(join(place, "spool"), { ids: systemIds });
  judged = [];
  const client = {
    async judge({ name, jwe }: { readonly name: { readonly shortId?: string }; readonly jwe: string }) {
      const { password } = await opened(jwe);
      judged.push(`${name.shortId} ${password}`);
      const messages = password === refused ? words.map((message) => ({ rule: "rule", message })) : [];
      return { verdict: messages.length === 0 ? "allow" : "refuse", messages } as unknown as Judgement;
    },
  };
  const changes = createChanges({
    senderKey: "sender1",
    client,
    spool,
    settings: () => settings,
    clock: machineSteadyClock(),
    log,
  });
  const turns = createTurns(3_000);
  const entries = { accounts: "ou=people,dc=example,dc=test", naming: "uid", leaveOut: [] };
  const serve = kind === "linux" ? serveLinux({ changes, turns, log }) : serveSlapd({ changes, turns, entries, log });
  socket = await listenLocally(join(place, "socket"), serve);
}

/** Returns what waits to be reported, as name and password or the reason for which there is none, and removes it. */
async function reported(): Promise<string[]> {
  const seen: string[] = [];
  for (let change = spool.first(); change !== undefined; change = spool.first()) {
    const { name, jwe, reason, number, series } = change;
    const content = jwe === null ? undefined : await opened(jwe);
    if (content !== undefined) expect(content).toMatchObject({ sender: "sender1", name, number, series });
    seen.push(`${name.shortId} ${content?.password ?? `(${reason})`}`);
    spool.sent(number);
  }
  return seen;
}

const odd = [
  ["spaces and signs", `  two $(words) "x" 'y' \\z %s  `],
  ["other scripts", "Пароль-密码-🔑-9"],
  ["a brace and a colon", "{house}:Plain-1"],
  ["127 characters", `Aa1-${"q7".repeat(61)}x`],
] as const;

describe("a Linux host", () => {
  let host: OpenSsh;
  let place: string;

  beforeAll(async () => {
    place = join(folder, "h");
    mkdirSync(place, { mode: 0o700 });
    const module = await buildModule(folder);
    const line = (step: string) => `${module} ${step} folder=${place}`;
    host = await startOpenSsh({
      before: `password requisite ${line("judge")}`,
      after: `password optional ${line("report")}`,
    });
    await listen(place, "linux");
    const hash = await host.inside("perl", "-e", "print crypt($ARGV[0], '$6$host')", firstPassword);
    for (const name of ["ada", "ben"]) await host.inside("useradd", "-M", "-s", "/bin/sh", "-p", hash, name);
  }, 120_000);
  afterAll(async () => {
    await socket?.close();
    await host?.stop();
  });
  beforeEach(async () => {
    refused = undefined;
    await reported();
    judged.length = 0;
  });

  /** Runs shell commands as root on the host; returns the exit code and the output of both streams. */
  async function shell(script: string, input = ""): Promise<{ readonly code: number; readonly output: string }> {
    const file = join(folder, "input");
    writeFileSync(file, input, { mode: 0o600 });
    return host.inside("sh", "-c", `{ ${script}\n} < '${file}' 2>&1`).then(
      (output) => ({ code: 0, output }),
      (error: { readonly code: number; readonly stdout: string }) => ({ code: error.code, output: error.stdout }),
    );
  }
  const chpasswd = (name: string, password: string) => shell("chpasswd", `${name}:${password}\n`);

  test.each(odd)("a password with %s is judged, set and reported as it was given", async (_, password) => {
    expect((await chpasswd("ada", password)).output).toBe("");
    expect(judged).toEqual([`ada ${password}`]);
    expect(await reported()).toEqual([`ada ${password}`]);
    expect(await opensHost(host, "ada", password)).toBe(true);
  });

  test("people change their own password, and root those of others", async () => {
    await chpasswd("ben", "Bens-own-Word-1");
    await reported();
    const asBen = "setpriv --reuid ben --regid ben --clear-groups passwd";
    expect((await shell(asBen, "Bens-own-Word-1\nBens-next-Word-2\nBens-next-Word-2\n")).code).toBe(0);
    expect((await shell("passwd ada", "By-roots-hand-3\nBy-roots-hand-3\n")).code).toBe(0);
    expect(await reported()).toEqual(["ben Bens-next-Word-2", "ada By-roots-hand-3"]);
    expect(await opensHost(host, "ben", "Bens-next-Word-2")).toBe(true);
  });

  test("a refused password is refused in the words of the service, and the old one stays", async () => {
    await chpasswd("ada", "Before-the-refusal-1");
    await reported();
    refused = "Refused-Password-2";
    const { code, output } = await chpasswd("ada", refused);
    expect(code).not.toBe(0);
    for (const line of words) expect(output).toContain(line);
    expect(output).not.toContain(refused);
    expect(await opensHost(host, "ada", "Before-the-refusal-1")).toBe(true);
    expect(await reported()).toEqual([]);
    expect((await chpasswd("ada", "After-the-refusal-3")).code).toBe(0);
  });

  test("a host without a module that asks for new passwords has them asked for once, and again to be sure", async () => {
    const module = (step: string) => `${join(folder, "pam_gatehouse.so")} ${step} folder=${place}`;
    const unix = "password required pam_unix.so use_authtok yescrypt rounds=1";
    const lines = [`password requisite ${module("judge")}`, unix, `password optional ${module("report")}`];
    await shell("cp /etc/pam.d/passwd /etc/pam.d/passwd.before; cat > /etc/pam.d/passwd", `${lines.join("\n")}\n`);
    expect((await shell("passwd ada", "Without-another-1\nWithout-another-1\n")).code).toBe(0);
    expect((await shell("passwd ada", "Without-another-2\nWithout-another-3\n")).code).not.toBe(0);
    await shell("mv /etc/pam.d/passwd.before /etc/pam.d/passwd");
    expect(await reported()).toEqual(["ada Without-another-1"]);
    expect(await opensHost(host, "ada", "Without-another-1")).toBe(true);
  });

  test("what the host itself refuses is neither judged nor reported", async () => {
    expect((await chpasswd("ada", "abc12")).code).not.toBe(0);
    expect(judged).toEqual([]);
    expect(await reported()).toEqual([]);
  });

  test("a password that stands in the host's file is not reported if it is another one", async () => {
    const module = join(folder, "pam_gatehouse.so");
    const lines = [
      "password requisite pam_pwquality.so enforce_for_root dictcheck=0 retry=1",
      `password required ${module} report folder=${place}`,
      "password required pam_permit.so",
    ];
    await shell("cat > /etc/pam.d/chpasswd", `${lines.join("\n")}\n`);
    expect((await chpasswd("ada", "Never-really-set-1")).code).toBe(0);
    await shell("echo '@include common-password' > /etc/pam.d/chpasswd");
    expect(await reported()).toEqual([]);
  });

  test("without the sender, the choice that it has written down last holds", async () => {
    await socket?.close();
    rmSync(join(place, "socket"), { force: true });
    const accepted = await chpasswd("ada", "While-away-Word-1");
    expect(accepted.code).toBe(0);
    expect(await opensHost(host, "ada", "While-away-Word-1")).toBe(true);
    writeFileSync(join(place, "while-away"), "refuse\n");
    const { code, output } = await chpasswd("ada", "While-away-Word-2");
    expect(code).not.toBe(0);
    expect(output).toContain("Passwords cannot be changed at the moment");
    expect(await opensHost(host, "ada", "While-away-Word-1")).toBe(true);
    // One that takes calls and never answers holds up nobody for long.
    const silent: Socket[] = [];
    socket = await listenLocally(join(place, "socket"), (call) => silent.push(call));
    expect((await chpasswd("ada", "While-away-Word-3")).code).not.toBe(0);
    expect(silent).toHaveLength(1);
    for (const call of silent) call.destroy();
  });
});

describe("OpenLDAP", () => {
  let directory: OpenLdap;
  let place: string;
  const names = Array.from({ length: testSize(6, 40) }, (_, index) => `user${index}`);
  const dnOf = (name: string) => `uid=${name},${directory.accountsDN}`;

  beforeAll(async () => {
    place = join(folder, "d");
    mkdirSync(place, { mode: 0o700 });
    await listen(place, "openldap");
    directory = await startOpenLdap({
      ldif: names.map(personEntry).join(""),
      settings: `moduleload back_sock\n${overlaySettings(join(place, "socket"))}`,
      access: overlayAccess("cn=gatehouse,dc=example,dc=test"),
    });
  }, 120_000);
  afterAll(async () => {
    await directory?.stop();
    await socket?.close();
  });
  beforeEach(async () => {
    refused = undefined;
    await reported();
    judged.length = 0;
  });

  /** Runs a program of ldap-utils as someone; returns its exit code and output. */
  async function ldap(who: { readonly dn: string; readonly password: string }, program: string, ...parts: string[]) {
    const secret = join(folder, "secret");
    writeFileSync(secret, who.password, { mode: 0o600 });
    return run(program, ["-x", "-H", directory.url, "-D", who.dn, "-y", secret, ...parts]).then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      (error: { readonly code: number; readonly stdout: string; readonly stderr: string }) => ({
        code: error.code,
        output: error.stdout + error.stderr,
      }),
    );
  }
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    return join(folder, name);
  };
  const modify = (who: { readonly dn: string; readonly password: string }, dn: string, ...lines: string[]) =>
    ldap(who, "ldapmodify", "-f", file("change.ldif", `dn: ${dn}\nchangetype: modify\n${lines.join("\n")}\n`));
  const replaced = (password: string) => [
    "replace: userPassword",
    `userPassword:: ${Buffer.from(password).toString("base64")}`,
  ];

  test.each(odd)(
    "a password with %s is reported as it was given: by modification and by the extended operation",
    async (_, password) => {
      const [name = ""] = names;
      const dn = dnOf(name);
      expect(await modify(directory.admin, dn, ...replaced(`${password}m`))).toMatchObject({ code: 0 });
      const own = { dn, password: `${password}m` };
      expect(await ldap(own, "ldappasswd", "-T", file("new", password))).toMatchObject({ code: 0 });
      expect(judged).toEqual([`${name} ${password}m`, `${name} ${password}`]);
      expect(await reported()).toEqual(judged);
      expect(await directory.ldapwhoami(dn, password)).toBe(true);
    },
  );

  test("people change their own password, and an administrator those of others", async () => {
    const [, one = "", two = ""] = names;
    const own = { dn: dnOf(one), password: firstPassword };
    expect(await modify(own, dnOf(one), ...replaced("Own-Word-by-hand-1"))).toMatchObject({ code: 0 });
    expect(await ldap(directory.admin, "ldappasswd", "-T", file("new", "By-the-desk-2"), dnOf(two))).toMatchObject({
      code: 0,
    });
    expect(await reported()).toEqual([`${one} Own-Word-by-hand-1`, `${two} By-the-desk-2`]);
  });

  test("a refused password is refused in the words of the service, by each way", async () => {
    const [, , , name = ""] = names;
    refused = "Refused-Password-2";
    const own = { dn: dnOf(name), password: firstPassword };
    const byModify = await modify(directory.admin, dnOf(name), ...replaced(refused));
    const byOperation = await ldap(own, "ldappasswd", "-T", file("new", refused));
    for (const { code, output } of [byModify, byOperation]) {
      expect(code).not.toBe(0);
      expect(output).toContain("(19)");
      expect(output).toContain(words.join(" "));
    }
    // For another entry it is judged where slapd has looked at the rights, and the words are lost there.
    expect((await ldap(directory.admin, "ldappasswd", "-T", file("new", refused), dnOf(name))).code).not.toBe(0);
    expect(await directory.ldapwhoami(dnOf(name), firstPassword)).toBe(true);
    expect(await reported()).toEqual([]);
  });

  test("nobody learns from a change that they may not make if a password would do for another person", async () => {
    const [one = "", two = ""] = names;
    refused = "Refused-Password-2";
    const own = { dn: dnOf(one), password: "Own-Word-of-one-1" };
    expect(await modify(directory.admin, own.dn, ...replaced(own.password))).toMatchObject({ code: 0 });
    const tries: string[] = [];
    for (const guess of [refused, "Another-word-3"]) {
      const { code, output } = await ldap(own, "ldappasswd", "-T", file("new", guess), dnOf(two));
      tries.push(output.replaceAll(guess, ""));
      expect(code).not.toBe(0);
      expect((await modify(own, dnOf(two), ...replaced(guess))).code).not.toBe(0);
    }
    expect(tries[0]).toBe(tries[1]);
    expect(judged.filter((line) => line.startsWith(`${two} `))).toEqual([]);
    expect((await ldap(own, "ldappasswd", "-T", file("new", refused), own.dn)).output).toContain(words.join(" "));
    expect(await reported()).toEqual([`${one} ${own.password}`]);
  });

  test("what slapd itself refuses is taken back", async () => {
    const [, , , name = ""] = names;
    expect(await modify(directory.admin, dnOf(name), ...replaced("short"))).toMatchObject({ code: 19 });
    expect((await ldap(directory.admin, "ldappasswd", "-T", file("new", "short"), dnOf(name))).code).not.toBe(0);
    const wrongOld = ["-a", "wrong", "-T", file("new", "Good-enough-9"), dnOf(name)];
    expect((await ldap(directory.admin, "ldappasswd", ...wrongOld)).output).toContain("(53)");
    expect(await reported()).toEqual([]);
    expect(spool.waiting).toBe(0);
  });

  test("hashes and generated passwords are reported without their text, and added entries with it", async () => {
    const [, , , , name = ""] = names;
    await modify(directory.admin, dnOf(name), "delete: userPassword");
    expect(await reported()).toEqual([]);
    expect(await ldap(directory.admin, "ldappasswd", dnOf(name))).toMatchObject({ code: 0 });
    const added = `dn: uid=o\\2Cbri\\C3\\A4n,${directory.accountsDN}\nobjectClass: inetOrgPerson\nuid: o,briän\ncn: x\nsn: x\nuserPassword: Added-word-1\n`;
    expect(await ldap(directory.admin, "ldapadd", "-f", file("add.ldif", added))).toMatchObject({ code: 0 });
    const root = `dn: uid=hashed,${directory.accountsDN}\nobjectClass: inetOrgPerson\nuid: hashed\ncn: x\nsn: x\nuserPassword: {SSHA}NObWFvJoNmgHC2MZgvYB1hTRNOtDi7xR\n`;
    const { code } = await ldap(directory.admin, "ldapadd", "-f", file("add.ldif", root));
    expect(await reported()).toEqual([
      `${name} (generated)`,
      "o,briän Added-word-1",
      ...(code === 0 ? ["hashed (hashed)"] : []),
    ]);
  });

  test("many changes at once end with what is reported last for each account", async () => {
    const clients = Array.from({ length: 20 }, () => new Client({ url: directory.url }));
    for (const client of clients) await client.bind(directory.admin.dn, directory.admin.password);
    const turns = testSize(2, 10);
    await Promise.all(
      clients.map(async (client, index) => {
        for (let turn = 0; turn < turns; turn += 1)
          for (const name of names) {
            const modification = new Attribute({ type: "userPassword", values: [`Word-of-${index}-${turn}-1`] });
            await client.modify(dnOf(name), new Change({ operation: "replace", modification }));
          }
      }),
    );
    await Promise.all(clients.map((client) => client.unbind()));
    const seen = await reported();
    expect(seen).toHaveLength(clients.length * turns * names.length);
    const last = new Map(seen.map((line) => line.split(" ") as [string, string]));
    for (const name of names) expect(await directory.ldapwhoami(dnOf(name), last.get(name) ?? ""), name).toBe(true);
  }, 120_000);

  test("without the sender slapd refuses every change of an account, and nothing is lost afterwards", async () => {
    const [, , , name = ""] = names;
    await socket?.close();
    rmSync(join(place, "socket"), { force: true });
    expect(await modify(directory.admin, dnOf(name), ...replaced("While-away-1"))).toMatchObject({ code: 80 });
    await listen(place, "openldap");
    expect(await modify(directory.admin, dnOf(name), ...replaced("Back-again-1"))).toMatchObject({ code: 0 });
    expect(await reported()).toEqual([`${name} Back-again-1`]);
  });
});
