import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { inflateRawSync } from "node:zlib";

import { makeCertificate } from "./certificate.ts";

/** Parts of an answer that a test changes. */
export interface AnswerParts {
  readonly nameId?: string;
  readonly sessionIndex?: string;
  readonly attributes?: Readonly<Record<string, string | readonly string[]>>;
  readonly audience?: string;
  readonly destination?: string;
  readonly recipient?: string;
  readonly issuer?: string;
  readonly inResponseTo?: string;
  readonly lifetimeInSeconds?: number;
  readonly signAssertion?: boolean;
  readonly signResponse?: boolean;
  readonly signatureAlgorithm?: "rsa-sha256" | "rsa-sha1";
  readonly digestAlgorithm?: "sha256" | "sha1";
  readonly samlStatusCode?: string;
}

/** An identity provider in this process, made of `samlp`. */
export interface IdentityProvider {
  /** Certificate in PEM. */
  readonly certificate: string;
  /** Returns an answer as XML, with the time of the machine. */
  answer(parts: AnswerParts): Promise<string>;
}

type Respond = (
  options: Readonly<Record<string, unknown>>,
  user: object,
  done: (error: Error | null, response?: string) => void,
) => void;

const { getSamlResponse } = createRequire(import.meta.url)("samlp") as { getSamlResponse: Respond };
const respond = promisify((options: Readonly<Record<string, unknown>>, done: Parameters<Respond>[2]) =>
  getSamlResponse(options, {}, done),
);

/** Makes an identity provider with a key of its own. */
export async function openIdentityProvider(): Promise<IdentityProvider> {
  const folder = mkdtempSync(join(tmpdir(), "identity-provider-"));
  const files = await makeCertificate(folder, "provider.example", "rsa");
  const [certificate = "", key = ""] = [files.certificate, files.key].map((file) => readFileSync(file, "utf8"));
  rmSync(folder, { recursive: true });
  return {
    certificate,
    async answer({ nameId = "", attributes = {}, ...parts }) {
      const profileMapper = () => ({
        getClaims: () => attributes,
        getNameIdentifier: () => ({ nameIdentifier: nameId }),
      });
      const signed = {
        signAssertion: true,
        signResponse: true,
        signatureAlgorithm: "rsa-sha256",
        digestAlgorithm: "sha256",
      };
      const usual = { lifetimeInSeconds: 300, recipient: parts.destination, ...signed };
      return String(await respond({ cert: certificate, key, profileMapper, ...usual, ...parts }));
    },
  };
}

/** A request to an identity provider, from the address to which a browser is redirected. */
export interface AskedOfProvider {
  readonly relayState: string;
  /** Request as XML. */
  readonly request: string;
  readonly requestId: string;
}

/** Reads the address of a request as the provider does. */
export function askedOfProvider(address: string): AskedOfProvider {
  const { searchParams } = new URL(address);
  const request = inflateRawSync(Buffer.from(searchParams.get("SAMLRequest") ?? "", "base64")).toString();
  const [, requestId = ""] = / ID="([^"]+)"/.exec(request) ?? [];
  return { relayState: searchParams.get("RelayState") ?? "", request, requestId };
}
