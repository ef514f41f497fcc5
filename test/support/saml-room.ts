import { Secret } from "#connectors/contract/index.ts";
import type { JsonObject } from "#domain/json.ts";
import { hashOf } from "#operations/identity/engine/client.ts";
import type { ManualClock } from "#platform/clock.ts";

import { openTestApi, type TestAnswer, type TestApi, testPublicAddress } from "./api.ts";
import { type AnswerParts, askedOfProvider, type IdentityProvider, openIdentityProvider } from "./identity-provider.ts";

const attempts = "/identity/sign-in/attempts";

/** Entity ID of the room's provider. */
export const samlIssuer = "https://provider.example/saml";

/** A sign-in that waits for an identity provider, as browser and provider see it. */
export interface BegunSaml {
  readonly handle: string;
  readonly cookie: string;
  readonly relayState: string;
  readonly requestId: string;
}

/** The API with two rows, `corp` and `other`, of one identity provider, and a second provider that is not registered. */
export interface SamlRoom {
  readonly api: TestApi;
  readonly provider: IdentityProvider;
  readonly stranger: IdentityProvider;
  begin(provider?: string): Promise<BegunSaml>;
  /** Returns the provider's answer to `corp` about the person in `parts`. */
  answerTo(begun: Pick<BegunSaml, "requestId">, parts: AnswerParts, by?: IdentityProvider): Promise<string>;
  /** Delivers an answer, as a browser does without its cookie. */
  bring(xml: string, relayState: string, provider?: string): Promise<TestAnswer>;
  goOn(handle: string, cookie: string): Promise<TestAnswer>;
  /** Returns the memory of a sign-in, unsealed. */
  memoryOf(begun: BegunSaml): Promise<{ readonly sessions: JsonObject; readonly state: JsonObject | null }>;
  change(provider: string, body: object): Promise<TestAnswer>;
  close(): Promise<void>;
}

/** Returns the addresses of the service that an identity provider uses. */
export function samlDoor(provider = "corp"): { readonly audience: string; readonly destination: string } {
  const at = `${testPublicAddress}/identity/saml/${provider}`;
  return { audience: `${at}/metadata`, destination: `${at}/acs` };
}

/** Returns the handle with which the browser continues after an answer. */
export function handleIn({ headers }: TestAnswer): string {
  return new URL(String(headers["location"]), testPublicAddress).searchParams.get("attempt") ?? "";
}

/** Opens the room; the clock must follow that of the machine, which the provider uses. */
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
