import { expect, test } from "vitest";

import type { Secret } from "#connectors/contract/index.ts";
import { createLogger } from "#platform/logs/log.ts";

import type { Changes, Verdict } from "./changes.ts";
import { slapdCalls } from "./slapd-calls.ts";
import { readSlapdText } from "./slapd-text.ts";
import { createTurns } from "./turns.ts";

const log = createLogger({ module: "test", level: "silent" });
const accounts = "ou=people,dc=example,dc=test";
const ada = `uid=ada,${accounts}`;
const own = "cn=gatehouse,dc=example,dc=test";
const hourMs = 3_600_000;

interface Given {
  readonly verdict?: Verdict;
  readonly isFull?: boolean;
  readonly leaveOut?: readonly string[];
}

/** A sender beside slapd whose service gives a verdict; `seen` has what became of each change. */
function sender({ verdict = { allowed: true }, isFull = false, leaveOut = [] }: Given = {}) {
  const seen: string[] = [];
  const clear = (password: Secret | string) =>
    typeof password === "string" ? `(${password})` : password.use((text) => text);
  const changes: Changes = {
    async judge({ shortId }, password) {
      seen.push(`judge ${shortId} ${clear(password)}`);
      return verdict;
    },
    async keep({ shortId }, password) {
      seen.push(`keep ${shortId} ${clear(password)}`);
      if (isFull) return { allowed: true };
      const end = (word: string) => () => void seen.push(`${word} ${shortId}`);
      return {
        allowed: true,
        kept: { number: 1, made: end("made"), refused: end("refused"), uncertain: end("uncertain") },
      };
    },
  };
  const entries = { accounts, naming: "uid", leaveOut };
  const calls = slapdCalls({ changes, turns: createTurns(hourMs), entries, log });
  const ask = (command: string, ...lines: string[]) =>
    calls.answer(readSlapdText(Buffer.from([command, ...lines, "", ""].join("\n"))));
  return { seen, ask };
}

const call = (message = 2, bound = ada) => [
  `msgid: ${message}`,
  `binddn: ${bound}`,
  "connid: 1000",
  "suffix: dc=example,dc=test",
];
const setting = (password: string, dn = ada) => [
  `dn: ${dn}`,
  "replace: userPassword",
  `userPassword: ${password}`,
  "-",
];
const result = (code: number, message = 2) => [...call(message), `code: ${code}`];
const extended = (user: string, password?: string) => {
  const field = (tag: number, text: string) => [tag, Buffer.byteLength(text), ...Buffer.from(text)];
  const fields = [...(user === "" ? [] : field(0x80, user)), ...(password === undefined ? [] : field(0x82, password))];
  const value = Buffer.from([0x30, 0x81, fields.length, ...fields]).toString("base64");
  return ["oid: 1.3.6.1.4.1.4203.1.11.1", `value: ${value}`];
};
const continues = "CONTINUE\n";

test("a modification is judged and kept before slapd goes on, and sent when it has succeeded", async () => {
  const { seen, ask } = sender();
  expect(await ask("MODIFY", ...call(), ...setting("New-1"))).toBe(continues);
  expect(seen).toEqual(["judge ada New-1", "keep ada New-1"]);
  expect(await ask("RESULT", ...result(0))).toBe("");
  expect(seen.at(-1)).toBe("made ada");
  // The result of another operation, and the same once more, mean nothing.
  await ask("RESULT", ...result(0));
  await ask("RESULT", ...result(0, 9));
  expect(seen).toHaveLength(3);
});

test("a modification that slapd refuses afterwards is taken back", async () => {
  const { seen, ask } = sender();
  await ask("MODIFY", ...call(), ...setting("New-1"));
  await ask("RESULT", ...result(19));
  expect(seen.at(-1)).toBe("refused ada");
});

test("a password that the service refuses is refused in its words, and the next one is judged at once", async () => {
  const { seen, ask } = sender({ verdict: { allowed: false, messages: ["Too short.", "Too common."] } });
  const refusal = "RESULT\ncode: 19\ninfo:Too short. Too common.\n\n";
  expect(await ask("MODIFY", ...call(), ...setting("New-1"))).toBe(refusal);
  expect(await ask("MODIFY", ...call(3), ...setting("New-2"))).toBe(refusal);
  expect(await ask("EXTENDED", ...call(4), ...extended(ada, "New-3"))).toBe(refusal);
  expect(seen).toEqual(["judge ada New-1", "judge ada New-2", "judge ada New-3"]);
});

test("the extended operation is judged, and kept when slapd writes its hash", async () => {
  const { seen, ask } = sender();
  expect(await ask("EXTENDED", ...call(), ...extended("", "New-1"))).toBe(continues);
  expect(await ask("MODIFY", ...call(), ...setting("{SSHA}c2FsdA=="))).toBe(continues);
  await ask("RESULT", ...result(0));
  expect(seen).toEqual(["judge ada New-1", "keep ada New-1", "made ada"]);
});

test("slapd says whose password an extended operation changes", async () => {
  const { seen, ask } = sender();
  await ask("EXTENDED", ...call(2, "cn=desk,dc=example,dc=test"), ...extended("", "New-1"));
  await ask("MODIFY", ...call(), ...setting("{SSHA}c2FsdA==", `uid=ben,${accounts}`));
  expect(seen).toEqual(["judge ben New-1", "keep ben New-1"]);
});

