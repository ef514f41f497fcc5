import { Secret } from "#connectors/contract/index.ts";
import type { JsonObject } from "#domain/json.ts";
import { hashOf } from "#operations/identity/engine/client.ts";
import type { ManualClock } from "#platform/clock.ts";

import { openTestApi, type TestAnswer, type TestApi, testPublicAddress } from "./api.ts";
import { type AnswerParts, askedOfProvider, type IdentityProvider, openIdentityProvider } from "./identity-provider.ts";

const attempts = "/identity/sign-in/attempts";

/** How the provider of the room names itself. */
export const samlIssuer = "https://provider.example/saml";

/** A sign-in that waits for an identity provider, as browser and provider know it. */
export interface BegunSaml {
  readonly handle: string;
  readonly cookie: string;
  readonly relayState: string;
  readonly requestId: string;
}

/** The door with two rows, `corp` and `other`, of one identity provider, and another one that nobody knows. */
export interface SamlRoom {
  readonly api: TestApi;
  readonly provider: IdentityProvider;
  readonly stranger: IdentityProvider;
  begin(provider?: string): Promise<BegunSaml>;
  /** What the provider answers to `corp`, of the person whom `parts` name. */
  answerTo(begun: Pick<BegunSaml, "requestId">, parts: AnswerParts, by?: IdentityProvider): Promise<string>;
  /** Brings an answer, as a browser does whose cookie is not sent along. */
  bring(xml: string, relayState: string, provider?: string): Promise<TestAnswer>;
  goOn(handle: string, cookie: string): Promise<TestAnswer>;
  /** What a sign-in remembers, unsealed. */
  memoryOf(begun: BegunSaml): Promise<{ readonly sessions: JsonObject; readonly state: JsonObject | null }>;
  change(provider: string, body: object): Promise<TestAnswer>;
  close(): Promise<void>;
}

/** The addresses by which a provider of ours knows us. */
export function samlDoor(provider = "corp"): { readonly audience: string; readonly destination: string } {
  const at = `${testPublicAddress}/identity/saml/${provider}`;
  return { audience: `${at}/metadata`, destination: `${at}/acs` };
}

/** The handle with which the browser goes on that has brought an answer. */
export function handleIn({ headers }: TestAnswer): string {
  return new URL(String(headers["location"]), testPublicAddress).searchParams.get("attempt") ?? "";
}

/** Opens the room; the clock has to go like that of the machine, by which the provider tells the time. */
export async function openSamlRoom(clock: ManualClock): Promise<SamlRoom> {
  const [provider, stranger] = await Promise.all([openIdentityProvider(), openIdentityProvider()]);
  const api = await openTestApi({ clock });
  const entryPoint = "https://provider.example/sso?tenant=1";
  const row = { issuer: samlIssuer, entryPoint, certificates: [provider.certificate] };
  for (const id of ["corp", "other"]) await api.send("POST", "/v2/samlProviders", { as: "root", body: { id, ...row } });
  return {
    api,
    provider,
    stranger,
    async begin(chosen = "corp") {
      const { json, headers } = await api.send("POST", attempts, { body: { provider: chosen } });
      const cookie = String(headers["set-cookie"]).split(";", 1)[0] ?? "";
      return {
        handle: json.attempt,
        cookie,
        ...askedOfProvider(json.redirect),
      };
    },
    answerTo: ({ requestId }, parts, by = provider) =>
      by.answer({
        issuer: samlIssuer,
        ...samlDoor(),
        inResponseTo: requestId,
        ...parts,
      }),
    bring: (xml, relayState, to = "corp") =>
      api.send("POST", `/identity/saml/${to}/acs`, {
        form: {
          SAMLResponse: Buffer.from(xml).toString("base64"),
          RelayState: relayState,
        },
      }),
    goOn: (handle, cookie) =>
      api.send("POST", `${attempts}/${handle}/steps`, {
        body: {},
        headers: { cookie },
      }),
    async memoryOf({ cookie }) {
      const cookieHash = hashOf(new Secret(cookie.split("=")[1] ?? ""));
      const [found] = await api.store.select("signInAttempts", { where: { cookieHash } });
      const place = {
        table: "signInAttempts",
        key: found?.key ?? "",
        column: "memory",
      };
      return JSON.parse(api.store.unseal(found?.memory ?? "", place).use((text) => text));
    },
    change: (id, body) =>
      api.send("PATCH", `/v2/samlProviders('${id}')`, {
        as: "root",
        body,
      }),
    close: () => api.close(),
  };
}
