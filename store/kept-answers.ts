import { createHash } from "node:crypto";

import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { answersKeptHours } from "#domain/limits.ts";
import type { Clock } from "#platform/clock.ts";
import type { KeyRing } from "#platform/keys/keys.ts";

import type { Database } from "./database.ts";
import type { SqlRow } from "./sql/sql.ts";
import type { SteadyTime } from "./steady-time.ts";

/** A call whose answer is kept. */
export interface KeyedCall {
  /** Who calls. */
  readonly caller: string;
  /** What the caller names the call by. */
  readonly key: string;
  /** All that makes it this call: address, body, and headers that are a part of what it takes. */
  readonly content: string;
}

/** Answers of calls with an idempotency key: kept for 24 hours, sealed, each in the transaction of what it tells of. */
export interface KeptAnswers {
  /**
   * The answer to the call, where it was carried out.
   * @throws IDEMPOTENCY_KEY_REUSED where the key was given to another call, ANSWER_NOT_KEPT
   */
  find(call: KeyedCall): Promise<string | null>;
  /**
   * Takes the key for the current transaction, waiting for another one that has taken it; gives the answer where the call
   * was carried out.
   * @throws IDEMPOTENCY_KEY_REUSED where the key was given to another call, ANSWER_NOT_KEPT
   */
  claim(call: KeyedCall): Promise<string | null>;
  /** Keeps the answer to a call whose key the current transaction has taken. */
  keep(call: KeyedCall, answer: string): Promise<void>;
  /** Drops answers that are over, at most so many; gives how many, in the current transaction. */
  drop(max: number): Promise<number>;
}

/** The column in which answers are sealed; no table of the record says it. */
export const keptAnswersSealed = { table: "keptAnswers", primaryKey: "call", column: "answer" } as const;

const purpose = "kept answers";
const hourMs = 3_600_000;

interface KeptAnswersParts {
  readonly clock: Clock;
  readonly steadyTime: Pick<SteadyTime, "least" | "endOf">;
  readonly keyRing: KeyRing;
}

// A clock that is put ahead ends none of them: those that were kept with the time that had passed then are judged by it alone.
const isKept = "CASE WHEN `steadyUntil` IS NULL OR ? < 0 THEN `keptUntil` > ? ELSE `steadyUntil` > ? END";

/** Makes the kept answers of a database. */
export function createKeptAnswers(database: Database, { clock, steadyTime, keyRing }: KeptAnswersParts): KeptAnswers {
  const ignore = database.dialect.insertIgnoring;
  const { table, column } = keptAnswersSealed;
  const place = (key: string) => ({ table, key, column });

  function answerIn(row: SqlRow | undefined, call: KeyedCall): string | null {
    if (row === undefined) return null;
    if (!keyRing.isFingerprint(purpose, call.content, String(row["fingerprint"]))) {
      throw new ServiceError("IDEMPOTENCY_KEY_REUSED");
    }
    const answer = row["answer"] as string | null;
    // A call and its answer are committed together, so it was forgotten on purpose.
    if (answer === null) throw new ServiceError("ANSWER_NOT_KEPT");
    return keyRing.unseal(answer, place(nameOf(call))).use((text) => text);
  }

  const keptMs = answersKeptHours * hourMs;
  const keptNow = (): number[] => {
    const passed = steadyTime.least() ?? -1;
    return [passed, clock.now(), passed];
  };

  async function find(call: KeyedCall): Promise<string | null> {
    const [row] = await database.read(
      `SELECT \`fingerprint\`, \`answer\` FROM \`keptAnswers\` WHERE \`call\` = ? AND ${isKept}`,
      [nameOf(call), ...keptNow()],
    );
    return answerIn(row, call);
  }

  return {
    find,
    async claim(call) {
      const name = nameOf(call);
      await database.write(`DELETE FROM \`keptAnswers\` WHERE \`call\` = ? AND NOT ${isKept}`, [name, ...keptNow()]);
      const made = await database.write(
        `${ignore} INTO \`keptAnswers\` (\`call\`, \`fingerprint\`, \`keptUntil\`, \`steadyUntil\`) VALUES (?, ?, ?, ?)`,
        [name, keyRing.fingerprint(purpose, call.content), clock.now() + keptMs, steadyTime.endOf(keptMs)],
      );
      return made > 0 ? null : find(call);
    },
    async keep(call, answer) {
      const name = nameOf(call);
      const sealed = keyRing.seal(new Secret(answer), place(name));
      await database.write("UPDATE `keptAnswers` SET `answer` = ? WHERE `call` = ?", [sealed, name]);
    },
    async drop(max) {
      const text = `SELECT \`call\` FROM \`keptAnswers\` WHERE \`keptUntil\` <= ? AND NOT ${isKept} LIMIT ?`;
      const over = await database.read(text, [clock.now(), ...keptNow(), max]);
      for (const row of over) await database.write("DELETE FROM `keptAnswers` WHERE `call` = ?", [String(row["call"])]);
      return over.length;
    },
  };
}

/** Names of keys are of any characters; a hash of caller and key has the same length always. */
function nameOf({ caller, key }: KeyedCall): string {
  return createHash("sha256").update(`${caller}\n${key}`).digest("base64url");
}
