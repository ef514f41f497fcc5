import { ConnectorError } from "#connectors/contract/index.ts";

import { quote } from "./quote.ts";

/** A program with its arguments. */
export type Command = readonly [program: string, ...args: string[]];

/** What one program has written, and how it ended. */
export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The two outputs of a channel. */
export interface Outputs {
  readonly stdout: string;
  readonly stderr: string;
}

const begin = "begin";
// What a shell ends with when there is no such program; sudo ends with another code and says so.
const notFoundProgram = 127;
const missing = /^sudo: \S+: command not found$/m;
// What a POSIX shell adds to the number of a signal that ended a program.
const signalBase = 128;

/**
 * Returns the script by which a POSIX shell runs programs one after the other, with a mark before the first and one behind each, on both
 * outputs: what a login, sudo's lecture or a file of the shell writes around them is no part of an answer. Words come in English, so
 * that they can be told apart, and administrators' programs are found, which servers keep off the PATH.
 */
export function markedScript(commands: readonly Command[], { mark, sudo }: { mark: string; sudo: boolean }): string {
  const words = (command: Command): string => [...(sudo ? ["sudo", "-n", "--"] : []), ...command].map(quote).join(" ");
  return [
    `PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin"; LC_ALL=C; export PATH LC_ALL`,
    `mark() { printf '\\n%s %s\\n' ${mark} "$1"; printf '\\n%s %s\\n' ${mark} "$1" >&2; }`,
    `mark ${begin}`,
    ...commands.map((command) => `${words(command)}; mark $?`),
  ].join("\n");
}

/**
 * Returns what stands between the marks, for each program of the script.
 * @throws config when no shell has run the script, broken when an output ends before its last mark or a program was ended by a signal
 */
export function answersOf(outputs: Outputs, mark: string, commands: readonly Command[]): CommandResult[] {
  const [stdout, stderr] = [sectionsOf(outputs.stdout, mark), sectionsOf(outputs.stderr, mark)];
  if (stdout.length === 0 && stderr.length === 0) throw notRun(outputs);
  return commands.map(([program], index) => {
    const [said, words, ended] = [stdout[index], stderr[index], stdout[index + 1]];
    const code = Number(ended?.label);
    if (said === undefined || words === undefined || ended === undefined || stderr[index + 1] === undefined)
      throw new ConnectorError("broken", `What the host wrote ends before the answer of ${program} does.`);
    if (code > signalBase)
      throw new ConnectorError("broken", `${program} was ended by the signal ${code - signalBase}.`);
    return { code: missing.test(words.text) ? notFoundProgram : code, stdout: said.text, stderr: words.text };
  });
}

interface Section {
  /** The word behind the mark with which the section begins. */
  readonly label: string;
  readonly text: string;
}

function sectionsOf(text: string, mark: string): Section[] {
  const [, ...sections] = text.split(`\n${mark} `);
  // Without the end of its line a mark may be cut off itself.
  return sections.flatMap((section) => {
    const end = section.indexOf("\n");
    return end === -1 ? [] : [{ label: section.slice(0, end), text: section.slice(end + 1) }];
  });
}

const wordsMax = 500;

function notRun({ stdout, stderr }: Outputs): ConnectorError {
  const words = `${stderr}\n${stdout}`.trim().slice(0, wordsMax);
  if (/password (?:has )?expired|password change required/i.test(words))
    return new ConnectorError("badCredentials", words);
  const said = words === "" ? "It wrote nothing." : `It wrote: ${words}`;
  return new ConnectorError(
    "config",
    `The shell of the login has run no program. ${said} Give the login a shell that runs "/bin/sh -c", and no forced command.`,
  );
}
