import { policyOf } from "#domain/policy-name.ts";

import { endpoints } from "../identity/discovery.ts";
import type { Json } from "../odata/model/input-fields.ts";
import type { Paths } from "./paths.ts";
import { errorsOf } from "./responses.ts";

const text = { type: "string" };
const formType = "application/x-www-form-urlencoded";
const oauthError: Json = {
  type: "object",
  required: ["error"],
  properties: { error: text, error_description: text },
};
const oauthErrors: Json = Object.fromEntries(
  Object.entries({
    400: "The form or what it holds does not fit; error says why (RFC 6749, 5.2).",
    401: "The client is not known, or its secret is wrong.",
    413: "The form is too large.",
    415: "The body is no form.",
    429: "Too many calls; call again as Retry-After says.",
    503: "A part of the service does not answer; call again as Retry-After says.",
  }).map(([status, description]) => [status, { description, content: { "application/json": { schema: oauthError } } }]),
);

interface Form {
  readonly summary: string;
  readonly description: string;
  readonly fields: readonly string[];
  /** Name of the required field. */
  readonly required: string;
  readonly answer: Json;
}

function form(path: string, { summary, description, fields, required, answer }: Form): Paths {
  const properties = Object.fromEntries(fields.map((name) => [name, text]));
  const schema = { type: "object", required: [required], properties };
  const post = {
    tags: ["identity"],
    summary,
    description: `${description} A client names itself by Basic authentication, or by client_id and client_secret in the form.`,
    operationId: `post${path.replaceAll("/", "_")}`,
    security: [],
    requestBody: { required: true, content: { [formType]: { schema } } },
    responses: { 200: answer, ...oauthErrors },
  };
  return { [path]: { post } };
}

const client = ["client_id", "client_secret"];
const aboutToken = { fields: [...client, "token", "token_type_hint"], required: "token" };
const json = (description: string, schema: Json): Json => ({
  description,
  content: { "application/json": { schema } },
});

const identity: Paths = {
  ...form(endpoints.token_endpoint, {
    summary: "Signs in",
    description:
      "Gives an access token for a password, a code, a refresh token or the client itself, as grant_type says (RFC 6749, 3.2).",
    fields: [
      "grant_type",
      ...client,
      "username",
      "password",
      "scope",
      "refresh_token",
      "code",
      "redirect_uri",
      "code_verifier",
    ],
    required: "grant_type",
    answer: json("The tokens.", {
      type: "object",
      required: ["access_token", "token_type", "expires_in"],
      properties: {
        access_token: text,
        token_type: text,
        expires_in: { type: "integer" },
        scope: text,
        refresh_token: text,
        id_token: text,
      },
    }),
  }),
  ...form(endpoints.revocation_endpoint, {
    summary: "Revokes a token",
    description: "Makes a token worth nothing (RFC 7009); 200 also where there was no such token.",
    ...aboutToken,
    answer: { description: "The token is worth nothing." },
  }),
  ...form(endpoints.introspection_endpoint, {
    summary: "Says what a token is worth",
    description: "Tells a client with a secret whether a token holds, and for whom (RFC 7662).",
    ...aboutToken,
    answer: json("What the token is worth.", {
      type: "object",
      required: ["active"],
      properties: { active: { type: "boolean" } },
      additionalProperties: true,
    }),
  }),
};

const part: Json = { type: "object", additionalProperties: true };

const batch: Json = {
  tags: ["$batch"],
  summary: "Several calls at once",
  description:
    "Makes up to 100 calls one behind the other, each with the rights of who sends the batch. Those of a group happen together or not at all. A part is never a batch. Of callers without a token 16 KiB are taken.",
  operationId: "post_batch",
  parameters: [{ $ref: "#/components/parameters/preferContinue" }],
  requestBody: {
    required: true,
    content: {
      "application/json": {
        schema: {
          type: "object",
          required: ["requests"],
          properties: { requests: { type: "array", items: part, maxItems: 100 } },
        },
      },
      "multipart/mixed": { schema: text },
    },
  },
  responses: {
    200: {
      description: "The answers, in the order of the parts.",
      content: {
        "application/json": { schema: { type: "object", properties: { responses: { type: "array", items: part } } } },
        "multipart/mixed": { schema: text },
      },
    },
    ...errorsOf("batch"),
  },
};

const invite: Json = {
  tags: ["proxyServers"],
  summary: "Invites a proxy",
  description:
    "Makes the one-time token with which a proxy enrols; it is shown this once. The policy `proxyservers_post_invite` decides who may. A proxy that has enrolled is invited again only with `replace`. Whoever enrols gets what goes through the proxy, so one that has ever enrolled, or that target systems use, needs the policy `proxyservers_post_entrust` besides, and superusers and those who manage check-outs are told.",
  operationId: "post_proxyServersByKey_invite",
  "x-policy": policyOf.action("proxyServers/invite"),
  parameters: [
    { name: "id", in: "path", required: true, schema: { type: "string", pattern: "^'.*'$" }, example: "'p1'" },
  ],
  requestBody: {
    required: false,
    content: {
      "application/json": {
        schema: {
          type: "object",
          properties: { replace: { type: "boolean", default: false } },
          additionalProperties: false,
        },
      },
    },
  },
  responses: {
    201: json("The invitation.", {
      type: "object",
      required: ["proxyId", "token", "expiresAt"],
      properties: { proxyId: text, token: text, expiresAt: { type: "string", format: "date-time" } },
    }),
    ...errorsOf("write"),
  },
};

/** Paths beside the entity sets: the token server, batches, and invitations of proxies. */
export const otherPaths: Paths = {
  ...identity,
  "/v2/$batch": { post: batch },
  "/v2/proxyServers({id})/invite": { post: invite },
};
