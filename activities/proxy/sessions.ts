import { type AnyDefinition, defaultSessionsPerTarget } from "#connectors/contract/index.ts";

import { sessionSurvives, toConnectorError } from "./connector-failure.ts";

// An idle session is closed after this time.
const sessionIdleMs = 60_000;

/** Which session is wanted, how it is made, and who may stop waiting for it. */
export interface SessionRequest {
  readonly definition: AnyDefinition;
  /** The target; sessions of one target are counted together. */
  readonly target: string;
  /** The same text = the same address and credentials, so a session may be shared. */
  readonly fingerprint: string;
  readonly signal: AbortSignal;
  /** Connects; leaves nothing open when it throws. */
  open(): Promise<unknown>;
}

interface IdleSession {
  readonly session: unknown;
  readonly fingerprint: string;
  readonly definition: AnyDefinition;
  readonly timer: NodeJS.Timeout;
}

interface Target {
  busy: number;
  readonly idle: IdleSession[];
  readonly waiting: (() => void)[];
}

/** Keeps sessions to targets open between calls: reused while alive, at most so many per target, closed when idle. */
export class SessionPool {
  readonly #targets = new Map<string, Target>();
  readonly #closing = new Set<Promise<void>>();
  #closed = false;

  /**
   * Runs with a session that nobody else uses meanwhile, and keeps the session when it came back sound.
   * @throws a ConnectorError from opening or from the run
   */
  async use<T>(request: SessionRequest, run: (session: unknown) => Promise<T>): Promise<T> {
    const target = this.#target(`${request.definition.id} ${request.target}`);
    await this.#takeTurn(target, request);
    let session: unknown;
    let sound = false;
    let opened = false;
    try {
      session = (await this.#reuse(target, request)) ?? (await this.#open(target, request));
      opened = true;
      const result = await run(session);
      sound = true;
      return result;
    } catch (error) {
      const failure = toConnectorError(request.definition, error);
      sound = opened && sessionSurvives(failure);
      throw failure;
    } finally {
      if (sound && !this.#closed) this.#keep(target, request, session);
      else if (opened) this.#discard(request.definition, session);
      target.busy -= 1;
      target.waiting.shift()?.();
    }
  }

  /** Closes idle sessions now and busy ones as they come back. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const target of this.#targets.values()) {
      for (const idle of target.idle.splice(0)) {
        clearTimeout(idle.timer);
        this.#discard(idle.definition, idle.session);
      }
    }
    await Promise.all(this.#closing);
  }

  #target(name: string): Target {
    const known = this.#targets.get(name);
    if (known !== undefined) return known;
    const made: Target = { busy: 0, idle: [], waiting: [] };
    this.#targets.set(name, made);
    return made;
  }

  async #takeTurn(target: Target, { definition, signal }: SessionRequest): Promise<void> {
    const most = mostOf(definition);
    while (target.busy >= most) {
      await new Promise<void>((resolve, reject) => {
        const turn = (): void => {
          signal.removeEventListener("abort", gone);
          resolve();
        };
        const gone = (): void => {
          const place = target.waiting.indexOf(turn);
          if (place >= 0) target.waiting.splice(place, 1);
          reject(signal.reason);
        };
        target.waiting.push(turn);
        signal.addEventListener("abort", gone, { once: true });
        if (signal.aborted) gone();
      });
    }
    target.busy += 1;
  }

  async #reuse(target: Target, { definition, fingerprint }: SessionRequest): Promise<unknown> {
    for (;;) {
      const place = target.idle.findLastIndex((idle) => idle.fingerprint === fingerprint);
      if (place < 0) return undefined;
      const [idle] = target.idle.splice(place, 1);
      if (idle === undefined) return undefined;
      clearTimeout(idle.timer);
      if (await isAlive(definition, idle.session)) return idle.session;
      this.#discard(definition, idle.session);
    }
  }

  async #open(target: Target, request: SessionRequest): Promise<unknown> {
    // Idle sessions of an earlier address or password would take the place of this one.
    if (target.busy + target.idle.length > mostOf(request.definition)) {
      const [oldest] = target.idle.splice(0, 1);
      if (oldest !== undefined) {
        clearTimeout(oldest.timer);
        this.#discard(oldest.definition, oldest.session);
      }
    }
    return request.open();
  }

  #keep(target: Target, { definition, fingerprint }: SessionRequest, session: unknown): void {
    const timer = setTimeout(() => {
      const place = target.idle.indexOf(idle);
      if (place >= 0) target.idle.splice(place, 1);
      this.#discard(definition, session);
    }, sessionIdleMs);
    timer.unref();
    const idle: IdleSession = { session, fingerprint, definition, timer };
    target.idle.push(idle);
  }

  #discard(definition: AnyDefinition, session: unknown): void {
    const closing = Promise.resolve()
      .then(() => definition.close?.(session))
      // A broken session often cannot even be closed properly; it is gone all the same.
      .catch(() => {})
      .finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }
}

function mostOf(definition: AnyDefinition): number {
  return definition.concurrency?.perTarget ?? defaultSessionsPerTarget;
}

async function isAlive(definition: AnyDefinition, session: unknown): Promise<boolean> {
  try {
    return (await definition.alive?.(session)) ?? true;
  } catch {
    return false;
  }
}
