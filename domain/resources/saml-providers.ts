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
  holds: "configuration",
  key: "id",
  entity: { type: "SamlProvider", key: "samlProviderId" },
  properties: {
    id: text()
      .givenOnce()
      .format("newId")
      .searched()
      .policy()
      .shown("Name in sign-ins and chains, and in the addresses that the provider is told; it never changes."),
    description: text(400).optional().given().searched().shown("Notes for people; null if none."),
    entryPoint: longText()
      .given()
      .format("webAddress")
      .label("Address for sign-ins")
      .shown("Address at which people sign in there, for requests by redirect."),
    issuer: text(samlEntityIdMaxCharacters)
      .given()
      .format("notEmpty")
      .label("Its name (entity ID)")
      .shown("Name by which the provider calls itself (entity ID); assertions of another issuer are refused."),
    certificates: list(text(samlCertificateMaxCharacters))
      .given()
      .atMost(samlCertificatesMax)
      .shown(
        "Certificates of the keys by which it signs, in PEM, one behind the other; several while it changes keys.",
      ),
    entityId: text(samlEntityIdMaxCharacters)
      .optional()
      .given()
      .format("notEmpty")
      .label("Our name (audience)")
      .shown("Name of this service to the provider (audience); null for the address of our metadata."),
    nameAttribute: text()
      .optional()
      .given()
      .format("notEmpty")
      .label("Attribute that names the user")
      .shown("Attribute of an assertion that names the user; null for the NameID."),
    userAttribute: text()
      .optional()
      .given()
      .format("notEmpty")
      .label("Compared with our attribute")
      .shown("Profile attribute of our user that the name is compared with; null for the ID of the user."),
    /** Null for all of them. */
    signatureAlgorithms: list(oneOf(samlSignatureNames))
      .optional()
      .given()
      .shown("Algorithms by which it may sign; empty for all of them, of which none is built on SHA-1."),
    clockSkewSeconds: integer()
      .initially(usualClockSkewSeconds)
      .given()
      .between(0, clockSkewSecondsMax)
      .label("Seconds by which its clock may be off")
      .shown("Difference of its clock that is accepted, in seconds."),
    userClass: text()
      .optional()
      .given()
      .atMost(idMaxCharacters)
      .policy()
      .label("Only members of the user class")
      .shown("User class whose members may sign in by it; null for everybody."),
    superusers: flag(false)
      .given()
      .policy()
      .label("May name superusers")
      .shown(
        "True if the identity provider may sign superusers in; false by default. Only superusers may set it, or change such a provider.",
      ),
    enabled: flag(true)
      .given()
      .policy()
      .label("People may sign in by it")
      .shown("True if sign-ins by it are accepted; true by default."),
  },
  policies: {
    samlProvider: {},
  },
});
