import { ConnectorError } from "#connectors/contract/index.ts";

import { quote } from "./quote.ts";

/** A program with its arguments. */
export type Command = readonly [program: string, ...args: string[]];

/** Output and exit code of one program. */
export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Two outputs of a channel. */
export interface Outputs {
  readonly stdout: string;
  readonly stderr: string;
}

const begin = "begin";
// Exit code of a shell for a missing program; sudo ends with another code and a message.
const notFoundProgram = 127;
const missing = /^sudo: \S+: command not found$/m;
// Offset of a POSIX shell for the number of a signal that ended a program.
const signalBase = 128;

/**
 * Returns the script by which a POSIX shell runs programs one after the other. A mark stands before the first program and after
 * each, on both outputs. So text that a login, sudo's lecture or a file of the shell writes around the answers is no part of them.
 * Messages are in English, so that they can be recognized. The PATH includes the folders of administrators' programs, which servers
 * leave out.
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
 * Returns the output between the marks for each program of the script.
 * @throws config if no shell has run the script, broken if an output ends before its last mark or a program was ended by a signal
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
  /** Word after the mark at the beginning of the section. */
  readonly label: string;
  readonly text: string;
}

function sectionsOf(text: string, mark: string): Section[] {
  const [, ...sections] = text.split(`\n${mark} `);
  // A mark without the end of its line may be truncated.
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
