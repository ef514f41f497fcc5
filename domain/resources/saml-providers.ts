import { idMaxCharacters } from "../limits.ts";
import {
  clockSkewSecondsMax,
  samlCertificateMaxCharacters,
  samlCertificatesMax,
  samlEntityIdMaxCharacters,
  usualClockSkewSeconds,
} from "../saml-limits.ts";
import { samlSignatureNames } from "../saml-signatures.ts";
import { flag, integer, list, longText, oneOf, text } from "./format/builders.ts";
import { resource } from "./format/resource.ts";

/** Identity providers that authenticate users by SAML. */
export const samlProviders = resource("samlProviders", {
  class: "shared",
  key: "id",
  entity: { type: "SamlProvider", key: "samlProviderId" },
  properties: {
    id: text()
      .givenOnce()
      .format("newId")
      .searched()
      .policy()
      .shown("Id of the identity provider, which sign-ins, chains and its own addresses use."),
    description: text(400).optional().given().searched().shown("Description of the identity provider."),
    entryPoint: longText().given().shown("Sign-in address of the identity provider for redirects."),
    issuer: text(samlEntityIdMaxCharacters)
      .given()
      .format("notEmpty")
      .shown("Entity id of the identity provider; assertions of other issuers are refused."),
    certificates: list(text(samlCertificateMaxCharacters))
      .given()
      .atMost(samlCertificatesMax)
      .shown("Signing certificates of the identity provider; more than one while it rotates its keys."),
    entityId: text(samlEntityIdMaxCharacters)
      .optional()
      .given()
      .format("notEmpty")
      .shown(
        "Entity id of this service at the identity provider (the audience); null for the address of its metadata.",
      ),
    nameAttribute: text()
      .optional()
      .given()
      .format("notEmpty")
      .shown("Assertion attribute with the name of the user; null for the NameID."),
    userAttribute: text()
      .optional()
      .given()
      .format("notEmpty")
      .shown("Profile attribute that the name is compared with; null for the id of the user."),
    /** Null for all of them. */
    signatureAlgorithms: list(oneOf(samlSignatureNames))
      .optional()
      .given()
      .shown(
        "Signature algorithms that the identity provider may use; empty for all, of which none is based on SHA-1.",
      ),
    clockSkewSeconds: integer()
      .initially(usualClockSkewSeconds)
      .given()
      .between(0, clockSkewSecondsMax)
      .shown("Accepted clock skew, in seconds."),
    userClass: text()
      .optional()
      .given()
      .atMost(idMaxCharacters)
      .policy()
      .shown("User class whose members may sign in through the identity provider; null for all users."),
    superusers: flag(false)
      .given()
      .policy()
      .shown(
        "True if the identity provider may sign superusers in; false by default. Only superusers may set it, or change such a provider.",
      ),
    enabled: flag(true).given().policy().shown("True if the identity provider is enabled; true by default."),
  },
  policies: {
    samlProvider: {},
  },
});
