import { createClientAsync } from "soap";

import { offeredNamed, readName } from "#api/offered/offered-operations.ts";
import type { Shape } from "#api/offered/shape.ts";
import { sessionDataName, soapNameOf } from "#api/soap/soap-operations.ts";
import { transportOf } from "#idapi/in-process-transport.ts";
import { connect } from "#idapi/index.ts";
import type { LibraryError } from "#idapi/library-error.ts";
import { type LibrarySession, sessionOf } from "#idapi/session.ts";

import type { TestApi } from "./api.ts";

/** Outcome of a call, in the words that all doors have. */
export interface Outcome {
  /** Code of the refusal; null if the call succeeded. */
  readonly code: string | null;
  readonly message: string | null;
}

/** A way to call an operation by its public name, as a signed-in user. */
export interface Door {
  /** Module of its audit events. */
  readonly module: "idapi" | "soap";
  call(name: string, input: object): Promise<Outcome & { readonly output?: unknown }>;
}

/** A call over REST: method, path and body. */
export type RestCall = readonly [method: string, path: string, body?: object];

/** Opens the library over HTTP, the library in this process, and SOAP by a third-party client. */
export async function openDoors(api: TestApi, user: string): Promise<Readonly<Record<string, Door>>> {
  const password = `password-of-${user}`;
  const overHttp = await (await connect({ url: api.address })).login(user, password);
  const transport = { ...transportOf(api.context), close: () => Promise.resolve() };
  const inProcess = sessionOf(transport, await transport.logIn(user, password));
  return {
    "the library over HTTP": { module: "idapi", call: (name, input) => byLibrary(overHttp, name, input) },
    "the library in process": { module: "idapi", call: (name, input) => byLibrary(inProcess, name, input) },
    SOAP: { module: "soap", call: await bySoap(api, user, password) },
  };
}

/** Makes the same call over REST. */
export async function overRest(api: TestApi, as: string, [method, path, body]: RestCall): Promise<Outcome> {
  const { status, json } = await api.send(method, path, { as, ...(body && { body }) });
  if (status < 400) return { code: null, message: null };
  return { code: String(json.error.code), message: String(json.error.message) };
}

async function byLibrary(session: LibrarySession, name: string, input: object) {
  const [capability = "", verb = ""] = name.split(".");
  try {
    const isRead = name === readName;
    const output = await (isRead ? session.read(Reflect.get(input, "path")) : session[capability]?.[verb]?.(input));
    return { code: null, message: null, output };
  } catch (error) {
    const { code, message } = error as LibraryError;
    return { code, message };
  }
}

interface SoapFault {
  readonly root?: { readonly Envelope: { readonly Body: { readonly Fault: { readonly detail: SoapDetail } } } };
}
interface SoapDetail {
  readonly fault: { readonly code: string; readonly message: string };
}

type SoapMethod = (given: object) => Promise<readonly [{ readonly result?: unknown }]>;

async function bySoap({ address }: TestApi, user: string, password: string): Promise<Door["call"]> {
  const client = await createClientAsync(`${address}/idapisoap?wsdl`, {}, `${address}/idapisoap`);
  const methods = client as unknown as Readonly<Record<string, SoapMethod>>;
  const [opened] = (await methods["loginAsync"]?.({ user, password })) ?? [];
  const { sesskey } = opened as { readonly sesskey: string };
  return async (name, input) => {
    const shape = offeredNamed(name)?.input ?? { kind: "any" };
    const given = { [sessionDataName]: { sesskey }, ...(soapArguments(shape, input) as object) };
    try {
      const [answer] = (await methods[`${soapNameOf(name)}Async`]?.(given)) ?? [];
      const output = answer?.result;
      return { code: null, message: null, output: name === readName ? jsonOf(output as AnyValue) : output };
    } catch (error) {
      const detail = (error as SoapFault).root?.Envelope.Body.Fault.detail;
      if (detail === undefined) throw error;
      return { code: detail.fault.code, message: detail.fault.message };
    }
  };
}

/** Returns a JSON value in the form in which a SOAP client passes it. */
export function soapArguments(shape: Shape, value: unknown): unknown {
  if (value === null) return null;
  if (shape.kind === "any") return anyArguments(value);
  if (shape.kind === "list") return { item: (value as unknown[]).map((item) => soapArguments(shape.of, item)) };
  if (shape.kind !== "object") return value;
  // In the order of the schema, which a message must have.
  const entries = Object.entries(shape.fields).flatMap(([name, field]): [string, unknown][] => {
    const part = (value as Readonly<Record<string, unknown>>)[name];
    return part === undefined ? [] : [[name, soapArguments(field.shape, part)]];
  });
  return Object.fromEntries(entries);
}

function anyArguments(value: unknown): unknown {
  if (typeof value === "number") return { number: value };
  if (typeof value === "boolean") return { flag: value };
  if (typeof value === "string") return { text: value };
  if (Array.isArray(value)) return { list: { item: value.map(anyArguments) } };
  const entries = Object.entries(value as object).map(([name, part]) => ({
    attributes: { name },
    ...(anyArguments(part) as object),
  }));
  return { object: { entry: entries } };
}

/** Any JSON value, as a SOAP client has parsed it. */
interface AnyValue {
  readonly text?: string;
  readonly number?: number;
  readonly flag?: boolean;
  readonly list?: { readonly item?: readonly AnyValue[] };
  readonly object?: { readonly entry?: readonly (AnyValue & { readonly attributes: { readonly name: string } })[] };
}

function jsonOf({ text, number, flag, list, object }: AnyValue): unknown {
  if (list !== undefined) return (list.item ?? []).map(jsonOf);
  if (object === undefined) return text ?? number ?? flag ?? null;
  return Object.fromEntries((object.entry ?? []).map((entry) => [entry.attributes.name, jsonOf(entry)]));
}
