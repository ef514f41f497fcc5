import type { OfferedOperation } from "../offered/offered-operation.ts";
import { offeredOperations } from "../offered/offered-operations.ts";
import type { Field, ObjectShape, Shape } from "../offered/shape.ts";

/** An operation of SOAP: its message and its answer. */
export interface SoapOperation {
  /** Name of its message: `usersEndSession`. */
  readonly name: string;
  /** Description for readers of the WSDL. */
  readonly about: string;
  readonly input: ObjectShape;
  readonly output: ObjectShape;
  /** Operation that it runs; signing in and out run themselves. */
  readonly runs: OfferedOperation | "login" | "logout";
}

/** Name of the field that identifies the caller of a message. */
export const sessionDataName = "sessdat";

const field = (shape: Shape, required: boolean, description: string): Field => ({
  shape,
  required,
  nullable: false,
  description,
});
const text: Shape = { kind: "text" };

/** Credentials of the caller: a session key; or in the single-call mode a user name and a password, which leave no session. */
export const sessionData: ObjectShape = {
  kind: "object",
  name: "SessionData",
  fields: {
    sesskey: field(text, false, "The session key that login has given."),
    user: field(text, false, "The user name, in the single-call mode."),
    password: field({ kind: "secret" }, false, "The password, in the single-call mode."),
  },
};

const called = field(sessionData, false, "Who calls.");

/** Returns the name of a message from the public name of its operation, without the dot. */
export function soapNameOf(name: string): string {
  return name.replaceAll(/\.(\w)/g, (_dot, letter: string) => letter.toUpperCase());
}

const login: SoapOperation = {
  name: "login",
  about: "Begins a session.",
  runs: "login",
  input: {
    kind: "object",
    fields: {
      user: field(text, true, "The user name."),
      password: field({ kind: "secret" }, true, "The password."),
    },
  },
  output: {
    kind: "object",
    fields: {
      sesskey: field(text, true, "The session key; it stands in sessdat of every other call."),
      expiresAt: field({ kind: "moment" }, true, "When the session ends, however much it is used."),
    },
  },
};

const logout: SoapOperation = {
  name: "logout",
  about: "Ends the session.",
  runs: "logout",
  input: {
    kind: "object",
    fields: { [sessionDataName]: called },
  },
  output: {
    kind: "object",
    fields: {},
  },
};

/** Every operation of SOAP. */
export const soapOperations: readonly SoapOperation[] = [login, logout, ...offeredOperations.map(soapOperation)];

const byName = new Map(soapOperations.map((operation) => [operation.name, operation]));

/** Finds the operation whose message has this name. */
export function soapOperationNamed(name: string): SoapOperation | undefined {
  return byName.get(name);
}

function soapOperation(offered: OfferedOperation): SoapOperation {
  const { name, policy } = offered;
  return {
    name: soapNameOf(name),
    about: policy === null ? `${name}.` : `${name}, under the policy ${policy}.`,
    get input() {
      return { kind: "object", fields: { [sessionDataName]: called, ...offered.input.fields } } as const;
    },
    get output() {
      const { output } = offered;
      const result = output === null ? {} : { result: field(output, false, "What it has given.") };
      return { kind: "object", fields: result } as const;
    },
    runs: offered,
  };
}
