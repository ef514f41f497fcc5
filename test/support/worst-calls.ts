import { request } from "node:http";

import { offeredNamed } from "#api/offered/offered-operations.ts";
import type { Shape } from "#api/offered/shape.ts";
import type { RouteDefinition } from "#api/route.ts";
import { expandItemsMax, filterNodesMax, literalMaxCharacters, searchTermsMax } from "#domain/limits.ts";

import {
  type KnownFields,
  strangersJsonBodies,
  worstForms,
  worstJsonBodies,
  type WorstBody,
  worstXml,
} from "./worst-bodies.ts";

/** A call that takes long to answer. */
export interface WorstCall {
  readonly name: string;
  /** Query after the path. */
  readonly query?: string;
  readonly body?: WorstBody;
}

/** Published description of the API. */
export interface PublishedDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, PublishedCall>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, PublishedSchema>> };
}

interface PublishedCall {
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: PublishedSchema }>> };
}

interface PublishedSchema {
  readonly $ref?: string;
  readonly items?: PublishedSchema;
  readonly properties?: Readonly<Record<string, PublishedSchema>>;
  readonly anyOf?: readonly PublishedSchema[];
  readonly oneOf?: readonly PublishedSchema[];
  readonly allOf?: readonly PublishedSchema[];
}

const strangersFields = [
  "user",
  "password",
  "userName",
  "username",
  "clientId",
  "client_id",
  "client_secret",
  "purpose",
  "fields",
  "token",
  "code",
  "grant_type",
  "scope",
  "refresh_token",
  "signingKey",
  "handle",
  "SAMLResponse",
  "RelayState",
];

/** Returns calls of a route that take long, whatever it does: every body that it might accept, and every query. */
export function worstCallsOf(route: RouteDefinition, document: PublishedDocument): readonly WorstCall[] {
  if (route.method === "GET" || route.method === "DELETE") return worstQueries;
  return bodiesOf(route, document).map((body) => ({ name: body.name, body }));
}

function bodiesOf(route: RouteDefinition, document: PublishedDocument): readonly WorstBody[] {
  if (route.body === "form") return worstForms(strangersFields);
  if (route.path === "/idapisoap") return worstXml();
  if (route.policy === null && route.session === undefined) return strangersJsonBodies(strangersFields);
  return worstJsonBodies(fieldsOf(route, document));
}

function fieldsOf({ session, operation, path, method }: RouteDefinition, document: PublishedDocument): KnownFields {
  if (session !== undefined) return fieldsOfShape(operation === undefined ? undefined : offeredNamed(operation)?.input);
  const { requestBody } = document.paths[path]?.[method.toLowerCase()] ?? {};
  return fieldsOfSchema(document, requestBody?.content?.["application/json"]?.schema);
}

function fieldsOfShape(shape: Shape | undefined): KnownFields {
  if (shape?.kind === "list") return fieldsOfShape(shape.of);
  if (shape?.kind !== "object") return {};
  return Object.fromEntries(Object.entries(shape.fields).map(([name, field]) => [name, fieldsOfShape(field.shape)]));
}

const levelsMax = 3;

function fieldsOfSchema(document: PublishedDocument, schema: PublishedSchema | undefined, level = 0): KnownFields {
  if (schema === undefined || level > levelsMax) return {};
  const { $ref, items, properties = {}, anyOf = [], oneOf = [], allOf = [] } = schema;
  if ($ref !== undefined)
    return fieldsOfSchema(document, document.components.schemas[$ref.split("/").at(-1) ?? ""], level);
  if (items !== undefined) return fieldsOfSchema(document, items, level);
  const forms = [...anyOf, ...oneOf, ...allOf].map((form) => fieldsOfSchema(document, form, level));
  const own = Object.entries(properties).map(([name, part]) => [name, fieldsOfSchema(document, part, level + 1)]);
  return Object.assign({}, ...forms, Object.fromEntries(own)) as KnownFields;
}

const encoded = (option: string, text: string) => `${option}=${encodeURIComponent(text)}`;
const joined = (count: number, by: string, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(by);
const filters = Math.floor(filterNodesMax / 5);

const worstQueries: readonly WorstCall[] = Object.entries({
  "the largest page": "$top=1000&$count=true",
  "a filter of functions": encoded(
    "$filter",
    joined(filters, " or ", (index) => `contains(tolower(id),'x${index}')`),
  ),
  "a search of all terms": encoded(
    "$search",
    joined(searchTermsMax, " OR ", (index) => `abc${index}`),
  ),
  "a long literal": encoded("$filter", `id eq '${"x".repeat(literalMaxCharacters)}'`),
  brackets: `$filter=${"(".repeat(4000)}`,
  "everything expanded": `$top=1000&$expand=*`,
  "many expansions": encoded(
    "$expand",
    joined(expandItemsMax, ",", (index) => `n${index}`),
  ),
  "many names": joined(1000, "&", (index) => `a${index}=1`),
  escapes: `$filter=${"%CC%81".repeat(1200)}`,
}).map(([name, query]) => ({ name, query }));

/** A call as it is sent. */
export interface SentCall {
  readonly port: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes?: Buffer | undefined;
}

/** Sends a call and discards the answer's body, so that the measured time is not that of its reader; returns the status. */
export function sendRaw({ port, method, path, headers, bytes }: SentCall): Promise<number> {
  const length = bytes === undefined ? {} : { "content-length": String(bytes.length) };
  return new Promise((resolve, reject) => {
    const options = {
      host: "127.0.0.1",
      port,
      method,
      path,
      headers: { ...headers, ...length },
      agent: false,
    } as const;
    const outgoing = request(options, (incoming) => {
      incoming.on("error", reject);
      incoming.on("end", () => resolve(incoming.statusCode ?? 0));
      incoming.resume();
    });
    outgoing.on("error", reject);
    outgoing.end(bytes);
  });
}
