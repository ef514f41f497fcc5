import { ownClientId } from "#domain/identity/own-client.ts";

import type { EntitySet } from "../odata/entity-set.ts";
import type { Json } from "../odata/model/input-fields.ts";
import type { Schemas } from "./named-schemas.ts";
import { otherPaths } from "./other-paths.ts";
import { headerParameterTable, queryParameters } from "./parameters.ts";
import { addPaths, type Paths } from "./paths.ts";
import { errorResponses, errorSchema } from "./responses.ts";

const about = `Every collection answers the query options of OData v4 ($filter, $expand, $orderby and the others); the model is at
\`/v2/$metadata\`. Keys stand in brackets behind the name. What acts on a target system answers 202 with the address of an operation.
A method that is not listed for an address is answered 405, with those that are in Allow; but a PATCH of a set, whose entities can be
changed, is answered 400 with KEY_REQUIRED, which names the address with a key. HEAD is answered like GET, and OPTIONS with Allow.
Sign in with the client id \`${ownClientId}\` and no secret, unless an application has a client of its own.`;

/** Returns the description of the API for clients: OpenAPI 3.1, derived from the entity sets. */
export function openApiDocument(sets: readonly EntitySet[], publicAddress: string): Json {
  const paths: Paths = { ...otherPaths };
  const schemas: Schemas = {};
  for (const set of sets) addPaths(set, "/v2", { paths, schemas });
  return {
    openapi: "3.1.0",
    info: {
      title: "Gatehouse",
      version: "v2",
      description: about,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: publicAddress }],
    security: [{ password: [] }, { token: [] }],
    tags: ["identity", "$batch", ...sets.map(({ name }) => name)].map((name) => ({ name })),
    paths: Object.fromEntries(Object.entries(paths).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      schemas: { ...schemas, Error: errorSchema },
      parameters: { ...queryParameters, ...headerParameterTable },
      responses: errorResponses,
      securitySchemes: {
        password: {
          type: "oauth2",
          flows: { password: { tokenUrl: `${publicAddress}/identity/connect/token`, scopes: {} } },
        },
        token: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
      },
    },
  };
}
