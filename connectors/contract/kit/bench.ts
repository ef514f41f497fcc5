import { randomBytes, randomUUID } from "node:crypto";
import { inspect } from "node:util";

import { validateAddress } from "../address.ts";
import type { Call } from "../call.ts";
import type { Connector } from "../connector.ts";
import { ConnectorError, type ConnectorCode } from "../error.ts";
import type { GuardedAttribute } from "../guarded-attributes.ts";
import type { Attributes, ObjectType, TargetObject } from "../object.ts";
import type { Capability, Operations } from "../operations.ts";
import type { CreateRequest } from "../requests.ts";
import { Secret } from "../secret.ts";
import { chosenAttribute, type PlainAttribute, plainAttributes } from "./attributes.ts";
import { type KitLine, lineTo } from "./line.ts";
import type { KitSamples, KitTarget } from "./target.ts";

type Ready = Required<Operations<unknown>>;

/** The operations of the connector on one session, each with a call of its own as a proxy makes it. */
export type Calls = {
  readonly [Name in keyof Ready]: Ready[Name] extends (session: unknown, ...request: infer Request) => infer Answer
    ? (...request: Request extends [...infer Own, Call] ? Own : never) => Answer
    : never;
};

/** A session and the operations on it. */
export interface Opened {
  readonly session: unknown;
  readonly calls: Calls;
}

/** What rules about the attributes of an account begin with. */
export interface Subject extends Opened {
  readonly attr: string;
  /** What schema tells of the attribute. */
  readonly attribute: PlainAttribute;
  readonly account: TargetObject;
}

/** What one rule works with: sessions, calls and objects of its own, all gone when the rule is done. */
export class Bench {
  readonly connector: Connector;
  readonly target: KitTarget;
  readonly #sessions: unknown[] = [];
  readonly #made: TargetObject[] = [];
  readonly #lines: KitLine[] = [];
  /** What the connector has written to the log during this rule, fields included. */
  readonly logged: string[] = [];
  /** The details of every sign of life during this rule. */
  readonly heartbeats: Parameters<Call["heartbeat"]>[0][] = [];

  /** What the target has said beside its answers during this rule. */
  readonly noticed: string[] = [];

  constructor(connector: Connector, target: KitTarget) {
    this.connector = connector;
    this.target = target;
  }

  /** The operations of the connector; a rule uses only those it needs. */
  get operations(): Ready {
    return this.connector.definition.operations as Ready;
  }

  /** The operations on a session; a rule uses only those it needs. */
  on(session: unknown): Calls {
    const calls = Object.entries(this.operations).map(([name, run]) => [
      name,
      (...request: unknown[]): unknown => Reflect.apply(run, this.operations, [session, ...request, this.call()]),
    ]);
    return Object.fromEntries(calls) as Calls;
  }

  /** A new session with the operations on it. */
  async begin(): Promise<Opened> {
    const session = await this.open();
    return { session, calls: this.on(session) };
  }

  get samples(): KitSamples {
    return this.target.samples ?? {};
  }

