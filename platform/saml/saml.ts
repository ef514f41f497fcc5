import { SAML, type SamlConfig, ValidateInResponseTo } from "@node-saml/node-saml";

import { assertionAgeMaxMinutes } from "#domain/saml-limits.ts";
import type { SamlSignature } from "#domain/saml-signatures.ts";

/** Trust between an identity provider and this service. */
export interface SamlTrust {
  /** Address of the provider for requests by redirect. */
  readonly entryPoint: string;
  readonly issuer: string;
  readonly certificates: readonly string[];
  readonly signatureAlgorithms: readonly SamlSignature[];
  readonly clockSkewSeconds: number;
  /** Entity ID of this service. */
  readonly entityId: string;
  /** Address to which the provider must send its answers. */
  readonly answerAddress: string;
}

/** A request, with what is needed to judge its answer. */
export interface SamlRequest {
  readonly id: string;
  /** Present moment in milliseconds UTC. */
  readonly nowMs: number;
}

/** SAML of the library, with the time of the service, and with the document that was really signed. */
export class ServiceSaml extends SAML {
  /** Document whose signature holds, as it was signed; undefined before. */
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
    // The provider decides how a user authenticates, and which kind of name it sends.
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    generateUniqueId: () => requestId,
    validateInResponseTo: ValidateInResponseTo.always,
    // The row of the request knows its deadline, and the transaction that removes the row lets it be used once.
    requestIdExpirationPeriodMs: Number.POSITIVE_INFINITY,
    cacheProvider: {
      saveAsync: async () => null,
      getAsync: async (id) => (id === requestId ? new Date(0).toISOString() : null),
      removeAsync: async () => null,
    },
  };
}

/** Returns the address to which a browser is sent, with the request for an assertion and the state that comes back with it. */
export function requestAddress(trust: SamlTrust, request: SamlRequest, relayState: string): Promise<string> {
  return new ServiceSaml(trust, request).getAuthorizeUrlAsync(relayState, undefined, {});
}

/** Returns the metadata of this service for a provider, as XML. */
export function ownMetadata(trust: SamlTrust, id: string): string {
  return new ServiceSaml(trust, { id, nowMs: 0 }).generateServiceProviderMetadata(null);
}
