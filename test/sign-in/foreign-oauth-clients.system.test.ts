import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { signInByPage } from "../support/browser.ts";
import { startTokenServer, testPassword, type TestTokenServer } from "../support/token-server.ts";

const redirectUri = "http://127.0.0.1/callback";
const signedOutUri = "http://127.0.0.1/signed-out";
const ada = { username: "ada", password: testPassword };
let server: TestTokenServer;
let issuer: URL;
let secrets: Readonly<Record<"portal" | "robot" | "desk", string>>;
let adaKey = "";

beforeAll(async () => {
  server = await startTokenServer();
  issuer = new URL(`${server.address}/identity`);
  const secretOf = async (...words: string[]) =>
    (await server.command("client", "add", ...words)).split("\n").find((line) => /^[\w-]{43}$/.test(line)) ?? "";
  const code = [
    "--grant",
    "authorization_code",
    "refresh_token",
    "--redirect-uri",
    redirectUri,
    "--post-logout-redirect-uri",
    signedOutUri,
    "--scope",
    "api",
    "openid",
  ];
  await server.command("client", "add", "tool", "--public", ...code);
  secrets = {
    portal: await secretOf("portal", "--name", "The portal", ...code),
    robot: await secretOf("robot", "--grant", "client_credentials", "--user", "robot"),
    desk: await secretOf("desk", "--first-party", "--grant", "password", "refresh_token"),
  };
  adaKey = (await server.store.select("users", { where: { id: "ada" } }))[0]?.key ?? "";
});
afterAll(() => server.close());