  /** A call as a proxy makes it. */
  call(part: { sends?: number; signal?: AbortSignal; operationId?: string } = {}): Call {
    return {
      signal: part.signal ?? AbortSignal.timeout(30_000),
      operation: { id: part.operationId ?? randomUUID(), sends: part.sends ?? 1, deadlineMs: Date.now() + 30_000 },
      heartbeat: (detail) => void this.heartbeats.push(detail),
      log: { debug: this.#log, info: this.#log, warn: this.#log },
      notice: (words) => {
        this.noticed.push(words);
        this.#log(words);
      },
    };
  }

  /** A new session, closed at the end of the rule; directly, or over a line. */
  async open(
    changeSecret: (secret: string) => string = (secret) => secret,
    { address }: Pick<KitTarget, "address"> = this.target,
  ): Promise<unknown> {
    const options = await validateAddress(this.connector, address);
    const credential = async (role = "admin") => {
      const found = this.target.credentials.find((candidate) => candidate.role === role);
      if (found === undefined) throw new ConnectorError("config", `no credential of the role "${role}"`);
      return { login: found.login, secret: new Secret(changeSecret(found.secret)) };
    };
    const { signal, log } = this.call();
    const session: unknown = await this.connector.definition.open({ options, credential, signal, log });
    this.#sessions.push(session);
    return session;
  }

  /** A line of this rule's own to the target, gone at its end; a text says why there can be none. */
  async line(): Promise<KitLine | string> {
    const { address } = this.target;
    const line = await (this.target.line?.() ?? lineTo(address, await validateAddress(this.connector, address)));
    if (typeof line !== "string") this.#lines.push(line);
    return line;
  }

  /** A name nothing on the target has. */
  name(prefix = "kit"): string {
    return `${prefix}${randomBytes(6).toString("hex")}`;
  }

  /** A password the target takes; a different suffix gives a different one. */
  password(suffix = ""): Secret {
    return new Secret(`${this.samples.password ?? "Quartz-Heron-7421"}${suffix}`);
  }

  /** A password where the connector knows some, for targets that enable no account without one. */
  get passwordIfAny(): Secret | undefined {
    return this.offers("verify") || this.offers("resetPassword") ? this.password() : undefined;
  }

  /** The attributes an object of a type needs. */
  async attributes(session: unknown, type: "account" | "group"): Promise<Attributes> {
    const given = this.samples[type];
    if (given !== undefined) return given;
    const all = (await this.#type(session, type))?.attributes ?? [];
    const needed = all.filter(({ required, readOnly, name }) => required && !readOnly && name !== "name");
    return Object.fromEntries(needed.map(({ name }) => [name, ["kit"]]));
  }

  /** The attribute of accounts by which rules change something: the one that the samples name, otherwise the best that schema tells. */
  async attribute(session: unknown): Promise<PlainAttribute | undefined> {
    return chosenAttribute(await this.types(session), this.#guarded, this.samples);
  }

  /** All attributes of accounts that rules may change. */
  async plainAttributes(session: unknown): Promise<readonly PlainAttribute[]> {
    return plainAttributes(await this.types(session), this.#guarded);
  }

  /** A session with an account of its own and an attribute of it; undefined = there is none that could be changed. */
  async subject(password?: Secret): Promise<Subject | undefined> {
    const { session, calls } = await this.begin();
    const attribute = await this.attribute(session);
    if (attribute === undefined) return undefined;
    const account = await this.make(session, "account", password);
    return { session, calls, attribute, attr: attribute.name, account };
  }

  /** Makes an object that is deleted at the end of the rule. */
  async make(session: unknown, type: "account" | "group" = "account", password?: Secret): Promise<TargetObject> {
    return this.create(session, { type, ...(password && { password }) });
  }

  /** Makes an object that is deleted at the end of the rule; it has what the target needs besides what is given. */
  async create(
    session: unknown,
    given: Partial<CreateRequest> & { readonly type?: "account" | "group" },
    call?: Call,
  ): Promise<TargetObject> {
    const { type = "account", name = this.name() } = given;
    const attributes = { ...(await this.attributes(session, type)), ...given.attributes };
    const request = { ...given, type, name, attributes };
    return this.keep(await this.operations.create(session, request, call ?? this.call()));
  }

  /** Notes an object for deletion at the end of the rule. */
  keep(object: TargetObject): TargetObject {
    this.#made.push(object);
    return object;
  }

  /** The error a call must end with, as a proxy sees it. */
  async refusal(run: () => Promise<unknown>, ...expected: ConnectorCode[]): Promise<ConnectorError> {
    let error: unknown;
    try {
      await run();
    } catch (caught) {
      error = caught;
    }
    if (error === undefined) throw new Error(`it succeeded, an error with the code ${expected.join(" or ")} was due`);
    const mapped = this.known(error);
    if (mapped === undefined)
      throw new Error(`mapError does not know the error: ${error instanceof Error ? error.message : typeof error}`, {
        cause: error,
      });
    if (!expected.includes(mapped.code))
      throw new Error(`the code is ${mapped.code} (${mapped.message}), due was ${expected.join(" or ")}`, {
        cause: error,
      });
    if (mapped.message.trim() === "" || mapped.message === mapped.code)
      throw new Error("the error has none of the target's own words");
    return mapped;
  }

  /** A thrown value as the proxy understands it; undefined = the connector did not foresee it. */
  known(error: unknown): ConnectorError | undefined {
    return error instanceof Error && error.name === "ConnectorError"
      ? (error as ConnectorError)
      : this.connector.definition.mapError?.(error);
  }

  /** The object types that `schema` names; none where the connector has no schema. */
  async types(session: unknown): Promise<readonly ObjectType[]> {
    return this.connector.capabilities.includes("schema") ? this.operations.schema(session, this.call()) : [];
  }

  /** Whether the connector has all of some operations. */
  offers(...names: readonly Capability[]): boolean {
    return names.every((name) => this.connector.capabilities.includes(name));
  }

  /** Deletes what was made and closes every session; never throws. */
  async clear(): Promise<void> {
    const [session] = this.#sessions;
    for (const { type, id, name } of this.#made.toReversed()) {
      await this.connector.definition.operations
        .delete?.(session, { type, ref: { id, name } }, this.call())
        .catch(() => {});
    }
    // What waits for a line that is held or cut ends with it.
    for (const line of this.#lines) await line.stop();
    for (const open of this.#sessions) await this.connector.definition.close?.(open).catch(() => {});
  }

  readonly #log = (message: string, fields: object = {}): void => {
    this.logged.push(`${message} ${inspect(fields)}`);
  };

  get #guarded(): readonly GuardedAttribute[] {
    return this.connector.definition.guardedAttributes ?? [];
  }

  async #type(session: unknown, type: string): Promise<ObjectType | undefined> {
    return (await this.types(session)).find((candidate) => candidate.type === type);
  }
}
