import { spawnSync } from "node:child_process";
import { readFileSync, realpathSync } from "node:fs";
import { isAbsolute, sep } from "node:path";

import { Secret } from "#connectors/contract/index.ts";

import { requirePrivateFile } from "../processes/private-folder.ts";

/** Thrown where the passphrase of a key ring is missing, unusable or not the right one; the message names the way out and nothing of it. */
export class RingPassphraseError extends Error {
  override readonly name = "RingPassphraseError";
}

/** Where the passphrase of a key ring comes from; it is asked for anew whenever it is needed. */
export interface RingPassphrase {
  /** What it comes from, in words. */
  readonly origin: string;
  /** @throws RingPassphraseError */
  read(): Secret;
}

/** What the settings say of the passphrase: at most one of the two. */
export interface RingPassphraseSource {
  readonly file: string | null;
  /** A program with its words. */
  readonly command: readonly string[] | null;
}

const commandMs = 10_000;
const outputBytesMax = 65_536;

/** The passphrase that the settings name for the key ring of a data folder; undefined where they name none. */
export function ringPassphrase({ file, command }: RingPassphraseSource, folder: string): RingPassphrase | undefined {
  if (file !== null) return passphraseOfFile(file, folder);
  return command === null ? undefined : passphraseOfCommand(command);
}

/** The passphrase in a file, which has to lie outside of the data folder: a copy of the folder must not open itself. */
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

/** The passphrase that a program prints. It is started without a shell, and what it prints beside it for people is passed on. */
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

/** The text without the end of its line, which editors and echo add. */
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