test("a password for the entry of another person is judged only where slapd has looked at the rights", async () => {
  const { seen, ask } = sender({ verdict: { allowed: false, messages: ["Used before."] } });
  const ben = `uid=ben,${accounts}`;
  expect(await ask("EXTENDED", ...call(), ...extended(ben, "New-1"))).toBe(continues);
  expect(seen).toEqual([]);
  const refusal = "RESULT\ncode: 19\ninfo:Used before.\n\n";
  expect(await ask("MODIFY", ...call(), ...setting("{SSHA}c2FsdA==", ben))).toBe(refusal);
  expect(seen).toEqual(["judge ben New-1"]);
});

test("hashes and generated passwords are reported without their text", async () => {
  const { seen, ask } = sender();
  await ask("MODIFY", ...call(), ...setting("{SSHA}c2FsdA=="));
  await ask("RESULT", ...result(0));
  await ask("EXTENDED", ...call(3), ...extended(ada));
  await ask("MODIFY", ...call(3), ...setting("{SSHA}c2FsdA=="));
  await ask("RESULT", ...result(0, 3));
  expect(seen).toEqual(["keep ada (hashed)", "made ada", "keep ada (generated)", "made ada"]);
});

test("an added entry is reported with its password", async () => {
  const { seen, ask } = sender();
  const entry = [
    `dn: ${ada}`,
    "objectClass: inetOrgPerson",
    "uid: ada",
    `userPassword:: ${Buffer.from(" ä ").toString("base64")}`,
  ];
  expect(await ask("ADD", ...call(), ...entry)).toBe(continues);
  await ask("RESULT", ...result(0));
  expect(seen).toEqual(["judge ada  ä ", "keep ada  ä ", "made ada"]);
});

test.each([
  ["an entry elsewhere", `uid=ada,ou=services,dc=example,dc=test`],
  ["an entry whose name looks as if it were below", `uid=ada\\2Cou\\3Dpeople,dc=example,dc=test`],
  ["an entry that is named by another attribute", `cn=ada,${accounts}`],
  ["the folder itself", accounts],
])("%s is left alone", async (_, dn) => {
  const { seen, ask } = sender();
  expect(await ask("MODIFY", ...call(), ...setting("New-1", dn))).toBe(continues);
  expect(seen).toEqual([]);
});

test("names are read as slapd reads them", async () => {
  const { seen, ask } = sender();
  await ask("MODIFY", ...call(), ...setting("New-1", `UID=o\\2Cbrien\\C3\\A4 x, OU=People , dc=example,dc=test`));
  await ask("MODIFY", ...call(3), ...setting("New-2", `cn=x+uid=two,${accounts}`));
  expect(seen.filter((line) => line.startsWith("keep"))).toEqual(["keep o,brienä x New-1", "keep two New-2"]);
});

test("a replication and those who are left out are not reported", async () => {
  const { seen, ask } = sender({ leaveOut: ["CN=Gatehouse, dc=example,dc=test"] });
  expect(await ask("MODIFY", ...call(2, own), ...setting("New-1"))).toBe(continues);
  const replicated = ["msgid: 0", "binddn: ", "connid: 18446744073709551615"];
  expect(await ask("MODIFY", ...replicated, ...setting("New-1"))).toBe(continues);
  // Without the names of connections no result would find its request.
  expect(await ask("MODIFY", "msgid: 2", ...setting("New-1"))).toBe(continues);
  expect(seen).toEqual([]);
});

test("other requests go on at once", async () => {
  const { seen, ask } = sender();
  expect(await ask("MODIFY", ...call(), `dn: ${ada}`, "replace: mail", "mail: a@b", "-")).toBe(continues);
  expect(await ask("EXTENDED", ...call(), "oid: 1.3.6.1.4.1.4203.1.11.3")).toBe(continues);
  expect(await ask("DELETE", ...call(), `dn: ${ada}`)).toBe(continues);
  expect(seen).toEqual([]);
});

test("a second change of an account waits for the result of the first", async () => {
  const { seen, ask } = sender();
  await ask("MODIFY", ...call(2), ...setting("New-1"));
  const second = ask("MODIFY", ...call(3), ...setting("New-2", ada.toUpperCase()));
  await new Promise((resolve) => setImmediate(resolve));
  expect(seen).toEqual(["judge ada New-1", "keep ada New-1"]);
  await ask("RESULT", ...result(0));
  expect(await second).toBe(continues);
  expect(seen.slice(2)).toEqual(["made ada", "judge ADA New-2", "keep ADA New-2"]);
});

test("a change whose result never came is uncertain, when slapd counts from the beginning again", async () => {
  const { seen, ask } = sender();
  await ask("MODIFY", ...call(), ...setting("New-1"));
  void ask("MODIFY", ...call(), ...setting("New-2", `uid=ben,${accounts}`));
  await expect.poll(() => seen).toContain("keep ben New-2");
  expect(seen).toContain("uncertain ada");
  await ask("RESULT", ...call(), "code: -1024");
  expect(seen.at(-1)).toBe("uncertain ben");
});

test("a change that cannot be kept is made all the same, if the target system accepts them", async () => {
  const { seen, ask } = sender({ isFull: true });
  expect(await ask("MODIFY", ...call(), ...setting("New-1"))).toBe(continues);
  await ask("RESULT", ...result(0));
  expect(seen).toEqual(["judge ada New-1", "keep ada New-1"]);
});