describe.each(["oidc", "oauth2"] as const)("openid-client, discovering by %s", (algorithm) => {
  const discover = (id: string, authentication: openid.ClientAuth) =>
    openid.discovery(issuer, id, undefined, authentication, { algorithm, execute: [openid.allowInsecureRequests] });

  test.each([
    ["client_secret_basic", openid.ClientSecretBasic],
    ["client_secret_post", openid.ClientSecretPost],
  ])("gets a token of its own with %s, and asks about it", async (_name, authentication) => {
    const config = await discover("robot", authentication(secrets.robot));
    const tokens = await openid.clientCredentialsGrant(config, { scope: "api" });
    expect(tokens).toMatchObject({ token_type: "bearer", scope: "api", expires_in: 300 });
    expect(tokens.refresh_token).toBeUndefined();
    const said = await openid.tokenIntrospection(config, tokens.access_token);
    expect(said).toMatchObject({ active: true, client_id: "robot", username: "robot", scope: "api" });
    await openid.tokenRevocation(config, tokens.access_token);
    expect(await openid.tokenIntrospection(config, tokens.access_token)).toEqual({ active: false });
  });

  test("signs a user in by password, refreshes with rotation, and ends the session", async () => {
    const config = await discover("desk", openid.ClientSecretBasic(secrets.desk));
    const first = await openid.genericGrantRequest(config, "password", { ...ada });
    expect(await openid.fetchUserInfo(config, first.access_token, adaKey)).toMatchObject({ username: "ada" });
    const second = await openid.refreshTokenGrant(config, first.refresh_token ?? "");
    expect(second.refresh_token).not.toBe(first.refresh_token);
    await openid.tokenRevocation(config, second.refresh_token ?? "");
    expect(await openid.tokenIntrospection(config, second.access_token)).toEqual({ active: false });
    await expect(openid.refreshTokenGrant(config, second.refresh_token ?? "")).rejects.toMatchObject({
      error: "invalid_grant",
    });
  });

  test("ends the session when a refresh token is used twice", async () => {
    const config = await discover("desk", openid.ClientSecretBasic(secrets.desk));
    const first = await openid.genericGrantRequest(config, "password", { ...ada });
    const second = await openid.refreshTokenGrant(config, first.refresh_token ?? "");
    const used = openid.refreshTokenGrant(config, first.refresh_token ?? "");
    await expect(used).rejects.toMatchObject({ error: "invalid_grant" });
    await expect(openid.fetchUserInfo(config, second.access_token, adaKey)).rejects.toMatchObject({ status: 401 });
  });

  test.each([
    ["portal", () => openid.ClientSecretPost(secrets.portal)],
    ["tool", () => openid.None()],
  ])("%s signs a user in on the page with PKCE, state, nonce and iss", async (id, authentication) => {
    const config = await discover(id, authentication());
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const [expectedState, expectedNonce] = [openid.randomState(), openid.randomNonce()];
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: "openid api",
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: "S256",
      state: expectedState,
      nonce: expectedNonce,
    });
    const back = await signInByPage(url, ada);
    const checks = { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true };
    const tokens = await openid.authorizationCodeGrant(config, back, checks);
    expect(tokens.claims()).toMatchObject({ sub: adaKey, aud: id, iss: issuer.href });
    expect(await openid.fetchUserInfo(config, tokens.access_token, adaKey)).toMatchObject({ username: "ada" });
    expect((await openid.refreshTokenGrant(config, tokens.refresh_token ?? "")).access_token).toBeDefined();
    await expect(openid.authorizationCodeGrant(config, back, checks)).rejects.toMatchObject({ error: "invalid_grant" });
  });

  test("wants its user fresh, and signs them out where it leads", async () => {
    const config = await discover("tool", openid.None());
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: "openid api",
      prompt: "login",
      max_age: "1",
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: "S256",
    });
    const back = await signInByPage(url, ada);
    const checks = { pkceCodeVerifier, maxAge: 60, idTokenExpected: true };
    const tokens = await openid.authorizationCodeGrant(config, back, checks);
    await openid.fetchUserInfo(config, tokens.access_token, adaKey);
    const end = openid.buildEndSessionUrl(config, {
      id_token_hint: tokens.id_token ?? "",
      post_logout_redirect_uri: signedOutUri,
      state: "out",
    });
    const out = await fetch(end, { redirect: "manual" });
    expect([out.status, out.headers.get("location")]).toEqual([303, `${signedOutUri}?state=out`]);
    await expect(openid.fetchUserInfo(config, tokens.access_token, adaKey)).rejects.toMatchObject({ status: 401 });
    await expect(openid.refreshTokenGrant(config, tokens.refresh_token ?? "")).rejects.toMatchObject({
      error: "invalid_grant",
    });
  });

  test("is told by the answer what is wrong with its request", async () => {
    const config = await discover("portal", openid.ClientSecretPost(secrets.portal));
    const url = openid.buildAuthorizationUrl(config, { redirect_uri: redirectUri, scope: "api", state: "s" });
    const back = await signInByPage(url, ada);
    const grant = openid.authorizationCodeGrant(config, back, { expectedState: "s" });
    await expect(grant).rejects.toMatchObject({ error: "invalid_request" });
  });
});

