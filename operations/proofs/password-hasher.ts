import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";

import { normalForm, type Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { busyRefusalMs, passwordMaxBytes, passwordQueueMax } from "#domain/limits.ts";

import { createTurns } from "./password-turns.ts";
import { createQueuePriorities } from "./sign-in-queue-priority.ts";

/** Hasher of passwords. It works on a few at a time, so that sign-ins cannot take all processors. */
export interface PasswordHasher {
  /**
   * Returns the hash of a password, for storage.
   * @throws SIGN_IN_BUSY if too many calls wait
   * @throws INPUT_INVALID if the password is too long
   */
  hash(password: Secret): Promise<string>;
  /**
   * Reports whether a password matches a stored hash. Without a hash it does the same work in vain, so that an unknown user takes as long
   * as a wrong password. `source` is the calling address: one network cannot crowd out the others.
   * @throws SIGN_IN_BUSY if too many calls wait
   */
  verify(hash: string | null, password: Secret, source?: string): Promise<boolean>;
}

/** Options for sharing the processors. */
export interface PasswordHasherOptions {
  /** Number of hashes computed in parallel; by default all processors but one, and never all threads of Node's pool. */
  readonly parallelMax?: number;
  /** Number of hashes that may wait. */
  readonly queueMax?: number;
  /** Milliseconds for which a call is held that is refused because too many wait. */
  readonly refusedAfterMs?: number;
  /** Cost of a new hash; by default the cost for passwords of people. */
  readonly cost?: HashCost;
}

/** Cost of a hash: KiB of memory, passes over it, and lanes (RFC 9106). */
export interface HashCost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

const usualCost: HashCost = { memory: 19_456, passes: 2, parallelism: 1 };
/**
 * Limit of parallel hashes. One of Node's four threads is left for signing and disk access, because a hash occupies its thread for long.
 */
const threadsMax = 3;
const saltBytes = 16;
const tagBytes = 32;
const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
/** Source of hashes for signed-in users, in place of an address; it equals no address. */
const signedIn = "signed in";

/** Makes the hasher of a process: argon2id with 19 MiB, 2 passes, 1 lane. */
export function createPasswordHasher(options: PasswordHasherOptions = {}): PasswordHasher {
  const inTurn = createTurns({
    parallelMax: options.parallelMax ?? Math.max(1, Math.min(threadsMax, availableParallelism() - 1)),
    queueMax: options.queueMax ?? passwordQueueMax,
    refusedAfterMs: options.refusedAfterMs ?? busyRefusalMs,
  });
  const cost = options.cost ?? usualCost;
  const dummyHash = format(cost, randomBytes(saltBytes), randomBytes(tagBytes));
  const standings = createQueuePriorities(() => performance.now());
  return {
    hash: (password) =>
      inTurn(standings.arrived(signedIn), async () => {
        standings.succeeded(signedIn);
        const bytes = bytesOf(password);
        if (bytes === undefined) {
          throw new ServiceError("INPUT_INVALID", {
            message: `A password may hold at most ${passwordMaxBytes} bytes. Choose a shorter one.`,
            target: "password",
          });
        }
        const salt = randomBytes(saltBytes);
        return format(cost, salt, await derive(bytes, salt, cost));
      }),
    verify: (hash, password, source = "") =>
      inTurn(standings.arrived(source), async () => {
        const bytes = bytesOf(password);
        const { salt, tag, parameters } = parse(hash ?? dummyHash);
        const given = await derive(bytes ?? Buffer.alloc(0), salt, parameters);
        const isRight = timingSafeEqual(given, tag) && hash !== null && bytes !== undefined;
        if (isRight) standings.succeeded(source);
        return isRight;
      }),
  };
}

function bytesOf(password: Secret): Buffer | undefined {
  const bytes = password.use((text) => Buffer.from(normalForm(text, "NFC"), "utf8"));
  return bytes.length <= passwordMaxBytes ? bytes : undefined;
}

function derive(message: Buffer, nonce: Buffer, parameters: HashCost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2("argon2id", { message, nonce, tagLength: tagBytes, ...parameters }, (error, tag) => {
      if (error) reject(error);
      else resolve(tag);
    });
  });
}

function format({ memory, passes, parallelism }: HashCost, salt: Buffer, tag: Buffer): string {
  const text = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(salt)}$${text(tag)}`;
}

function parse(hash: string): { salt: Buffer; tag: Buffer; parameters: HashCost } {
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
