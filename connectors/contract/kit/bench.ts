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

/** Operations of the connector on one session; each call gets a context of its own, as a proxy makes it. */
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

/** Starting point of rules about an attribute: a session, an account on it and the attribute. */
export interface Subject extends Opened {
  readonly attr: string;
  /** Facts about the attribute from the schema. */
  readonly attribute: PlainAttribute;
  readonly account: TargetObject;
}

/** Workbench of one rule: sessions, calls and objects of its own, all cleaned up when the rule ends. */
export class Bench {
  readonly connector: Connector;
  readonly target: KitTarget;
  readonly #sessions: unknown[] = [];
  readonly #made: TargetObject[] = [];
  readonly #lines: KitLine[] = [];
  /** Log lines of the connector during this rule, fields included. */
  readonly logged: string[] = [];
  /** Details of every heartbeat during this rule. */
  readonly heartbeats: Parameters<Call["heartbeat"]>[0][] = [];

  /** Notices of the target during this rule. */
  readonly noticed: string[] = [];

  constructor(connector: Connector, target: KitTarget) {
    this.connector = connector;
    this.target = target;
  }

  /** Operations of the connector; a rule uses only those it needs. */
  get operations(): Ready {
    return this.connector.definition.operations as Ready;
  }

  /** Returns the operations on a session; a rule uses only those it needs. */
  on(session: unknown): Calls {
    const calls = Object.entries(this.operations).map(([name, run]) => [
      name,
      (...request: unknown[]): unknown => Reflect.apply(run, this.operations, [session, ...request, this.call()]),
    ]);
    return Object.fromEntries(calls) as Calls;
  }

  /** Opens a session and returns it with the operations on it. */
  async begin(): Promise<Opened> {
    const session = await this.open();
    return { session, calls: this.on(session) };
  }

  get samples(): KitSamples {
    return this.target.samples ?? {};
  }

  /** Makes the context of a call as a proxy does. */
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

  /** Opens a session, directly or over a line; it is closed at the end of the rule. */
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

  /** Opens a line to the target, stopped at the end of the rule. Returns a text with the reason if a line is not possible. */
  async line(): Promise<KitLine | string> {
    const { address } = this.target;
    const line = await (this.target.line?.() ?? lineTo(address, await validateAddress(this.connector, address)));
    if (typeof line !== "string") this.#lines.push(line);
    return line;
  }

  /** Returns a random name that no object of the target has. */
  name(prefix = "kit"): string {
    return `${prefix}${randomBytes(6).toString("hex")}`;
  }

  /** Returns a password that the target accepts; a different suffix gives a different password. */
  password(suffix = ""): Secret {
    return new Secret(`${this.samples.password ?? "Quartz-Heron-7421"}${suffix}`);
  }

  /** A password if the connector handles any, for targets that enable no account without one. */
  get passwordIfAny(): Secret | undefined {
    return this.offers("verify") || this.offers("resetPassword") ? this.password() : undefined;
  }

  /** Returns the attributes that an object of a type needs. */
  async attributes(session: unknown, type: "account" | "group"): Promise<Attributes> {
    const given = this.samples[type];
    if (given !== undefined) return given;
    const all = (await this.#type(session, type))?.attributes ?? [];
    const needed = all.filter(({ required, readOnly, name }) => required && !readOnly && name !== "name");
    return Object.fromEntries(needed.map(({ name }) => [name, ["kit"]]));
  }

  /** Finds the attribute of accounts that rules change: the one that the samples name, otherwise the best of the schema. */
  async attribute(session: unknown): Promise<PlainAttribute | undefined> {
    return chosenAttribute(await this.types(session), this.#guarded, this.samples);
  }

  /** Finds all attributes of accounts that rules may change. */
  async plainAttributes(session: unknown): Promise<readonly PlainAttribute[]> {
    return plainAttributes(await this.types(session), this.#guarded);
  }

  /** Opens a session with a new account and an attribute to change; undefined if no attribute can be changed. */
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

  /** Makes an object that is deleted at the end of the rule, with the attributes that the target needs besides those given. */
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

  /** Registers an object for deletion at the end of the rule. */
  keep(object: TargetObject): TargetObject {
    this.#made.push(object);
    return object;
  }

  /**
   * Returns the error of a call, as a proxy sees it. Throws if the call succeeds, or if the error has none of the expected codes or
   * no words.
   */
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

  /** Maps a thrown value as the proxy does; undefined if the connector did not foresee it. */
  known(error: unknown): ConnectorError | undefined {
    return error instanceof Error && error.name === "ConnectorError"
      ? (error as ConnectorError)
      : this.connector.definition.mapError?.(error);
  }

  /** Returns the object types of `schema`; empty if the connector has no schema. */
  async types(session: unknown): Promise<readonly ObjectType[]> {
    return this.connector.capabilities.includes("schema") ? this.operations.schema(session, this.call()) : [];
  }

  /** Returns true if the connector has all of these operations. */
  offers(...names: readonly Capability[]): boolean {
    return names.every((name) => this.connector.capabilities.includes(name));
  }

  /** Deletes the objects made and closes every session; never throws. */
  async clear(): Promise<void> {
    const [session] = this.#sessions;
    for (const { type, id, name } of this.#made.toReversed()) {
      await this.connector.definition.operations
        .delete?.(session, { type, ref: { id, name } }, this.call())
        .catch(() => {});
    }
    // Stopping a line ends the work that waits for it.
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
