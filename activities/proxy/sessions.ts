import { Pool } from "tarn";

import { type AnyDefinition, defaultSessionsPerTarget } from "#connectors/contract/index.ts";

import { sessionSurvives, toConnectorError } from "./connector-failure.ts";
import { closeSession } from "./open-session.ts";

// Milliseconds after which an idle session is closed.
const sessionIdleMs = 60_000;
// The signal of a waiter limits its wait.
const waitMsMax = 2 ** 31 - 1;

/** Request for a session: its login, its opener, and the signal that ends the wait. */
export interface SessionRequest {
  readonly definition: AnyDefinition;
  /** Target; sessions of one target are counted together. */
  readonly target: string;
  /** Fingerprint; the same text means the same address and credentials, so a session may be shared. */
  readonly fingerprint: string;
  readonly signal: AbortSignal;
  /** True to open a new session: one that was opened before may have read the target, such as its catalog, as it was then. */
  readonly anew?: boolean;
  /** Opens the session; leaves nothing open when it throws. */
  open(): Promise<unknown>;
}

/** Pool of sessions to targets, kept open between calls: reused while alive, limited per target, closed when idle. */
export class SessionPool {
  readonly #targets = new Map<string, Pool<SessionSlot>>();
  readonly #idle = new Set<SessionSlot>();
  #closed = false;

  /**
   * Runs with a session that no other call uses meanwhile, and keeps the session if it is still sound.
   * @throws a ConnectorError from opening or from the run
   */
  async use<T>(request: SessionRequest, run: (session: unknown) => Promise<T>): Promise<T> {
    const places = this.#placesOf(request);
    const place = await taken(places, request.signal);
    this.#idle.delete(place);
    try {
      return await run(await place.sessionFor(request));
    } catch (error) {
      const failure = toConnectorError(request.definition, error);
      if (!sessionSurvives(failure)) void place.empty();
      throw failure;
    } finally {
      if (this.#closed) void place.empty();
      this.#idle.add(place);
      places.release(place);
    }
  }

  /** Closes idle sessions now and busy ones as they come back. */
  async close(): Promise<void> {
    this.#closed = true;
    // Waiting callers continue, so the end of the pools is not awaited.
    for (const places of this.#targets.values()) void places.destroy();
    await Promise.all([...this.#idle].map((place) => place.empty()));
  }

  #placesOf({ definition, target }: SessionRequest): Pool<SessionSlot> {
    const name = `${definition.id} ${target}`;
    const known = this.#targets.get(name);
    if (known !== undefined) return known;
    const made = new Pool<SessionSlot>({
      create: async () => new SessionSlot(),
      destroy: (place) => {
        this.#idle.delete(place);
        return place.empty();
      },
      min: 0,
      max: definition.concurrency?.perTarget ?? defaultSessionsPerTarget,
      idleTimeoutMillis: sessionIdleMs,
      acquireTimeoutMillis: waitMsMax,
    });
    this.#targets.set(name, made);
    return made;
  }
}

async function taken(places: Pool<SessionSlot>, signal: AbortSignal): Promise<SessionSlot> {
  signal.throwIfAborted();
  const waiting = places.acquire();
  const leave = () => waiting.abort();
  signal.addEventListener("abort", leave, { once: true });
  try {
    return await waiting.promise;
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener("abort", leave);
  }
}

interface Kept {
  readonly session: unknown;
  readonly fingerprint: string;
  readonly definition: AnyDefinition;
}

/** Slot of the pool with room for one session, which is opened as its user requests it. */
class SessionSlot {
  #kept: Kept | undefined;

  async sessionFor({ definition, fingerprint, anew = false, open }: SessionRequest): Promise<unknown> {
    const kept = this.#kept;
    const isSame = kept !== undefined && !anew && kept.fingerprint === fingerprint;
    if (isSame && (await isAlive(kept))) return kept.session;
    void this.empty();
    const session = await open();
    this.#kept = { session, fingerprint, definition };
    return session;
  }

  /** Closes the session, if there is one. */
  async empty(): Promise<void> {
    const kept = this.#kept;
    this.#kept = undefined;
    if (kept !== undefined) await closeSession(kept.definition, kept.session);
  }
}

async function isAlive({ definition, session }: Kept): Promise<boolean> {
  try {
    return (await definition.alive?.(session)) ?? true;
  } catch {
    return false;
  }
}
