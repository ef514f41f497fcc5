import { type ConnectorCode, ConnectorError } from "#connectors/contract/index.ts";

import type { CommandResult } from "./marks.ts";

// From the section "exit values" of each manual page of shadow-utils.
const shared = { 1: "busy", 2: "internal", 3: "invalidValue", 4: "invalidValue", 10: "busy" } as const;
const byProgram: Readonly<Record<string, Readonly<Record<number, ConnectorCode>>>> = {
  useradd: { ...shared, 6: "invalidValue", 9: "alreadyExists", 12: "config", 14: "config" },
  usermod: { ...shared, 6: "notFound", 8: "policy", 9: "alreadyExists", 11: "config", 12: "config" },
  userdel: { ...shared, 6: "notFound", 8: "policy", 12: "partial" },
  groupadd: { ...shared, 9: "alreadyExists" },
  groupmod: { ...shared, 6: "notFound", 9: "alreadyExists" },
  groupdel: { ...shared, 6: "notFound", 8: "policy" },
  gpasswd: { 3: "notFound" },
  chage: { 1: "permission", 15: "config" },
};

// Messages that are more precise than the exit code; the first match decides.
const byWords: readonly (readonly [RegExp, ConnectorCode])[] = [
  [/^sudo: \S+: command not found$/m, "config"],
  [/^sudo: /m, "permission"],
  [/Permission denied|may not run|Only root|Read-only file system/i, "permission"],
  // Also on a full disk: without its lock a program starts nothing.
  [/cannot lock |try again later|lock busy/, "busy"],
  // Data written before the disk was full stays.
  [/No space left on device|Disk quota exceeded|failure while writing changes/, "partial"],
  [/does not exist in \/etc\/|cannot remove entry '.*' from \/etc\//, "policy"],
  [/^usermod: group '.*' does not exist/m, "invalidValue"],
];

const notExecutable = 126;
const notFoundProgram = 127;
const wordsMax = 2_000;

// Messages of sudo about the machine itself, after which it continues.
const sudoAside = /^sudo: (?:unable to resolve host |setrlimit\(|unable to send audit message)/;

/** Returns the error output of a program without the side messages of sudo. */
export function wordsOf(stderr: string): string {
  return stderr
    .split("\n")
    .filter((line) => !sudoAside.test(line))
    .join("\n")
    .trim();
}

/** Makes the error of a program that failed, in its own words. */
export function exitError(program: string, { code, stderr, stdout }: CommandResult): ConnectorError {
  const said = wordsOf(stderr);
  const mapped = codeOf(program, code, said);
  const words = [said || stdout.trim() || `${program} ended with ${code}.`, adviceOf(program, mapped, said)];
  return new ConnectorError(mapped, words.join("").slice(0, wordsMax), { targetCode: `${program} ${code}` });
}

function codeOf(program: string, code: number, words: string): ConnectorCode {
  const telling = byWords.find(([pattern]) => pattern.test(words));
  if (telling) return telling[1];
  if (code === notExecutable || code === notFoundProgram) return "config";
  return byProgram[program]?.[code] ?? "internal";
}

function adviceOf(program: string, mapped: ConnectorCode, words: string): string {
  if (mapped === "config" && /not found/.test(words))
    return ` The connector needs ${program}: install the machine's package of it (passwd, shadow or shadow-utils).`;
  if (/must have a tty/.test(words))
    return " Take requiretty off for the login: Defaults:<login> !requiretty in sudoers.";
  if (mapped === "policy" && /\/etc\//.test(words))
    return " It comes from another source than the machine's own files, such as a directory: change it there.";
  return "";
}
