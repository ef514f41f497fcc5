import { argon2, createHash, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";

import Database from "better-sqlite3";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, jwtVerify, SignJWT } from "jose";
import Koa from "koa";

import { parseFields } from "./form.ts";

// The minimum of a token server: compare, sign with jose, insert one row as durably as ours, verify.
const [file = "", fields = ""] = process.argv.slice(2);
const { secret, password } = parseFields(fields);
const derive = promisify(argon2);
const salt = randomBytes(16);
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const hashed = async (text: string) => derive("argon2id", { message: text, nonce: salt, ...cost });
const digest = (text: string) => createHash("sha256").update(text).digest();

const { publicKey, privateKey } = await generateKeyPair("RS256");
const kid = await calculateJwkThumbprint(await exportJWK(publicKey));
const database = new Database(file);
database.pragma("journal_mode = WAL");
database.pragma("synchronous = FULL");
database.exec("CREATE TABLE users (id TEXT PRIMARY KEY, key TEXT, hash BLOB)");
database.exec("CREATE TABLE grants (jti TEXT PRIMARY KEY, sub TEXT, client TEXT, expiresAt INTEGER)");
const person = { key: randomUUID(), hash: (await hashed(password)) as Buffer };
database.prepare("INSERT INTO users VALUES (?, ?, ?)").run("bench", person.key, person.hash);
const userById = database.prepare("SELECT key, hash FROM users WHERE id = ?");
const userByKey = database.prepare("SELECT id FROM users WHERE key = ?");
const insert = database.prepare("INSERT INTO grants VALUES (?, ?, ?, ?)");
const kept = digest(secret);
let issuer = "";

async function sign(sub: string, client: string): Promise<object> {
  const jti = randomUUID();
  const now = Math.floor(Date.now() / 1000);
  insert.run(jti, sub, client, now + 300);
  const token = await new SignJWT({ client_id: client, scope: "api" })
    .setProtectedHeader({ alg: "RS256", typ: "at+jwt", kid })
    .setIssuer(issuer)
    .setAudience(issuer)
    .setSubject(sub)
    .setJti(jti)
    .setIssuedAt(now)
    .setExpirationTime(now + 300)
    .sign(privateKey);
  return { access_token: token, token_type: "Bearer", expires_in: 300, scope: "api" };
}

async function grant(form: Readonly<Record<string, string>>): Promise<object | undefined> {
  if (form["grant_type"] === "client_credentials") {
    const right = timingSafeEqual(digest(form["client_secret"] ?? ""), kept);
    return right ? sign(person.key, form["client_id"] ?? "") : undefined;
  }
  const user = userById.get(form["username"]) as { key: string; hash: Buffer } | undefined;
  const given = (await hashed(form["password"] ?? "")) as Buffer;
  return user !== undefined && timingSafeEqual(given, user.hash) ? sign(user.key, "gatehouse") : undefined;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function userInfo(authorization: string): Promise<object> {
  const options = { algorithms: ["RS256"], issuer, audience: issuer, typ: "at+jwt" };
  const { payload } = await jwtVerify(authorization.slice("Bearer ".length), publicKey, options);
  const { id } = userByKey.get(payload.sub) as { id: string };
  return { sub: payload.sub, username: id, scope: payload["scope"] };
}

const app = new Koa();
app.use(async (context) => {
  if (context.path === "/identity/connect/userinfo") {
    context.body = await userInfo(context.get("authorization"));
    return;
  }
  const answer = await grant(parseFields(await bodyOf(context.req)));
  context.status = answer === undefined ? 400 : 200;
  context.body = answer ?? { error: "invalid_grant" };
});
const server = createServer(app.callback() as RequestListener).listen(0, "127.0.0.1");
await once(server, "listening");
issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
process.send?.(issuer);
