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
  /** Identity of the caller. */
  readonly caller: string;
  /** Idempotency key that the caller gave. */
  readonly key: string;
  /** Everything that identifies the call: address, body, and the headers that are part of its input. */
  readonly content: string;
}

/** Answers of calls with an idempotency key: kept for 24 hours, sealed, each stored in the transaction of its call. */
export interface KeptAnswers {
  /**
   * Returns the answer to the call; null if the call was not carried out.
   * @throws IDEMPOTENCY_KEY_REUSED if the key belongs to another call, ANSWER_NOT_KEPT
   */
  find(call: KeyedCall): Promise<string | null>;
  /**
   * Claims the key for the current transaction, waiting for another transaction that has claimed it; returns the answer if the call was
   * carried out.
   * @throws IDEMPOTENCY_KEY_REUSED if the key belongs to another call, ANSWER_NOT_KEPT
   */
  claim(call: KeyedCall): Promise<string | null>;
  /** Stores the answer to a call whose key the current transaction has claimed. */
  keep(call: KeyedCall, answer: string): Promise<void>;
  /** Deletes expired answers in the current transaction, `max` at most; returns their number. */
  drop(max: number): Promise<number>;
}

/** Column in which answers are sealed; no table of the record declares it. */
export const keptAnswersSealed = { table: "keptAnswers", primaryKey: "call", column: "answer" } as const;

const purpose = "kept answers";
const hourMs = 3_600_000;

interface KeptAnswersParts {
  readonly clock: Clock;
  readonly steadyTime: Pick<SteadyTime, "least" | "endOf">;
  readonly keyRing: KeyRing;
}

// A clock that is set ahead expires no answer: those that were stored with the steady time are judged by it alone.
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
    // A call and its answer are committed together, so the answer was removed on purpose.
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

/** Returns a hash of caller and key, which has a fixed length, because keys may hold any characters. */
function nameOf({ caller, key }: KeyedCall): string {
  return createHash("sha256").update(`${caller}\n${key}`).digest("base64url");
}
