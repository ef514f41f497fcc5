import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";

import { SignJWT } from "jose";

import { activeSigningKey } from "#operations/identity/engine/signing-keys.ts";
import { type TestApi, testPublicAddress } from "#test/support/api.ts";

/** Credential that a call of the matrix sends without a permission. */
export interface Credential {
  readonly name: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** Query that is appended to the address. */
  readonly query?: string;
  readonly form?: Readonly<Record<string, string>>;
}

interface TokenParts {
  readonly header?: object;
  readonly claims?: object;
  readonly key?: KeyObject;
}

const bearer = (name: string, token: string): Credential => ({ name, headers: { authorization: `Bearer ${token}` } });
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Returns a function that makes tokens as the service does, for a superuser; each part can be made wrong. */
export async function tokenForge(api: TestApi): Promise<(parts?: TokenParts) => Promise<string>> {
  const { kid, key } = await activeSigningKey(api.context);
  const [root] = await api.store.select("users", { where: { id: "root" } });
  return async ({ header, claims, key: other }: TokenParts = {}) => {
    const now = Math.floor(api.context.clock.now() / 1000);
    const all = {
      iss: `${testPublicAddress}/identity`,
      aud: testPublicAddress,
      sub: root?.key ?? "",
      iat: now,
      exp: now + 300,
      jti: api.context.ids.guid(),
      gid: api.context.ids.guid(),
      ver: root?.tokenVersion,
      client_id: "gatehouse",
      scope: "api",
      ...claims,
    };
    return new SignJWT(all).setProtectedHeader({ alg: "RS256", typ: "at+jwt", kid, ...header }).sign(other ?? key);
  };
}

/** Returns all credentials in place of a token that every guarded route must answer with 401. */
export async function worthlessCredentials(api: TestApi): Promise<readonly Credential[]> {
  const valid = await api.tokenOf("root");
  return [
    { name: "no token" },
    ...shapes(valid),
    ...(await forgeries(api)),
    ...(await ended(api)),
    ...places(valid),
    ...forwarding,
  ];
}

function shapes(valid: string): readonly Credential[] {
  return [
    bearer("garbage", "garbage"),
    bearer("three parts of garbage", "a.b.c"),
    bearer("a very long token", "x".repeat(8000)),
    bearer("a token without its signature", valid.split(".").slice(0, 2).join(".")),
    bearer("a token with an empty signature", `${valid.split(".").slice(0, 2).join(".")}.`),
    { name: "an empty header", headers: { authorization: "" } },
    { name: "the scheme alone", headers: { authorization: "Bearer" } },
    { name: "a token without a scheme", headers: { authorization: valid } },
    { name: "another scheme", headers: { authorization: `Token ${valid}` } },
    { name: "basic", headers: { authorization: `Basic ${Buffer.from("root:password-of-root").toString("base64")}` } },
    { name: "two tokens in one header", headers: { authorization: `Bearer ${valid}, Bearer ${valid}` } },
    { name: "two headers", headers: { authorization: [`Bearer ${valid}`, `Bearer ${valid}`] } },
    { name: "two headers, the first empty", headers: { authorization: ["", `Bearer ${valid}`] } },
  ];
}

async function forgeries(api: TestApi): Promise<readonly Credential[]> {
  const forge = await tokenForge(api);
  const { kid, key } = await activeSigningKey(api.context);
  const stranger = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const jwk = createPublicKey(key).export({ format: "jwk" });
  const strangerJwk = stranger.publicKey.export({ format: "jwk" });
  const payload = (await forge()).split(".")[1] ?? "";
  const hmac = (secret: string | Buffer, typ = "at+jwt") => {
    const text = `${encode({ alg: "HS256", typ, kid })}.${payload}`;
    return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
  };
  const publicKey = createPublicKey(key);
  const kidOf = async (value: unknown) => forge({ header: { kid: value }, key: stranger.privateKey });
  const minute = 60;
  // A slow machine takes minutes for all of them.
  const day = 86_400;
  const now = Math.floor(api.context.clock.now() / 1000);
  const wrong: [name: string, parts: TokenParts][] = [
    ["another issuer", { claims: { iss: "https://evil.example/identity" } }],
    ["no issuer", { claims: { iss: undefined } }],
    ["another audience", { claims: { aud: "https://evil.example" } }],
    ["no audience", { claims: { aud: undefined } }],
    ["another type", { header: { typ: "JWT" } }],
    ["no type", { header: { typ: undefined } }],
    ["the type of a logout token", { header: { typ: "logout+jwt" } }],
    ["a start in the future", { claims: { nbf: now + day } }],
    ["an end in the past", { claims: { iat: now - 2 * minute, exp: now - minute } }],
    ["no end", { claims: { exp: undefined } }],
    ["no session", { claims: { gid: undefined } }],
    ["no identifier", { claims: { jti: undefined } }],
    ["no user", { claims: { sub: undefined } }],
    ["an unknown user", { claims: { sub: "nobody" } }],
    ["another version of the user", { claims: { ver: 0 } }],
    ["an unknown critical header", { header: { crit: ["evil"], evil: true } }],
    ["a key of its own", { header: { jwk: strangerJwk }, key: stranger.privateKey }],
    ["a key of its own without an id", { header: { jwk: strangerJwk, kid: undefined }, key: stranger.privateKey }],
    ["the address of a key of its own", { header: { jku: "http://127.0.0.1:9/jwks" }, key: stranger.privateKey }],
    ["the signature of another key", { key: stranger.privateKey }],
  ];
  const tokens = await Promise.all(
    wrong.map(async ([name, parts]) => bearer(name, await forge(parts).catch(() => withHeader(valid(payload), parts)))),
  );
  return [
    ...tokens,
    ...["none", "None", "NONE"].map((alg) =>
      bearer(`the algorithm ${alg}`, `${encode({ alg, typ: "at+jwt", kid })}.${payload}.`),
    ),
    bearer("HS256 with the public key as PEM", hmac(publicKey.export({ type: "spki", format: "pem" }))),
    bearer("HS256 with the public key as DER", hmac(publicKey.export({ type: "spki", format: "der" }))),
    bearer("HS256 with the published modulus", hmac(Buffer.from(String(jwk.n), "base64url"))),
    bearer("HS256 with an empty secret", hmac("")),
    bearer("a missing kid", await kidOf(undefined)),
    bearer("an unknown kid", await kidOf("unknown")),
    bearer("a path as kid", await kidOf("../../../dev/null")),
    bearer("an address as kid", await kidOf("http://127.0.0.1:9/key")),
    bearer("a statement as kid", await kidOf("' OR '1'='1")),
    bearer("a property of every object as kid", await kidOf("__proto__")),
  ];
}

