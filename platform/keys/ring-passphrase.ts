import { spawnSync } from "node:child_process";
import { readFileSync, realpathSync } from "node:fs";
import { isAbsolute, sep } from "node:path";

import { Secret } from "#connectors/contract/index.ts";

import { requirePrivateFile } from "../processes/private-folder.ts";

/** Error for a passphrase of a key ring that is missing, unusable or wrong; the message names the way out and no part of the passphrase. */
export class RingPassphraseError extends Error {
  override readonly name = "RingPassphraseError";
}

/** Source of the passphrase of a key ring, which is read again whenever it is needed. */
export interface RingPassphrase {
  /** Description of the source. */
  readonly origin: string;
  /** @throws RingPassphraseError */
  read(): Secret;
}

/** Settings of the passphrase: at most one of the two. */
export interface RingPassphraseSource {
  readonly file: string | null;
  /** Program with its arguments. */
  readonly command: readonly string[] | null;
}

const commandMs = 10_000;
const outputBytesMax = 65_536;

/** Returns the passphrase that the settings name for the key ring of a data folder; undefined if they name none. */
export function ringPassphrase({ file, command }: RingPassphraseSource, folder: string): RingPassphrase | undefined {
  if (file !== null) return passphraseOfFile(file, folder);
  return command === null ? undefined : passphraseOfCommand(command);
}

/** Returns the passphrase in a file, which must lie outside of the data folder: a copy of the folder must not open itself. */
export function passphraseOfFile(file: string, folder: string): RingPassphrase {
  const origin = `the file ${file}`;
  return {
    origin,
    read() {
      const path = attempt(origin, () => realpathSync(file));
      if (path.startsWith(`${attempt(origin, () => realpathSync(folder))}${sep}`)) {
        throw new RingPassphraseError(
          `The passphrase of the key ring lies in the data folder (${file}), so whoever has a copy of that has both. Move the file elsewhere.`,
        );
      }
      return attempt(origin, () => {
        requirePrivateFile(path);
        return passphraseIn(readFileSync(path, "utf8"), origin);
      });
    },
  };
}

/** Returns the passphrase that a program prints. The program is started without a shell, and its error output is passed on. */
function passphraseOfCommand(command: readonly string[]): RingPassphrase {
  const [program = "", ...words] = command;
  const origin = `the command ${program}`;
  return {
    origin,
    read() {
      if (!isAbsolute(program)) throw unusable(origin, "It must begin with the full path of a program.");
      const { error, signal, status, stdout } = spawnSync(program, words, {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "inherit"],
        maxBuffer: outputBytesMax,
        timeout: commandMs,
        killSignal: "SIGKILL",
      });
      const code = errorCodeOf(error);
      if (code === "ETIMEDOUT") throw unusable(origin, `It did not end within ${commandMs / 1000} seconds.`);
      if (error) throw unusable(origin, `It could not be run (${code ?? error.name}).`);
      if (status !== 0) throw unusable(origin, `It ended with ${status ?? signal ?? "a signal"}.`);
      return passphraseIn(stdout, origin);
    },
  };
}

function errorCodeOf(error: NodeJS.ErrnoException | undefined): string | undefined {
  return error?.code;
}

/** Returns the text without its final line break, which editors and echo add. */
function passphraseIn(text: string, origin: string): Secret {
  const passphrase = text.replace(/\r?\n$/, "");
  if (passphrase === "") throw unusable(origin, "It is empty.");
  return new Secret(passphrase);
}

function attempt<T>(origin: string, run: () => T): T {
  try {
    return run();
  } catch (cause) {
    if (cause instanceof RingPassphraseError) throw cause;
    throw unusable(origin, cause instanceof Error ? cause.message : String(cause));
  }
}

function unusable(origin: string, reason: string): RingPassphraseError {
  return new RingPassphraseError(`The passphrase of the key ring cannot be read from ${origin}: ${reason}`);
}
