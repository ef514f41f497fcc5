import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";

import type { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { passwordMaxBytes, passwordQueueMax } from "#domain/limits.ts";

/** Hashes passwords, a few at a time, so that signing in cannot take all processors. */
export interface PasswordHasher {
  /**
   * The hash of a password, to be stored.
   * @throws SIGN_IN_BUSY when too many wait
   * @throws INPUT_INVALID when the password is too long
   */
  hash(password: Secret): Promise<string>;
  /**
   * Tells whether a password belongs to a stored hash; without a hash the same work is done for nothing, so that an
   * unknown user takes as long as a wrong password. `source` is who asks: one source cannot crowd out the others.
   * @throws SIGN_IN_BUSY when too many wait
   */
  verify(hash: string | null, password: Secret, source?: string): Promise<boolean>;
}

/** How the hasher shares the processors. */
export interface PasswordHasherOptions {
  /** Hashes computed side by side; by default all processors but one, and never all threads that Node shares out. */
  readonly parallelMax?: number;
  /** Hashes that may wait. */
  readonly queueMax?: number;
}

interface Parameters {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

const current: Parameters = { memory: 19_456, passes: 2, parallelism: 1 };
/** One of the four threads of Node is left to those who sign or wait for the disk: a hash holds its own for long. */
const threadsMax = 3;
const saltBytes = 16;
const tagBytes = 32;
const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
const dummyHash = format(current, randomBytes(saltBytes), randomBytes(tagBytes));

/** Makes the hasher of a process: argon2id with 19 MiB, 2 passes, 1 lane. */
export function createPasswordHasher(options: PasswordHasherOptions = {}): PasswordHasher {
  const { parallelMax = Math.max(1, Math.min(threadsMax, availableParallelism() - 1)), queueMax = passwordQueueMax } =
    options;
  const inTurn = createTurns(parallelMax, queueMax);
  return {
    hash: (password) =>
      inTurn("hash", async () => {
        const bytes = bytesOf(password);
        if (bytes === undefined) {
          throw new ServiceError("INPUT_INVALID", {
            message: `A password may hold at most ${passwordMaxBytes} bytes. Choose a shorter one.`,
            target: "password",
          });
        }
        const salt = randomBytes(saltBytes);
        return format(current, salt, await derive(bytes, salt, current));
      }),
    verify: (hash, password, source = "") =>
      inTurn(source, async () => {
        const bytes = bytesOf(password);
        const { salt, tag, parameters } = parse(hash ?? dummyHash);
        const given = await derive(bytes ?? Buffer.alloc(0), salt, parameters);
        return timingSafeEqual(given, tag) && hash !== null && bytes !== undefined;
      }),
  };
}

type InTurn = <T>(source: string, run: () => Promise<T>) => Promise<T>;

function createTurns(parallelMax: number, queueMax: number): InTurn {
  const waiting: { readonly source: string; readonly start: () => void }[] = [];
  const running = new Map<string, number>();
  let count = 0;

  const begin = (source: string): void => {
    count += 1;
    running.set(source, (running.get(source) ?? 0) + 1);
  };
  const end = (source: string): void => {
    count -= 1;
    const left = (running.get(source) ?? 1) - 1;
    if (left === 0) running.delete(source);
    else running.set(source, left);
    // First who has none running: a flood from one address waits behind everybody else.
    const fair = waiting.findIndex((turn) => !running.has(turn.source));
    const [next] = waiting.splice(Math.max(0, fair), 1);
    next?.start();
  };

  return async (source, run) => {
    if (count >= parallelMax) {
      if (waiting.length >= queueMax) throw new ServiceError("SIGN_IN_BUSY");
      await new Promise<void>((resolve) => {
        waiting.push({
          source,
          start: () => {
            begin(source);
            resolve();
          },
        });
      });
    } else begin(source);
    try {
      return await run();
    } finally {
      end(source);
    }
  };
}

function bytesOf(password: Secret): Buffer | undefined {
  const bytes = password.use((text) => Buffer.from(text.normalize("NFC"), "utf8"));
  return bytes.length <= passwordMaxBytes ? bytes : undefined;
}

function derive(message: Buffer, nonce: Buffer, parameters: Parameters): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2("argon2id", { message, nonce, tagLength: tagBytes, ...parameters }, (error, tag) => {
      if (error) reject(error);
      else resolve(tag);
    });
  });
}

function format({ memory, passes, parallelism }: Parameters, salt: Buffer, tag: Buffer): string {
  const text = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(salt)}$${text(tag)}`;
}

function parse(hash: string): { salt: Buffer; tag: Buffer; parameters: Parameters } {
  const [, memory, passes, parallelism, salt = "", tag = ""] = form.exec(hash) ?? [];
  const bytes = Buffer.from(tag, "base64");
  if (bytes.length !== tagBytes)
    throw new ServiceError("INTERNAL", { detail: "a stored password hash is not readable" });
  return {
    salt: Buffer.from(salt, "base64"),
    tag: bytes,
    parameters: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
  };
}