const valid = (payload: string): string => `header.${payload}.c2lnbmF0dXJl`;

// The library refuses to sign these headers, so they are written by hand.
function withHeader(token: string, { header }: TokenParts): string {
  return token.replace("header", encode({ alg: "RS256", typ: "at+jwt", ...header }));
}

async function ended(api: TestApi): Promise<readonly Credential[]> {
  const tokens: Record<string, string> = {};
  for (const id of ["revoked", "loggedOut", "locked", "disabled", "changed"]) {
    await api.addUser(id, { superuser: true });
    const { json } = await api.signIn(id);
    tokens[id] = String(json.access_token);
    const token = id === "revoked" ? json.access_token : id === "loggedOut" ? json.refresh_token : undefined;
    const form = { client_id: "gatehouse", token: String(token) };
    if (token !== undefined) await api.send("POST", "/identity/connect/revocation", { form });
  }
  const { store, clock } = api.context;
  for (const row of await store.select("users")) {
    const changes: Record<string, object> = {
      locked: { locked: true, lockedBy: "administrator", lockedAt: clock.now() },
      disabled: { disabled: true },
      changed: { tokenVersion: row.tokenVersion + 1 },
    };
    const change = changes[row.id];
    if (change) await store.transaction(() => store.save("users", { key: row.key, ...change }));
  }
  return Object.entries(tokens).map(([id, token]) => bearer(`the token of a superuser who is ${id}`, token));
}

// The only valid place of a token is the header Authorization.
function places(token: string): readonly Credential[] {
  return [
    { name: "the token in the query", query: `access_token=${token}` },
    { name: "the token in the query by another name", query: `token=${token}` },
    { name: "the header in the query", query: `Authorization=Bearer%20${token}` },
    { name: "the token in a form", form: { access_token: token } },
    {
      name: "the token in a cookie",
      headers: { cookie: `access_token=${token}; token=${token}; Authorization=${token}` },
    },
    { name: "the token of a proxy in front", headers: { "proxy-authorization": `Bearer ${token}` } },
    {
      name: "the token forwarded",
      headers: { "x-forwarded-authorization": `Bearer ${token}`, "x-access-token": token },
    },
  ];
}

const forwarding: readonly Credential[] = [
  ...["GET", "POST", "HEAD", "OPTIONS"].flatMap((method) => [
    { name: `the method overridden by ${method}`, headers: { "x-http-method-override": method } },
    { name: `the method overridden in the query by ${method}`, query: `_method=${method}` },
  ]),
  { name: "other headers for the method", headers: { "x-http-method": "GET", "x-method-override": "GET" } },
  { name: "another address", headers: { "x-original-url": "/health", "x-rewrite-url": "/health" } },
  {
    name: "another path",
    headers: { "x-forwarded-path": "/health", "x-forwarded-uri": "/health", "x-forwarded-prefix": "/docs" },
  },
  {
    name: "an address of this machine",
    headers: { "x-forwarded-for": "127.0.0.1", "x-real-ip": "127.0.0.1", forwarded: "for=127.0.0.1;host=localhost" },
  },
  {
    name: "another host",
    headers: { host: "localhost", "x-forwarded-host": "127.0.0.1", "x-forwarded-proto": "https" },
  },
  {
    name: "a user of a proxy in front",
    headers: { "x-forwarded-user": "root", "x-remote-user": "root", "remote-user": "root" },
  },
  { name: "an origin of its own", headers: { origin: testPublicAddress, referer: `${testPublicAddress}/docs` } },
];