describe.each(["oidc", "oauth2"] as const)("oauth4webapi, discovering by %s", (algorithm) => {
  const insecure = { [oauth.allowInsecureRequests]: true };
  const discover = async () =>
    oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm, ...insecure }));

  test("gets a token of its own that validates, and is refused after its revocation", async () => {
    const as = await discover();
    const client: oauth.Client = { client_id: "robot" };
    const authentication = oauth.ClientSecretBasic(secrets.robot);
    const answer = await oauth.clientCredentialsGrantRequest(as, client, authentication, { scope: "api" }, insecure);
    const { access_token: token } = await oauth.processClientCredentialsResponse(as, client, answer);
    const call = new Request(`${server.address}/v2/users`, { headers: { authorization: `Bearer ${token}` } });
    const claims = await oauth.validateJwtAccessToken(as, call, server.address, insecure);
    expect(claims).toMatchObject({ client_id: "robot", scope: "api", iss: issuer.href });
    const introspect = async () =>
      oauth.processIntrospectionResponse(
        as,
        client,
        await oauth.introspectionRequest(as, client, authentication, token, insecure),
      );
    expect(await introspect()).toMatchObject({ active: true, sub: claims.sub });
    const revoked = await oauth.revocationRequest(as, client, authentication, token, insecure);
    await oauth.processRevocationResponse(revoked);
    expect((await introspect()).active).toBe(false);
    expect((await fetch(call)).status).toBe(401);
  });

  test("signs a user in by password and refreshes", async () => {
    const as = await discover();
    const client: oauth.Client = { client_id: "desk" };
    const authentication = oauth.ClientSecretPost(secrets.desk);
    const form = { ...ada, scope: "api" };
    const signIn = await oauth.genericTokenEndpointRequest(as, client, authentication, "password", form, insecure);
    const first = await oauth.processGenericTokenEndpointResponse(as, client, signIn);
    const again = await oauth.refreshTokenGrantRequest(as, client, authentication, first.refresh_token ?? "", insecure);
    const second = await oauth.processRefreshTokenResponse(as, client, again);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    const about = await oauth.userInfoRequest(as, client, second.access_token, insecure);
    expect(await oauth.processUserInfoResponse(as, client, adaKey, about)).toMatchObject({ username: "ada" });
  });

  test("signs a user in on the page, on a port of its own choice", async () => {
    const as = await discover();
    const client: oauth.Client = { client_id: "tool" };
    const own = "http://127.0.0.1:49152/callback";
    const [verifier, state, nonce] = [
      oauth.generateRandomCodeVerifier(),
      oauth.generateRandomState(),
      oauth.generateRandomNonce(),
    ];
    const url = new URL(as.authorization_endpoint ?? "");
    url.search = new URLSearchParams({
      response_type: "code",
      client_id: "tool",
      redirect_uri: own,
      scope: "openid",
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      state,
      nonce,
    }).toString();
    const back = await signInByPage(url, ada);
    const parameters = oauth.validateAuthResponse(as, client, back, state);
    const answer = await oauth.authorizationCodeGrantRequest(
      as,
      client,
      oauth.None(),
      parameters,
      own,
      verifier,
      insecure,
    );
    const checks = { expectedNonce: nonce, requireIdToken: true };
    const tokens = await oauth.processAuthorizationCodeResponse(as, client, answer, checks);
    expect(oauth.getValidatedIdTokenClaims(tokens)).toMatchObject({ sub: adaKey, nonce });
    const call = new Request(`${server.address}/v2/users`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect((await oauth.validateJwtAccessToken(as, call.clone(), server.address, insecure)).scope).toBe("openid");
    // The token identifies the user, and gives no further access.
    expect((await fetch(call)).status).toBe(403);
  });
});

test("the command line lists, shows, changes and removes clients, and gives new secrets", async () => {
  await server.command(
    "client",
    "add",
    "brief",
    "--public",
    "--grant",
    "authorization_code",
    "--redirect-uri",
    redirectUri,
  );
  expect(await server.command("client", "list")).toContain("brief  public  authorization_code");
  await server.command("client", "update", "brief", "--redirect-uri", "https://brief.example/", "--name", "Brief");
  expect(JSON.parse(await server.command("client", "show", "brief"))).toMatchObject({
    displayName: "Brief",
    redirectUris: ["https://brief.example/"],
  });
  await server.command("client", "remove", "brief");
  await expect(server.command("client", "show", "brief")).rejects.toThrow("No client has this ID");
  expect(await server.command("client", "rotate-secret", "robot")).not.toContain(secrets.robot);
  const config = await openid.discovery(issuer, "robot", undefined, openid.ClientSecretBasic(secrets.robot), {
    execute: [openid.allowInsecureRequests],
  });
  await expect(openid.clientCredentialsGrant(config)).rejects.toMatchObject({
    status: 401,
    cause: [{ scheme: "basic" }],
  });
  const refused = server.command(
    "client",
    "add",
    "x",
    "--grant",
    "authorization_code",
    "--redirect-uri",
    "http://a.example/",
  );
  await expect(refused).rejects.toThrow("redirectUris.0: must begin with https://");
});
