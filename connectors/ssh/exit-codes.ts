import { type ConnectorCode, ConnectorError } from "#connectors/contract/index.ts";

/** How a program ended. */
export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

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

// Words that say more than the exit code; the first that fits decides.
const byWords: readonly (readonly [RegExp, ConnectorCode])[] = [
  [/^sudo: /m, "permission"],
  [/cannot lock |try again later/, "busy"],
  [/Permission denied|may not run|Only root/i, "permission"],
  [/^usermod: group '.*' does not exist/m, "invalidValue"],
];

const notExecutable = 126;
const notFoundProgram = 127;

/** The error of a program that failed, in its own words. */
export function exitError(program: string, { code, stderr, stdout }: CommandResult): ConnectorError {
  const words = (stderr.trim() || stdout.trim() || `${program} ended with ${code}.`).slice(0, 2_000);
  return new ConnectorError(codeOf(program, code, stderr), words, { targetCode: `${program} ${code}` });
}

function codeOf(program: string, code: number, stderr: string): ConnectorCode {
  const telling = byWords.find(([pattern]) => pattern.test(stderr));
  if (telling) return telling[1];
  if (code === notExecutable || code === notFoundProgram) return "config";
  return byProgram[program]?.[code] ?? "internal";
}
