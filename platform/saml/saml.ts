import { SAML, type SamlConfig, ValidateInResponseTo } from "@node-saml/node-saml";

import { assertionAgeMaxMinutes } from "#domain/saml-limits.ts";
import type { SamlSignature } from "#domain/saml-signatures.ts";

/** Two that trust each other: an identity provider, and how we are known to it. */
export interface SamlTrust {
  /** Its address for requests by redirect. */
  readonly entryPoint: string;
  readonly issuer: string;
  readonly certificates: readonly string[];
  readonly signatureAlgorithms: readonly SamlSignature[];
  readonly clockSkewSeconds: number;
  /** How we name ourselves. */
  readonly entityId: string;
  /** Where its answers are to be sent. */
  readonly answerAddress: string;
}

/** A request, as its answer is judged by. */
export interface SamlRequest {
  readonly id: string;
  /** The time now, milliseconds UTC. */
  readonly nowMs: number;
}

/** The library, with the time of the service, and with what was really signed. */
export class ServiceSaml extends SAML {
  /** The document whose signature holds, as it was signed; undefined before. */
  signedXml: string | undefined;
  readonly #nowMs: number;

  constructor(trust: SamlTrust, { id, nowMs }: SamlRequest) {
    super(configOf(trust, id));
    this.#nowMs = nowMs;
  }

  protected override checkTimestampsValidityError(
    _now: number,
    notBefore: string,
    notOnOrAfter: string,
    maxTimeLimitMs?: number,
  ): Error | null {
    return super.checkTimestampsValidityError(this.#nowMs, notBefore, notOnOrAfter, maxTimeLimitMs);
  }

  protected override getSignedAssertion(signedXml: string): Promise<string | null> {
    this.signedXml = signedXml;
    return super.getSignedAssertion(signedXml);
  }
}

function configOf({ clockSkewSeconds, certificates, ...trust }: SamlTrust, requestId: string): SamlConfig {
  return {
    callbackUrl: trust.answerAddress,
    entryPoint: trust.entryPoint,
    issuer: trust.entityId,
    audience: trust.entityId,
    idpIssuer: trust.issuer,
    idpCert: [...certificates],
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: true,
    acceptedClockSkewMs: clockSkewSeconds * 1000,
    maxAssertionAgeMs: assertionAgeMaxMinutes * 60_000,
    // How somebody proves who they are, and by which kind of name they are told, is for the provider to say.
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    generateUniqueId: () => requestId,
    validateInResponseTo: ValidateInResponseTo.always,
    // The row of the request knows until when it may be answered, and the transaction that removes it lets it be used once.
    requestIdExpirationPeriodMs: Number.POSITIVE_INFINITY,
    cacheProvider: {
      saveAsync: async () => null,
      getAsync: async (id) => (id === requestId ? new Date(0).toISOString() : null),
      removeAsync: async () => null,
    },
  };
}

/** The address to which a browser is sent, with the request for an assertion and what comes back with it. */
export function requestAddress(trust: SamlTrust, request: SamlRequest, relayState: string): Promise<string> {
  return new ServiceSaml(trust, request).getAuthorizeUrlAsync(relayState, undefined, {});
}

/** The metadata by which a provider is told of us, as XML. */
export function ownMetadata(trust: SamlTrust, id: string): string {
  return new ServiceSaml(trust, { id, nowMs: 0 }).generateServiceProviderMetadata(null);
}
